import type { CallRequest, CallResponse } from "contract";
import { excerpt } from "contract/base/plain-text";
import { startOf, startOfNextDay } from "contract/base/time";
import { and, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { posts, sections, topics } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { type IdList, idPage, inOrder } from "../deep-pages";
import { inScope, personBy, scopeOf } from "../scope";

const excerptLength = 160;

type Filter = Omit<CallRequest<"recycleTopicList">, "page" | "size">;

/**
 * Topics or replies in the bins of the caller's sections, latest first. A reply is listed only if it was deleted by
 * itself.
 */
export async function binOf(
  context: CallContext,
  of: "topics" | "replies",
  { fid, author, by, from, to }: Filter,
): Promise<IdList> {
  const { database } = context;
  const isTopics = of === "topics";
  const thing = isTopics ? topics : posts;
  const inBin = isTopics ? isNotNull(topics.recycledById) : isNotNull(posts.recycledById);
  const scope = await scopeOf(context, fid);
  const mine = inScope(isTopics ? topics.sectionId : posts.binSectionId, scope);
  const { authorId, recycledById, deletedAt } = thing;
  const where = and(
    ...[mine, inBin],
    author === "" ? undefined : eq(authorId, (await personBy(database, author)) ?? 0),
    by === "" ? undefined : eq(recycledById, (await personBy(database, by)) ?? 0),
    from === undefined ? undefined : gte(deletedAt, startOf(from, "day")),
    to === undefined ? undefined : lt(deletedAt, startOfNextDay(to)),
  );
  return {
    from: isTopics ? sql`${topics}` : sql`${posts}`,
    where: where ?? inBin,
    key: { column: isTopics ? sql`${topics.deletedAt}` : sql`${posts.deletedAt}`, type: "timestamptz" },
    id: isTopics ? sql`${topics.id}` : sql`${posts.id}`,
    descending: true,
  };
}

/** A page of a bin: each text, who put it there, when and why. */
export async function listBin(
  context: CallContext,
  of: "topics" | "replies",
  request: CallRequest<"recycleTopicList">,
): Promise<CallResponse<"recycleTopicList">> {
  const { database } = context;
  const isTopics = of === "topics";
  const thing = isTopics ? topics : posts;
  const { ids, total, page, pages } = await idPage(database, await binOf(context, of, request), request);
  const rows = await database
    .select({
      id: thing.id,
      tid: topics.id,
      title: topics.title,
      html: sql<string>`left(${posts.html}, 4000)`,
      fid: sections.id,
      section: sections.name,
      authorId: posts.authorId,
      byId: thing.recycledById,
      reason: thing.stateReason,
      at: thing.deletedAt,
    })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .where(isTopics ? and(inArray(topics.id, ids), eq(posts.floor, 1)) : inArray(posts.id, ids));
  const people = await peopleByIds(
    database,
    rows.flatMap(({ authorId, byId }) => [authorId, byId]),
  );
  const items = inOrder(ids, rows, ({ id }) => id).map(
    ({ html, fid: sectionId, section, authorId, byId, at, ...row }) => ({
      ...row,
      excerpt: excerpt(html, excerptLength),
      section: { fid: sectionId, name: section },
      author: found(people.get(authorId), "USER_NOT_FOUND"),
      by: (byId !== null && people.get(byId)) || null,
      at: at?.toISOString() ?? "",
    }),
  );
  return { items, page, pages, total };
}
