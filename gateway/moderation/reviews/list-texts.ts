import type { CallRequest, CallResponse } from "contract";
import { logWarning } from "contract/base/log";
import { excerpt } from "contract/base/plain-text";
import type { WaitingText } from "contract/moderation/reviews/calls";
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { outerColumn } from "../../database/outer-column";
import { accounts, posts, postVersions, reviewItems, sections, topics } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { MarkedText, TextToMark } from "../../sensitive-words/mark";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { WorkerLost } from "../../workers/lane";
import { ThreadNotStarted } from "../../workers/thread-pool";
import { type IdList, idPage, inOrder } from "../deep-pages";
import { withinPage } from "../page-limit";
import { inScope, personBy, scopeOf } from "../scope";
import { stillThere } from "./still-there";

const excerptLength = 160;

const parents = alias(posts, "parents");
const firsts = alias(posts, "firsts");

interface ReviewRecord {
  /** The numbers of the author's texts that were refused, and that wait. Counting stops at a hundred. */
  refused: number;
  waiting: number;
}

/** The records of these authors, each read once, however many texts of theirs are on the page. */
async function recordsOf(database: Database, authorIds: number[]): Promise<Map<number, ReviewRecord>> {
  const counted = (condition: SQL) =>
    sql`(select count(*)::int from (select 1 from ${reviewItems} where ${reviewItems.authorId} = author.id and ${condition} limit 100) as counted)`;
  const { rows } = (await database.execute(sql`select author.id,
      ${counted(sql`${reviewItems.decision} in ('refuse', 'discard')`)} as refused,
      ${counted(isNull(reviewItems.decidedAt))} as waiting
    from unnest(${sql.param([...new Set(authorIds)])}::int[]) as author (id)`)) as unknown as {
    rows: (ReviewRecord & { id: number })[];
  };
  return new Map(rows.map(({ id, ...record }) => [id, record]));
}

/** The texts with their sensitive words marked; unmarked when the text threads are busy or do not start. */
async function markedTexts({ texts }: CallContext, waiting: TextToMark[]): Promise<MarkedText[]> {
  const length = waiting.reduce((sum, { html, words }) => sum + (words.length > 0 ? html.length : 0), 0);
  if (length === 0) return [];
  return texts.run("mark", { texts: waiting }, length, null).catch((error: unknown) => {
    const isWithoutThread = error instanceof WorkerLost || error instanceof ThreadNotStarted;
    if (!(error instanceof Refusal || isWithoutThread)) throw error;
    logWarning(`[网关] 待审的内容没有标出命中的词：${error.message}`);
    return [];
  });
}

type Filter = Omit<CallRequest<"reviewTopicList">, "page" | "size">;

/** Texts in review in the caller's sections, the oldest first. */
export async function textsWaiting(
  context: CallContext,
  ofTopic: boolean,
  { fid, author, word, ignored }: Filter,
): Promise<IdList> {
  const { database } = context;
  const where = and(
    isNull(reviewItems.decidedAt),
    eq(reviewItems.ofTopic, ofTopic),
    ignored ? isNotNull(reviewItems.ignoredAt) : isNull(reviewItems.ignoredAt),
    inScope(reviewItems.sectionId, await scopeOf(context, fid)),
    author === "" ? undefined : eq(reviewItems.authorId, (await personBy(database, author)) ?? 0),
    // Written as an array operator, because the index on words supports it.
    word === "" ? undefined : sql`${reviewItems.words} @> array[${word}]::text[]`,
    // A text that its author deleted, or that is in the bin, is not in the list until it is restored.
    stillThere(sql`${reviewItems.postId}`),
  );
  return {
    from: sql`${reviewItems}`,
    id: sql`${reviewItems.id}`,
    where: where ?? sql`true`,
    key: { column: sql`${reviewItems.createdAt}`, type: "timestamptz" },
    descending: false,
    name: sql`${reviewItems.postId}`,
  };
}

/** A page of these texts, each with what a moderator needs to decide. */
export async function listTexts(
  context: CallContext,
  ofTopic: boolean,
  request: CallRequest<"reviewTopicList">,
): Promise<CallResponse<"reviewTopicList">> {
  const { database, caller, now } = context;
  const list = await textsWaiting(context, ofTopic, request);
  const { ids, total, page, pages } = await idPage(database, list, request);
  const waiting = await database
    .select({
      item: reviewItems,
      id: posts.id,
      tid: topics.id,
      title: topics.title,
      fid: sections.id,
      section: sections.name,
      authorId: posts.authorId,
      html: posts.html,
      published: sql<boolean>`${posts.listed} and ${topics.listed}`,
      source: posts.source,
      createdAt: posts.createdAt,
      editedAt: posts.editedAt,
      answered: sql<string>`left(coalesce(${parents.html}, ${firsts.html}), 4000)`,
      posts: accounts.posts,
      since: accounts.createdAt,
      before: sql<string | null>`(select ${postVersions.source} from ${postVersions}
        where ${postVersions.postId} = ${outerColumn(posts.id)} order by ${postVersions.id} desc limit 1)`,
    })
    .from(reviewItems)
    .innerJoin(posts, eq(posts.id, reviewItems.postId))
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .innerJoin(sections, eq(sections.id, topics.sectionId))
    .innerJoin(accounts, eq(accounts.id, posts.authorId))
    .leftJoin(parents, eq(parents.id, posts.parentId))
    .leftJoin(firsts, and(eq(firsts.topicId, topics.id), eq(firsts.floor, 1)))
    .where(inArray(reviewItems.id, ids));
  const listed = inOrder(ids, waiting, ({ item }) => item.id);
  const bounded = withinPage(listed.map(({ html }) => html));
  const rows = listed.map((row, at) => ({ ...row, html: bounded[at] ?? "" }));
  const authorIds = rows.map(({ authorId }) => authorId);
  const [people, records] = await Promise.all([
    peopleByIds(database, [...authorIds, ...rows.map(({ item }) => item.claimedById)]),
    recordsOf(database, authorIds),
  ]);
  const at = now();
  const marked = await markedTexts(
    context,
    rows.map(({ title, html, item: { words } }) => ({ title, html, words })),
  );
  const items = rows.map((row, index): WaitingText => {
    const { item, id, tid, title, source, before, published } = row;
    const { title: titleMarks = [], html = row.html } = marked[index] ?? {};
    const { words, claimedById, claimedUntil } = item;
    const { refused = 0, waiting: allWaiting = 1 } = records.get(row.authorId) ?? {};
    const by =
      claimedById !== null && claimedUntil && claimedUntil > at ? people.get(claimedById) : undefined;
    return {
      id,
      tid,
      title,
      titleMarks,
      html,
      words,
      published,
      section: { fid: row.fid, name: row.section },
      author: found(people.get(row.authorId), "USER_NOT_FOUND"),
      answers: ofTopic ? "" : excerpt(row.answered ?? "", excerptLength),
      before: row.editedAt ? before : null,
      source: row.editedAt ? source : "",
      record: {
        posts: row.posts,
        refused,
        // A text whose decision is just being written may be missing from the record.
        waiting: Math.max(0, allWaiting - 1),
        since: row.since.toISOString(),
      },
      claim:
        by && claimedUntil
          ? { by, until: claimedUntil.toISOString(), mine: claimedById === caller.account?.id }
          : null,
      createdAt: row.createdAt.toISOString(),
      waitingSince: item.createdAt.toISOString(),
    };
  });
  return { items, page, pages, total };
}
