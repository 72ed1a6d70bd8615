import { cleanText } from "contract/base/fields";
import { isVisible } from "contract/base/plain-text";
import { desc, gt, inArray, sql } from "drizzle-orm";
import { memoized } from "../database/memo";
import type { Database } from "../database/open";
import { searchQueries, tags } from "../database/schema";
import { type Checking, lookForWords } from "../sensitive-words/checked";
import type { CallContext } from "../server/context";
import { networkOf } from "../server/limits";
import { foldQuery } from "./query";

const shown = 10;
const lookedAt = 100;
const rememberedDays = 30;
const keptSeconds = 60;
/** Nobody looks for one letter, and nobody types the same sentence as others do. */
const [lengthMinimum, lengthMaximum] = [2, 30];

/**
 * Leaves out searches that hold a sensitive word, however it is spelled: whatever its level, it is not put
 * before people.
 */
async function withoutUnwanted(checking: Checking, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const { marks } = await lookForWords(checking, { texts: { value: texts, strictness: "name" } });
  const unwanted = new Set(marks?.texts?.map(({ item }) => item));
  return texts.filter((_text, at) => !unwanted.has(at));
}

/**
 * Counts a search that found something: once an hour for each person, or each network that visitors come
 * from. What is stored is the search alone, never who made it.
 */
export async function countSearch(context: CallContext, text: string): Promise<void> {
  const { database, caller, limits } = context;
  const folded = foldQuery(cleanText(text));
  if (folded.length < lengthMinimum || folded.length > lengthMaximum || !isVisible(folded)) return;
  const who = caller.account ? `account ${caller.account.id}` : networkOf(caller.address);
  if (!(await limits.take("searchCount", `${who} ${folded}`))) return;
  const now = context.now();
  if ((await withoutUnwanted(context, [folded])).length === 0) return;
  await database
    .insert(searchQueries)
    .values({ text: folded, times: 1, lastAt: now })
    .onConflictDoUpdate({
      target: searchQueries.text,
      set: { times: sql`${searchQueries.times} + 1`, lastAt: now },
    });
}

/** Writes searches as the tags of that name are written: `hi3861` as Hi3861. */
async function spelled(database: Database, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const rows = await database
    .select({ name: tags.name })
    .from(tags)
    .where(inArray(sql`lower(${tags.name})`, texts));
  const names = new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
  return texts.map((text) => names.get(text) ?? text);
}

/** What was searched for most in the last thirty days, without sensitive words; kept for a minute. */
export function topSearches(context: CallContext): Promise<string[]> {
  const { database } = context;
  const now = context.now();
  return memoized(database, "top-searches", now, keptSeconds, async () => {
    const since = new Date(now.getTime() - rememberedDays * 86_400_000);
    const rows = await database
      .select({ text: searchQueries.text })
      .from(searchQueries)
      .where(gt(searchQueries.lastAt, since))
      .orderBy(sql`${searchQueries.times} desc nulls last`, sql`${searchQueries.lastAt} desc nulls last`)
      .limit(lookedAt);
    const clean = await withoutUnwanted(
      context,
      rows.map(({ text }) => text),
    );
    return spelled(database, clean.slice(0, shown));
  });
}

/** Earlier searches that begin with this, the most frequent first. @param folded see foldQuery */
export async function searchesBeginning(
  checking: Checking,
  folded: string,
  limit: number,
): Promise<string[]> {
  const { database } = checking;
  const pattern = `${folded.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await database
    .select({ text: searchQueries.text })
    .from(searchQueries)
    .where(sql`${searchQueries.text} like ${pattern}`)
    .orderBy(desc(searchQueries.times))
    .limit(limit * 3);
  const clean = await withoutUnwanted(
    checking,
    rows.map(({ text }) => text),
  );
  return spelled(database, clean.slice(0, limit));
}
