import { cleanText } from "contract/base/fields";
import { isVisible } from "contract/base/plain-text";
import { subtractTime } from "contract/base/time";
import { and, desc, gt, gte, inArray, sql } from "drizzle-orm";
import { likeBeginning } from "../database/like";
import type { Database } from "../database/open";
import { searchQueries, tags } from "../database/schema";
import { type Checking, lookForWords } from "../sensitive-words/check-fields";
import { keep } from "../server/answers";
import type { CallContext } from "../server/context";
import { networkOf } from "../server/limits";
import { accountSearching, markSearch } from "./marks";
import { foldQuery } from "./query";

const listMax = 10;
const candidatesMax = 100;
const keepSeconds = 60;
/** A text appears in the list only after so many different people have searched for it within seven days. */
export const peopleLeast = 5;
const rememberedDays = 7;
/** One letter is no useful suggestion, and different people do not type the same long sentence. */
const [lengthMinimum, lengthMaximum] = [2, 30];

/** The condition for searches that enough people made lately. Only these are shown to others. */
export const isPopular = (now: Date) =>
  and(
    gte(searchQueries.people, peopleLeast),
    gt(searchQueries.lastAt, subtractTime(now, rememberedDays, "day")),
  );

/**
 * Leaves out searches with a sensitive word in any spelling and of any level, because the portal must not suggest them.
 */
async function withoutUnwanted(checking: Checking, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const { marks } = await lookForWords(checking, { texts: { value: texts, strictness: "name" } });
  const unwanted = new Set(marks?.texts?.map(({ item }) => item));
  return texts.filter((_text, at) => !unwanted.has(at));
}

/** Whether a search can become a suggestion: it has a suitable length and visible characters. */
const isCountable = (text: string) =>
  text.length >= lengthMinimum && text.length <= lengthMaximum && isVisible(text);

/**
 * Counts a search with results, once for each account or each network of visitors. It stores only anonymous marks
 * (marks.ts).
 */
export async function countSearch(context: CallContext, text: string): Promise<void> {
  const { database, settings, caller, limits } = context;
  const folded = foldQuery(cleanText(text));
  if (!isCountable(folded)) return;
  const who = caller.account ? accountSearching(caller.account.id) : networkOf(caller.address);
  if (!(await limits.take("searchCount", `${who} ${folded}`))) return;
  if ((await withoutUnwanted(context, [folded])).length === 0) return;
  await markSearch({ database, settings }, folded, who, context.now());
}

/** Gives the words of searches the spelling of the tags with that name: `hi3861 低功耗` becomes Hi3861 低功耗. */
async function popularSpellings(database: Database, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const words = [...new Set(texts.flatMap((text) => [text, ...text.split(" ")]))];
  const rows = await database
    .select({ name: tags.name })
    .from(tags)
    .where(inArray(sql`lower(${tags.name})`, words));
  const names = new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
  const wordByWord = (text: string) => text.split(" ").map((word) => names.get(word) ?? word);
  return texts.map((text) => names.get(text) ?? wordByWord(text).join(" "));
}

/** The most popular searches of the last seven days, without sensitive words; cached for a minute. */
export function topSearches(context: CallContext): Promise<string[]> {
  const { database } = context;
  const now = context.now();
  return keep({ database, now: () => now }, ["top searches"], { seconds: keepSeconds }, async () => {
    const rows = await database
      .select({ text: searchQueries.text })
      .from(searchQueries)
      .where(isPopular(now))
      .orderBy(sql`${searchQueries.people} desc nulls last`, sql`${searchQueries.lastAt} desc nulls last`)
      .limit(candidatesMax);
    const clean = await withoutUnwanted(
      context,
      rows.map(({ text }) => text),
    );
    return popularSpellings(database, clean.slice(0, listMax));
  });
}

/** Popular searches that begin with this text, the most popular first. @param folded see foldQuery */
export async function searchesBeginning(
  checking: Checking,
  now: Date,
  folded: string,
  limit: number,
): Promise<string[]> {
  const { database } = checking;
  const pattern = likeBeginning(folded);
  const rows = await database
    .select({ text: searchQueries.text })
    .from(searchQueries)
    .where(and(sql`${searchQueries.text} like ${pattern}`, isPopular(now)))
    .orderBy(desc(searchQueries.people))
    .limit(limit * 3);
  const clean = await withoutUnwanted(
    checking,
    rows.map(({ text }) => text),
  );
  return popularSpellings(database, clean.slice(0, limit));
}
