import { createHash, randomUUID } from "node:crypto";
import { eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents, sensitiveWords } from "../database/schema";
import { type Word, wordKey } from "./matcher";

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

const { word, level, replacement } = sensitiveWords;
const inForce = isNull(sensitiveWords.removedAt);

/** Which list is in force; asking costs one small query. */
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
  return {
    fingerprint,
    list: await database.select({ word, level, replacement }).from(sensitiveWords).where(inForce),
  };
}

/** Changes of the list wait for each other. */
const lockNumber = 1_504;

/** Has every other change of the list wait until the transaction ends. */
export async function lockWords(database: Database): Promise<void> {
  await database.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
}

async function say(database: Database, fingerprint: string, now: Date): Promise<void> {
  const value = { fingerprint };
  await database
    .insert(documents)
    .values({ key: listDocument, value, updatedAt: now })
    .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: now } });
}

/** Says that another list is in force, after a change of some words. */
export const sayChanged = (database: Database, now: Date): Promise<void> => say(database, randomUUID(), now);

const sameEntry = (one: Word | undefined, other: Word | undefined) =>
  one?.level === other?.level && (one?.replacement ?? null) === (other?.replacement ?? null);

/**
 * Puts this list in the place of the one before, but for words that were written, changed or removed in the portal:
 * those stay as they are there. @returns how many of them stand otherwise than in this list
 */
export async function saveWords(database: Database, words: Word[], now: Date): Promise<number> {
  await lockWords(database);
  const { editedAt, removedAt } = sensitiveWords;
  const edited = await database
    .select({ word, level, replacement, removedAt })
    .from(sensitiveWords)
    .where(isNotNull(editedAt));
  // One that stands goes before a removed one that is the same word in another spelling.
  edited.sort((one, other) => Number(one.removedAt === null) - Number(other.removedAt === null));
  const decided = new Map(edited.map((row) => [wordKey(row.word), row]));
  const [byKey, rows] = [new Map<string, Word>(), [] as Word[]];
  for (const { word, level, replacement } of words) {
    const key = wordKey(word);
    byKey.set(key, { word, level, replacement });
    if (!decided.has(key)) rows.push({ word, level, replacement });
  }
  const otherwise = [...decided].filter(([key, row]) =>
    row.removedAt === null ? !sameEntry(row, byKey.get(key)) : byKey.has(key),
  ).length;
  const [document] = await database.select().from(documents).where(eq(documents.key, listDocument));
  const fingerprint = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  const before = await database
    .select({ word, level, replacement })
    .from(sensitiveWords)
    .where(isNull(editedAt));
  const standing = new Map(before.map((row) => [row.word, row]));
  const same =
    standing.size === rows.length &&
    rows.every((row) => standing.has(row.word) && sameEntry(standing.get(row.word), row));
  if (document && same) return otherwise;
  await database.delete(sensitiveWords).where(isNull(editedAt));
  for (let start = 0; start < rows.length; start += chunk)
    await database.insert(sensitiveWords).values(rows.slice(start, start + chunk));
  // With words of the portal's own, these are not the whole list.
  if (edited.length > 0) await sayChanged(database, now);
  else await say(database, fingerprint, now);
  return otherwise;
}
