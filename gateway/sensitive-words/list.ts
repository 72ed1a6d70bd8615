import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents, sensitiveWords } from "../database/schema";
import type { Word } from "./matcher";

/**
 * The document that says which list is in force: every worker sees by it that its matcher is of an older one.
 */
const listDocument = "sensitiveWords";
const chunk = 1_000;

/**
 * The list in force, for a worker that may have its matcher already: `list` is sent along only when it has
 * not.
 */
export interface WordList {
  fingerprint: string;
  list?: Word[];
}

/** Which list is in force; asking costs one small query. Not to be called inside a transaction. */
export async function wordListInForce(database: Database): Promise<WordList> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, listDocument))
    .limit(1);
  return { fingerprint: String((row?.value as { fingerprint?: string } | undefined)?.fingerprint ?? "") };
}

/** The list in force with its words. */
export async function wholeWordList(database: Database): Promise<WordList> {
  const { fingerprint } = await wordListInForce(database);
  const { word, level, replacement } = sensitiveWords;
  return { fingerprint, list: await database.select({ word, level, replacement }).from(sensitiveWords) };
}

/** Puts this list in the place of the one before. */
export async function saveWords(database: Database, words: Word[], now: Date): Promise<void> {
  const rows = words.map(({ word, level, replacement }) => ({ word, level, replacement }));
  const fingerprint = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  const [kept] = await database.select().from(documents).where(eq(documents.key, listDocument));
  if ((kept?.value as { fingerprint?: string } | undefined)?.fingerprint === fingerprint) return;
  await database.delete(sensitiveWords);
  for (let start = 0; start < rows.length; start += chunk)
    await database.insert(sensitiveWords).values(rows.slice(start, start + chunk));
  const value = { fingerprint };
  await database
    .insert(documents)
    .values({ key: listDocument, value, updatedAt: now })
    .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: now } });
}
