import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, tags, topics, topicTags } from "../../database/schema";
import type { TextWorkers } from "../../workers/text-workers";
import { documentOf } from "./document";

/** Writes many documents in one statement. */
export async function writeDocuments(
  database: Database,
  table: typeof topics | typeof posts | SQL,
  rows: { id: number; document: string }[],
) {
  if (rows.length === 0) return;
  const values = sql.join(
    rows.map(({ id, document }) => sql`(${id}::bigint, ${document}::tsvector)`),
    sql`, `,
  );
  await database.execute(
    sql`update ${table} as written set search = document.search from (values ${values}) as document (id, search) where written.id = document.id`,
  );
}

/** The columns of a text that the search no longer finds. Set them in the transaction that destroys the text. */
export const unindexed = { search: null };

/** Makes the documents of rows in a worker. */
export async function documentsOf(
  texts: TextWorkers,
  rows: { id: number; title?: string; tags?: string[]; html: string }[],
) {
  const length = rows.reduce((sum, { html }) => sum + html.length, 0);
  const lexemes = await texts.run(
    "lexemes",
    { texts: rows.map(({ id: _id, ...text }) => text) },
    length,
    null,
  );
  return rows.map(({ id }, at) => ({ id, document: documentOf(id, lexemes[at] ?? "") }));
}

async function indexTopicsWhere(
  texts: TextWorkers,
  database: Database,
  condition: SQL | undefined,
  limit?: number,
): Promise<number[]> {
  const chosen = database
    .select({ id: topics.id, title: topics.title, html: posts.html })
    .from(topics)
    .innerJoin(posts, and(eq(posts.topicId, topics.id), eq(posts.floor, 1)))
    .where(condition)
    .orderBy(topics.id);
  const rows = limit === undefined ? await chosen : await chosen.limit(limit);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tagNames = await database
    .select({ topicId: topicTags.topicId, name: tags.name })
    .from(topicTags)
    .innerJoin(tags, eq(tags.id, topicTags.tagId))
    .where(inArray(topicTags.topicId, ids))
    .orderBy(topicTags.position);
  const tagsOf = (id: number) => tagNames.filter(({ topicId }) => topicId === id).map(({ name }) => name);
  const documents = await documentsOf(
    texts,
    rows.map((row) => ({ ...row, tags: tagsOf(row.id) })),
  );
  await writeDocuments(database, topics, documents);
  return ids;
}

/** Replies have their own documents. A topic's own text (floor 1) is part of the topic's document. */
const isReply = or(isNull(posts.floor), ne(posts.floor, 1));

async function indexRepliesWhere(
  texts: TextWorkers,
  database: Database,
  condition: SQL | undefined,
  limit?: number,
): Promise<number[]> {
  const chosen = database
    .select({ id: posts.id, html: posts.html })
    .from(posts)
    .where(and(isReply, condition))
    .orderBy(posts.id);
  const rows = limit === undefined ? await chosen : await chosen.limit(limit);
  if (rows.length > 0) await writeDocuments(database, posts, await documentsOf(texts, rows));
  return rows.map(({ id }) => id);
}

/** Writes a topic's document with these lexemes. Call it in the transaction that writes the text. */
export async function indexTopic(database: Database, tid: number, lexemes: string): Promise<void> {
  await writeDocuments(database, topics, [{ id: tid, document: documentOf(tid, lexemes) }]);
}

/** Writes a reply's document with these lexemes. Call it in the transaction that writes the text. */
export async function indexReply(database: Database, pid: number, lexemes: string): Promise<void> {
  await writeDocuments(database, posts, [{ id: pid, document: documentOf(pid, lexemes) }]);
}

/** Writes the documents of the topics (or replies) in a range of ids, up to a limit. @returns the finished ids */
export const indexTopicsAfter = (
  texts: TextWorkers,
  database: Database,
  after: number,
  upTo: number,
  limit: number,
): Promise<number[]> =>
  indexTopicsWhere(texts, database, and(gt(topics.id, after), lte(topics.id, upTo)), limit);
export const indexRepliesAfter = (
  texts: TextWorkers,
  database: Database,
  after: number,
  upTo: number,
  limit: number,
): Promise<number[]> =>
  indexRepliesWhere(texts, database, and(gt(posts.id, after), lte(posts.id, upTo)), limit);

const atOnce = 100;

/** Writes the documents of whole topics with their replies, for loaders that write many topics. */
export async function indexWholeTopics(texts: TextWorkers, database: Database, ids: number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    await indexTopicsWhere(texts, database, inArray(topics.id, some));
    let after = 0;
    for (
      let done = await indexRepliesWhere(texts, database, inArray(posts.topicId, some), atOnce);
      done.length > 0;
    ) {
      after = done.at(-1) ?? after;
      done = await indexRepliesWhere(
        texts,
        database,
        and(inArray(posts.topicId, some), gt(posts.id, after)),
        atOnce,
      );
    }
  }
}
