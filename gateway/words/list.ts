import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents, sensitiveWords } from "../database/schema";
import { createMatcher, type Matcher, type Word } from "./matcher";

/** The document that says which list is in force: every process sees by it that its matcher is of an older one. */
const listDocument = "sensitiveWords";
const chunk = 1_000;

const matchers = new WeakMap<Database, { fingerprint: string; matcher: Promise<Matcher> }>();

async function readMatcher(database: Database): Promise<Matcher> {
  const { word, level, replacement } = sensitiveWords;
  return createMatcher(await database.select({ word, level, replacement }).from(sensitiveWords));
}

/**
 * The matcher of the list in force. Kept in the process and made again when the list has changed; asking costs one small
 * query. Not to be called inside a transaction.
 */
export async function matcherOf(database: Database): Promise<Matcher> {
  const [row] = await database.select({ value: documents.value }).from(documents).where(eq(documents.key, listDocument)).limit(1);
  const fingerprint = String((row?.value as { fingerprint?: string } | undefined)?.fingerprint ?? "");
  const kept = matchers.get(database);
  if (kept?.fingerprint === fingerprint) return kept.matcher;
  const matcher = readMatcher(database);
  matchers.set(database, { fingerprint, matcher });
  // A failure is not kept.
  matcher.catch(() => matchers.delete(database));
  return matcher;
}

/** Puts this list in the place of the one before. */
export async function saveWords(database: Database, words: Word[], now: Date): Promise<void> {
  const rows = words.map(({ word, level, replacement }) => ({ word, level, replacement }));
  const fingerprint = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  await database.delete(sensitiveWords);
  for (let start = 0; start < rows.length; start += chunk) await database.insert(sensitiveWords).values(rows.slice(start, start + chunk));
  const value = { fingerprint };
  await database
    .insert(documents)
    .values({ key: listDocument, value, updatedAt: now })
    .onConflictDoUpdate({ target: documents.key, set: { value, updatedAt: now } });
}
