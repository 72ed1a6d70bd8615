import type { CallRequest, CallResponse } from "contract";
import { startOf, startOfNextDay, subtractTime } from "contract/base/time";
import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import { topics } from "../../database/schema";
import { topicRows } from "../../forum/lists/topic-rows";
import { allSections } from "../../forum/sections/find-sections";
import type { CallContext } from "../../server/context";
import { type IdList, idPage } from "../deep-pages";
import { inScope, personBy, scopeOf } from "../scope";

const stateConditions: Record<"listed" | "pending" | "refused" | "hidden", SQL> = {
  listed: sql`${topics.listed}`,
  pending: sql`${topics.review} = 'pending' and ${topics.hiddenAt} is null`,
  refused: sql`${topics.review} = 'refused' and ${topics.hiddenAt} is null`,
  hidden: sql`${topics.hiddenAt} is not null`,
};

type Filter = Omit<CallRequest<"moderatorTopicList">, "page" | "size">;

/** Topics of the caller's sections that are not in the bin, newest first, by a moderator's filters. */
export async function topicsFound(context: CallContext, filter: Filter): Promise<IdList> {
  const { fid, classId, state, digest, pinned, closed, author, keyword } = filter;
  const { viewsMin, repliesMin, idleDays, from, to } = filter;
  const conditions: (SQL | undefined)[] = [
    inScope(topics.sectionId, await scopeOf(context, fid)),
    isNull(topics.deletedAt),
    classId === undefined ? undefined : eq(topics.classId, classId),
    state === undefined ? undefined : stateConditions[state],
    digest === undefined ? undefined : eq(topics.digest, digest),
    pinned === undefined ? undefined : pinned ? isNotNull(topics.pinScope) : isNull(topics.pinScope),
    closed === undefined ? undefined : eq(topics.closed, closed),
    keyword === "" ? undefined : sql`${topics.title} ilike ${likeContaining(keyword)}`,
    viewsMin === undefined ? undefined : gte(topics.views, viewsMin),
    repliesMin === undefined ? undefined : gte(topics.replies, repliesMin),
    // Rounded to the hour, so that requests within the hour share one list.
    idleDays === undefined
      ? undefined
      : lt(topics.lastReplyAt, subtractTime(startOf(context.now(), "hour"), idleDays, "day")),
    from === undefined ? undefined : gte(topics.createdAt, startOf(from, "day")),
    to === undefined ? undefined : lt(topics.createdAt, startOfNextDay(to)),
  ];
  if (author !== "") conditions.push(eq(topics.authorId, (await personBy(context.database, author)) ?? 0));
  return {
    from: sql`${topics}`,
    id: sql`${topics.id}`,
    where: and(...conditions) ?? sql`true`,
    key: null,
    descending: true,
  };
}

/** A page of these topics. */
export async function findTopics(
  context: CallContext,
  request: CallRequest<"moderatorTopicList">,
): Promise<CallResponse<"moderatorTopicList">> {
  const { database } = context;
  const list = await topicsFound(context, request);
  const { ids, total, page, pages } = await idPage(database, list, request);
  const rows = await topicRows(database, ids, await allSections(database));
  const marks = await database
    .select({
      id: topics.id,
      pinScope: topics.pinScope,
    })
    .from(topics)
    .where(inArray(topics.id, ids));
  const marksOf = new Map(marks.map(({ id, ...mark }) => [id, mark]));
  const none = { pinScope: null };
  return { topics: rows.map((row) => ({ ...row, ...(marksOf.get(row.tid) ?? none) })), page, pages, total };
}
