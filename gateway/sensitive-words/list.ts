import { createHash, randomUUID } from "node:crypto";
import { eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents, sensitiveWords } from "../database/schema";
import { type Word, wordKey } from "./matcher";

/**
 * The key of the document with the fingerprint of the list in force, by which a worker sees that its matcher is out of
 * date.
 */
const listDocument = "sensitiveWords";
const chunk = 1_000;

/** The list in force, for a worker that may have its matcher already: `list` is only sent when it has not. */
export interface WordList {
  fingerprint: string;
  list?: Word[];
}

const { word, level, replacement } = sensitiveWords;
const inForce = isNull(sensitiveWords.removedAt);

/** The fingerprint of the list in force; costs one small query. */
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

/** The number of the lock that serialises changes of the list. */
const lockNumber = 1_504;

/** Makes every other change of the list wait until the transaction ends. */
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

/** Records that the list has changed, after a change of some words. */
export const sayChanged = (database: Database, now: Date): Promise<void> => say(database, randomUUID(), now);

const sameEntry = (one: Word | undefined, other: Word | undefined) =>
  one?.level === other?.level && (one?.replacement ?? null) === (other?.replacement ?? null);

/**
 * Replaces the list by this one, except words that were written, changed or removed in the portal, which stay as they
 * are there.
 * @returns how many of those differ from this list
 */
export async function saveWords(database: Database, words: Word[], now: Date): Promise<number> {
  await lockWords(database);
  const { editedAt, removedAt } = sensitiveWords;
  const edited = await database
    .select({ word, level, replacement, removedAt })
    .from(sensitiveWords)
    .where(isNotNull(editedAt));
  // A removed word is sorted first, so that a present one with the same folded spelling wins.
  edited.sort((one, other) => Number(one.removedAt === null) - Number(other.removedAt === null));
  const editedByKey = new Map(edited.map((row) => [wordKey(row.word), row]));
  const [byKey, rows] = [new Map<string, Word>(), [] as Word[]];
  for (const { word, level, replacement } of words) {
    const key = wordKey(word);
    byKey.set(key, { word, level, replacement });
    if (!editedByKey.has(key)) rows.push({ word, level, replacement });
  }
  const otherwise = [...editedByKey].filter(([key, row]) =>
    row.removedAt === null ? !sameEntry(row, byKey.get(key)) : byKey.has(key),
  ).length;
  const [document] = await database.select().from(documents).where(eq(documents.key, listDocument));
  const fingerprint = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  const before = await database
    .select({ word, level, replacement })
    .from(sensitiveWords)
    .where(isNull(editedAt));
  const presentWords = new Map(before.map((row) => [row.word, row]));
  const same =
    presentWords.size === rows.length &&
    rows.every((row) => presentWords.has(row.word) && sameEntry(presentWords.get(row.word), row));
  if (document && same) return otherwise;
  await database.delete(sensitiveWords).where(isNull(editedAt));
  for (let start = 0; start < rows.length; start += chunk)
    await database.insert(sensitiveWords).values(rows.slice(start, start + chunk));
  // With words from the portal, these rows are not the whole list, so their digest cannot be its fingerprint.
  if (edited.length > 0) await sayChanged(database, now);
  else await say(database, fingerprint, now);
  return otherwise;
}
