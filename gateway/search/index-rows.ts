import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { posts, tags, topics, topicTags } from "../database/schema";
import { plainText } from "../text/plain-text";
import { replyDocument, topicDocument } from "./document";

/** Writes many documents in one statement. */
async function writeDocuments(database: Database, table: typeof topics | typeof posts, rows: { id: number; document: string }[]) {
  if (rows.length === 0) return;
  const values = sql.join(
    rows.map(({ id, document }) => sql`(${id}::int, ${document}::tsvector)`),
    sql`, `,
  );
  await database.execute(
    sql`update ${table} as written set search = document.search from (values ${values}) as document (id, search) where written.id = document.id`,
  );
}

async function indexTopicsWhere(database: Database, condition: SQL | undefined, limit?: number): Promise<number[]> {
  const chosen = database
    .select({ id: topics.id, title: topics.title, html: posts.html })
    .from(topics)
    .innerJoin(posts, and(eq(posts.topicId, topics.id), eq(posts.floor, 1)))
    .where(condition)
    .orderBy(topics.id);
  const rows = limit === undefined ? await chosen : await chosen.limit(limit);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const named = await database
    .select({ topicId: topicTags.topicId, name: tags.name })
    .from(topicTags)
    .innerJoin(tags, eq(tags.id, topicTags.tagId))
    .where(inArray(topicTags.topicId, ids))
    .orderBy(topicTags.position);
  const tagsOf = (id: number) => named.filter(({ topicId }) => topicId === id).map(({ name }) => name);
  const documents = rows.map(({ id, title, html }) => ({
    id,
    document: topicDocument(id, { title, tags: tagsOf(id), text: plainText(html) }),
  }));
  await writeDocuments(database, topics, documents);
  return ids;
}

/** A topic's own text is found with the topic; every other post has a document of its own. */
const isReply = or(isNull(posts.floor), ne(posts.floor, 1));

async function indexRepliesWhere(database: Database, condition: SQL | undefined, limit?: number): Promise<number[]> {
  const chosen = database.select({ id: posts.id, html: posts.html }).from(posts).where(and(isReply, condition)).orderBy(posts.id);
  const rows = limit === undefined ? await chosen : await chosen.limit(limit);
  await writeDocuments(
    database,
    posts,
    rows.map(({ id, html }) => ({ id, document: replyDocument(id, plainText(html)) })),
  );
  return rows.map(({ id }) => id);
}

/** Makes a topic findable by what its title, tags and own text say now. Call it where they are written, in the same transaction. */
export async function indexTopic(database: Database, tid: number): Promise<void> {
  await indexTopicsWhere(database, eq(topics.id, tid));
}

/** Makes a reply findable by what it says now. Call it where it is written, in the same transaction. */
export async function indexReply(database: Database, pid: number): Promise<void> {
  await indexRepliesWhere(database, eq(posts.id, pid));
}

/** Writes the documents of the topics and replies after these ids, up to these, so many at once. @returns the ids that were done. */
export const indexTopicsAfter = (database: Database, after: number, upTo: number, limit: number): Promise<number[]> =>
  indexTopicsWhere(database, and(gt(topics.id, after), lte(topics.id, upTo)), limit);
export const indexRepliesAfter = (database: Database, after: number, upTo: number, limit: number): Promise<number[]> =>
  indexRepliesWhere(database, and(gt(posts.id, after), lte(posts.id, upTo)), limit);

const atOnce = 100;

/** Makes whole topics findable, with every reply in them: for loaders that write many. */
export async function indexWholeTopics(database: Database, ids: number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    await indexTopicsWhere(database, inArray(topics.id, some));
    let after = 0;
    for (let done = await indexRepliesWhere(database, inArray(posts.topicId, some), atOnce); done.length > 0; ) {
      after = done.at(-1) ?? after;
      done = await indexRepliesWhere(database, and(inArray(posts.topicId, some), gt(posts.id, after)), atOnce);
    }
  }
}
