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

/** What a document is made from. */
interface Source {
  id: number;
  title?: string;
  tags?: string[];
  html: string;
}

/** Makes the documents of rows in a worker. */
export async function documentsOf(texts: TextWorkers, rows: Source[]) {
  const length = rows.reduce((sum, { html }) => sum + html.length, 0);
  const lexemes = await texts.run(
    "lexemes",
    { texts: rows.map(({ id: _id, ...text }) => text) },
    length,
    null,
  );
  return rows.map(({ id }, at) => ({ id, document: documentOf(id, lexemes[at] ?? "") }));
}

type Read = (database: Database, condition: SQL | undefined, limit?: number) => Promise<Source[]>;

const readTopics: Read = async (database, condition, limit) => {
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
  return rows.map((row) => ({ ...row, tags: tagsOf(row.id) }));
};

/** Replies have their own documents. A topic's own text (floor 1) is part of the topic's document. */
const isReply = or(isNull(posts.floor), ne(posts.floor, 1));

const readReplies: Read = async (database, condition, limit) => {
  const chosen = database
    .select({ id: posts.id, html: posts.html })
    .from(posts)
    .where(and(isReply, condition))
    .orderBy(posts.id);
  return limit === undefined ? await chosen : await chosen.limit(limit);
};

const kinds = {
  topics: { table: topics, read: readTopics },
  replies: { table: posts, read: readReplies },
};

async function indexWhere(
  texts: TextWorkers,
  database: Database,
  kind: keyof typeof kinds,
  condition: SQL | undefined,
  limit?: number,
): Promise<number[]> {
  const { table, read } = kinds[kind];
  const rows = await read(database, condition, limit);
  if (rows.length > 0) await writeDocuments(database, table, await documentsOf(texts, rows));
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

/**
 * Makes the documents of the topics or replies in a range of ids, up to a limit, outside of a transaction, because words
 * are cut for a while.
 * @returns the ids, and `write` for the transaction that writes the documents: except those of texts that were edited or
 * destroyed meanwhile, because whoever does that writes or removes the document too
 */
export async function documentsAfter(
  texts: TextWorkers,
  database: Database,
  kind: keyof typeof kinds,
  range: { after: number; upTo: number },
  limit: number,
): Promise<{ ids: number[]; write: (inside: Database) => Promise<void> }> {
  const { table, read } = kinds[kind];
  const rows = await read(database, and(gt(table.id, range.after), lte(table.id, range.upTo)), limit);
  const ids = rows.map(({ id }) => id);
  const documents = rows.length > 0 ? await documentsOf(texts, rows) : [];
  const write = async (inside: Database) => {
    const own = inArray(table.id, ids);
    // Edits and destructions change the row that has the document. With the rows locked, either they are over and are
    // seen below, or they come afterwards.
    await inside.select({ id: table.id }).from(table).where(own).orderBy(table.id).for("no key update");
    const present = new Set((await read(inside, own)).map((row) => JSON.stringify(row)));
    const same = new Set(rows.filter((row) => present.has(JSON.stringify(row))).map(({ id }) => id));
    await writeDocuments(
      inside,
      table,
      documents.filter(({ id }) => same.has(id)),
    );
  };
  return { ids, write: rows.length > 0 ? write : async () => undefined };
}

const atOnce = 100;

/** Writes the documents of whole topics with their replies, for loaders that write many topics. */
export async function indexWholeTopics(texts: TextWorkers, database: Database, ids: number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    await indexWhere(texts, database, "topics", inArray(topics.id, some));
    let after = 0;
    for (
      let done = await indexWhere(texts, database, "replies", inArray(posts.topicId, some), atOnce);
      done.length > 0;
    ) {
      after = done.at(-1) ?? after;
      done = await indexWhere(
        texts,
        database,
        "replies",
        and(inArray(posts.topicId, some), gt(posts.id, after)),
        atOnce,
      );
    }
  }
}
