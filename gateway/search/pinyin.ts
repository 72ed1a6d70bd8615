import { desc, sql } from "drizzle-orm";
import { searchQueries, sections, tags, topics } from "../database/schema";
import { keep } from "../server/answers";
import type { CallContext } from "../server/context";
import { ownWords } from "./index/dictionary";
import { isPopular } from "./popular";
import { foldQuery, segment } from "./query";

/** A Chinese word with its spelling. */
interface Entry {
  word: string;
  /** Without tones or spaces: `xinpian`. */
  pinyin: string;
  /** First letters: `xp`. */
  initials: string;
  /** Its frequency in tags, titles and searches. */
  weight: number;
}

interface Lexicon {
  byPinyin: Map<string, Entry>;
  byInitials: Map<string, Entry>;
  longest: number;
}

const keepSeconds = 600;
export const lexiconAnswer = "search lexicon";
const [tagsRead, titlesRead, searchesRead] = [2_000, 5_000, 1_000];
const tagWeight = 3;
/** The longest run of characters that is corrected by sound: nobody mistypes a whole sentence. */
const runMaximum = 12;
const chinese = /\p{Script=Han}+/gu;

/** The services for reading words: the database, the threads that segment texts, and the clock. */
type Reading = Pick<CallContext, "database" | "texts" | "now">;

/** Counts the words of tags, of the newest titles, of popular searches, and of our own dictionary. */
async function countWords({ database, texts, now }: Reading): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const found: { run: string; weight: number; whole: boolean }[] = [];
  const count = (text: string, weight: number, whole = false) => {
    for (const [run] of text.matchAll(chinese)) found.push({ run, weight, whole });
  };
  const tagNames = await database
    .select({ name: tags.name, topics: tags.topics })
    .from(tags)
    .orderBy(sql`${tags.topics} desc nulls last`)
    .limit(tagsRead);
  for (const { name, topics: used } of tagNames) count(name, tagWeight * (1 + used), true);
  const titles = await database
    .select({ title: topics.title })
    .from(topics)
    .where(
      sql`${topics.listed} and ${topics.sectionId} in (select ${sections.id} from ${sections} where ${sections.listed})`,
    )
    .orderBy(desc(topics.id))
    .limit(titlesRead);
  for (const { title } of titles) count(title, 1);
  const searches = await database
    .select({ text: searchQueries.text, people: searchQueries.people })
    .from(searchQueries)
    .where(isPopular(now()))
    .orderBy(sql`${searchQueries.people} desc nulls last`)
    .limit(searchesRead);
  for (const { text, people } of searches) count(text, people, true);
  const segmented = await segment(texts, [...new Set(found.map(({ run }) => run))]);
  for (const { run, weight, whole } of found) {
    for (const word of [...(whole ? [run] : []), ...(segmented.get(run) ?? [])]) {
      const length = [...word].length;
      if (length > 1 && length < 9) counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  }
  for (const word of ownWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The words by their pinyin, cached for ten minutes. */
function lexiconOf(reading: Reading): Promise<Lexicon> {
  return keep(reading, [lexiconAnswer], { seconds: keepSeconds }, async () => {
    // The library needs some memory, so it is imported only when somebody types pinyin.
    const { pinyin } = await import("pinyin-pro");
    const lexicon: Lexicon = { byPinyin: new Map(), byInitials: new Map(), longest: 0 };
    for (const [word, weight] of await countWords(reading)) {
      const syllables = pinyin(word, { toneType: "none", type: "array", v: true });
      const entry = {
        word,
        weight,
        pinyin: syllables.join(""),
        initials: syllables.map((syllable) => syllable[0] ?? "").join(""),
      };
      if (!/^[a-z]+$/.test(entry.pinyin)) continue;
      for (const [map, key] of [
        [lexicon.byPinyin, entry.pinyin],
        [lexicon.byInitials, entry.initials],
      ] as const) {
        const before = map.get(key);
        if (!before || before.weight < weight) map.set(key, entry);
      }
      lexicon.longest = Math.max(lexicon.longest, entry.pinyin.length);
    }
    return lexicon;
  });
}

/** Letters as Chinese words: the fewest words, and of several readings the most frequent; null without a reading. */
function inWords(letters: string, lexicon: Lexicon): string | null {
  /** The best reading of the letters up to each position, with its cost (number and rarity of words). */
  const best: ({ cost: number; text: string } | undefined)[] = [{ cost: 0, text: "" }];
  for (let end = 1; end <= letters.length; end += 1) {
    for (let start = Math.max(0, end - lexicon.longest); start < end; start += 1) {
      const before = best[start];
      const entry = before && lexicon.byPinyin.get(letters.slice(start, end));
      if (!before || !entry) continue;
      const cost = before.cost + 1 + 0.5 / (1 + entry.weight);
      const now = best[end];
      if (!now || cost < now.cost) best[end] = { cost, text: before.text + entry.word };
    }
  }
  return best[letters.length]?.text ?? null;
}

/** Letters as Chinese words, or the word with these initials. */
const spell = (letters: string, lexicon: Lexicon): string | null =>
  inWords(letters, lexicon) ?? lexicon.byInitials.get(letters)?.word ?? null;

const latin = /^[a-z']{2,40}$/;

/**
 * Reads pinyin that somebody typed without an input method: `xinpian` is 芯片, `xinpian shaolu` 芯片 烧录. Other words
 * stay unchanged.
 * @returns null when no word is pinyin
 */
export async function readPinyin(reading: Reading, text: string): Promise<string | null> {
  const folded = foldQuery(text);
  const words = folded.split(" ");
  if (!words.some((word) => latin.test(word))) return null;
  const lexicon = await lexiconOf(reading);
  const joined = words.every((word) => latin.test(word))
    ? spell(words.join("").replaceAll("'", ""), lexicon)
    : null;
  const apart = words
    .map((word) => (latin.test(word) ? (spell(word.replaceAll("'", ""), lexicon) ?? word) : word))
    .join(" ");
  if (apart !== folded) return apart;
  return joined;
}

/**
 * Corrects wrong characters with the right sound: 低功号 is 低功耗. A query with phrases or excluded words stays
 * unchanged.
 * @returns null when no existing word has this sound
 */
export async function readHomophones(reading: Reading, text: string): Promise<string | null> {
  const folded = foldQuery(text);
  if (/["“”「」『』]|(?:^| )-/.test(folded) || !/\p{Script=Han}{2}/u.test(folded)) return null;
  const [lexicon, { pinyin }] = await Promise.all([lexiconOf(reading), import("pinyin-pro")]);
  const read = folded.replace(chinese, (run) => {
    const length = [...run].length;
    if (length < 2 || length > runMaximum) return run;
    const letters = pinyin(run, { toneType: "none", type: "array", v: true }).join("");
    const suggestion = /^[a-z]+$/.test(letters) ? inWords(letters, lexicon) : null;
    // The suggestion must have the same length, because each character replaces one of the same sound.
    return suggestion !== null && [...suggestion].length === length ? suggestion : run;
  });
  return read === folded ? null : read;
}

/** Chinese words whose spelling begins with these letters, the most frequent first. */
export async function wordsSpelled(
  reading: Reading,
  wordsForReading: string,
  limit: number,
): Promise<string[]> {
  const letters = wordsForReading.replaceAll(/[' ]/g, "");
  if (!/^[a-z]{3,40}$/.test(letters)) return [];
  const { byPinyin } = await lexiconOf(reading);
  return [...byPinyin.values()]
    .filter((entry) => entry.pinyin.startsWith(letters))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, limit)
    .map(({ word }) => word);
}
