import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { productCrossReferences, productParts, products, sections, tags, topics } from "../database/schema";
import { isListed } from "../forum/sections/find-sections";
import { keep } from "../server/answers";
import type { CallContext } from "../server/context";
import { distanceWithin, lettersOf, mayBeWithin } from "./distance";
import { ownWords, sameMeaning } from "./index/dictionary";
import { foldText } from "./index/fold";
import { stretchesOf } from "./index/tokens";
import { foldQuery } from "./query";

/** A name that exists in the portal, with its frequency. */
interface Name {
  /** The spelling in its source. */
  name: string;
  key: string;
  letters: number;
  weight: number;
}

interface Names {
  byKey: Map<string, Name>;
  /** The names by the length of their keys. */
  byLength: Map<number, Name[]>;
}

type Reading = Pick<CallContext, "database" | "now">;

const keepSeconds = 600;
const [tagsRead, titlesRead, productsRead, partsRead] = [2_000, 5_000, 5_000, 20_000];
/** The factor by which the operator's names count more than words in members' titles. */
const ownWeight = 5;

/** The form for comparison: differences of case, width, spaces and joining signs are no mistakes. */
const keyOf = (text: string) => foldQuery(text).replace(/[\s._-]/g, "");

/**
 * The number of mistakes that a name of this length may have. In the shortest names the only allowed mistake is two
 * swapped neighbours.
 */
const mistakesIn = (length: number) => (length < 8 ? 1 : 2);
const shortest = 4;

/**
 * The existing names with their frequency: products and order numbers, tags, sections, words of letters and digits in
 * titles, and words of our dictionary. Cached for ten minutes, and only read after a search with few results, and for a
 * whole part number without suggestions.
 */
function namesOf({ database, now }: Reading): Promise<Names> {
  return keep({ database, now }, ["search names"], { seconds: keepSeconds }, async () => {
    const byKey = new Map<string, Name>();
    const count = (name: string, weight: number) => {
      const key = keyOf(name);
      const length = [...key].length;
      if (length < 2 || length > 40) return;
      const existing = byKey.get(key);
      if (existing) existing.weight += weight;
      else byKey.set(key, { name, key, letters: lettersOf(key), weight });
    };
    const [tagRows, sectionRows, productRows, partRows, referenceRows, titles] = await Promise.all([
      database
        .select({ name: tags.name, topics: tags.topics })
        .from(tags)
        .where(gt(tags.topics, 0))
        .orderBy(sql`${tags.topics} desc nulls last`)
        .limit(tagsRead),
      database.select({ name: sections.name, listed: sections.listed }).from(sections),
      database
        .select({ name: products.name })
        .from(products)
        .where(isNull(products.delistedAt))
        .limit(productsRead),
      database
        .select({ name: productParts.number })
        .from(productParts)
        .innerJoin(products, and(eq(products.id, productParts.productId), isNull(products.delistedAt)))
        .limit(partsRead),
      database
        .select({ name: productCrossReferences.number })
        .from(productCrossReferences)
        .innerJoin(
          products,
          and(eq(products.id, productCrossReferences.productId), isNull(products.delistedAt)),
        )
        .limit(partsRead),
      database
        .select({ title: topics.title })
        .from(topics)
        .where(
          sql`${topics.listed} and ${topics.sectionId} in (select ${sections.id} from ${sections} where ${sections.listed})`,
        )
        .orderBy(desc(topics.id))
        .limit(titlesRead),
    ]);
    for (const { name, topics: used } of tagRows) count(name, ownWeight + used);
    for (const section of sectionRows) if (isListed(section)) count(section.name, ownWeight);
    for (const { name } of productRows) {
      count(name, ownWeight);
      for (const { kind, text } of stretchesOf(name)) if (kind === "word") count(text, ownWeight);
    }
    for (const { name } of [...partRows, ...referenceRows]) count(name, 1);
    for (const word of [...ownWords, ...sameMeaning.flat()]) count(word, 1);
    for (const { title } of titles)
      for (const { kind, text } of stretchesOf(title)) if (kind === "word") count(text, 1);
    const byLength = new Map<number, Name[]>();
    for (const each of byKey.values()) {
      const length = [...each.key].length;
      byLength.set(length, [...(byLength.get(length) ?? []), each]);
    }
    return { byKey, byLength };
  });
}

/** A quantity, such as 100W or 3.3V, which is no name. */
const quantity = /^\d+[a-z]{0,3}$/;

/**
 * The most likely name: the one with the fewest mistakes, and of several the most frequent.
 * @param swapped whether the only allowed mistake is two swapped neighbours
 */
function nearest(key: string, { byLength }: Names, swapped: boolean): Name | null {
  const characters = [...key];
  const length = characters.length;
  const most = swapped ? 1 : mistakesIn(length);
  const onlySwap = swapped || length < shortest;
  const letters = lettersOf(key);
  let best: Name | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (let size = length - most; size <= length + most; size += 1) {
    if (onlySwap && size !== length) continue;
    for (const each of byLength.get(size) ?? []) {
      if (!mayBeWithin(letters, each.letters, most)) continue;
      const mistakes = distanceWithin(characters, [...each.key], onlySwap ? "swap" : most);
      if (mistakes === null || mistakes > fewest) continue;
      if (mistakes === fewest && best && each.weight <= best.weight) continue;
      [best, fewest] = [each, mistakes];
    }
  }
  return best;
}

/**
 * Corrects mistyped names: the whole text (`OpenHarmnoy`), or each of its unknown words (`Hi3681 串口`). Null without a
 * similar existing name. It needs only the cached names.
 */
export async function correctNames(reading: Reading, text: string): Promise<string | null> {
  const folded = foldQuery(text);
  // A search with a phrase or an excluded word is not corrected: the person typed it with care.
  if (!folded || /["“”「」『』]|(?:^| )-/.test(folded)) return null;
  const names = await namesOf(reading);
  const words = stretchesOf(text);
  const key = keyOf(folded);
  const whole = names.byKey.get(key) ?? nearest(key, names, words.length > 1 || quantity.test(key));
  if (whole) return foldQuery(whole.name) === folded ? null : whole.name;
  if (words.length < 2) return null;
  let changed = false;
  let corrected = foldText(text);
  for (const { kind, text: word } of words) {
    const key = keyOf(word);
    const enough = [...key].length >= (kind === "han" ? 3 : shortest);
    if (!enough || names.byKey.has(key) || quantity.test(key)) continue;
    const suggestion = nearest(key, names, false);
    if (!suggestion) continue;
    corrected = corrected.replace(word, suggestion.name);
    changed = true;
  }
  return changed ? corrected : null;
}
