import type { CallResponse } from "contract";
import { productKinds } from "contract/products/constants";
import type { PartHit } from "contract/search/parts";
import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { products, topics } from "../database/schema";
import { toPerson } from "../people/cards";
import { findNumber } from "../products/numbers/find-number";
import { partBeginning, wholeNumber } from "../products/numbers/fold";
import type { CallContext } from "../server/context";
import { newestMatching } from "./candidates";
import { partsLike } from "./catalogue/candidates";
import { correctNames } from "./correct";
import { quoteToken } from "./index/document";
import { joinedName, stretchesOf } from "./index/tokens";
import { findPeople, findTags } from "./names";
import { toPartHit } from "./part";
import { wordsSpelled } from "./pinyin";
import { searchesBeginning } from "./popular";
import { foldQuery } from "./query";

const searchesMax = 4;
const topicsMax = 5;
const [productsMax, partsMax] = [3, 3];
const [tagsMax, peopleMax] = [3, 3];

/** A tsquery for titles with all typed words. The last word is a prefix, because the person may still be typing it. */
function titleQuery(text: string): string | null {
  const stretches = stretchesOf(text);
  if (stretches.length === 0) return null;
  const last = stretches.length - 1;
  const parts = stretches.flatMap(({ kind, text: stretch }, index) => {
    if (kind === "word") {
      const joined = joinedName(stretch);
      // Too many words begin with the same one letter.
      return index === last && joined.length > 1 ? [`${quoteToken(joined)}:*A`] : [`${quoteToken(joined)}:A`];
    }
    const characters = [...stretch];
    if (characters.length === 1) return [`${quoteToken(stretch)}:*`];
    const pairs = characters.slice(1).map((second, at) => quoteToken(`${characters[at]}${second}`));
    return [`(${pairs.join(" <-> ")})`];
  });
  return parts.join(" & ");
}

async function titlesWith(database: Database, now: Date, text: string, sectionIds: number[]) {
  const tsquery = titleQuery(text);
  if (tsquery === null || sectionIds.length === 0) return [];
  const folded = foldQuery(text).replaceAll(" ", "");
  // PostgreSQL has to know this query: only the first rows are read, and it decides by the words whether it walks the
  // newest topics or reads the word index.
  const matches = (match: string): SQL | undefined =>
    and(
      sql`${topics.search} @@ ${match}::tsquery`,
      sql`${topics.listed}`,
      inArray(topics.sectionId, sectionIds),
    );
  const rows = await newestMatching(database, now, tsquery, 50, (match) =>
    database
      .select({ tid: topics.id, title: topics.title })
      .from(topics)
      .where(matches(match))
      .orderBy(sql`${topics.id} desc`)
      .limit(50),
  );
  // Pairs of characters also match other texts, so only titles that really contain the text are shown.
  const [word = ""] = stretchesOf(text).map(({ text: stretch }) => stretch.toLowerCase());
  const holds = (title: string) => foldQuery(title).replaceAll(" ", "").includes(folded);
  const begins = (title: string) => foldQuery(title).includes(word);
  return rows
    .filter(({ title }) => begins(title))
    .sort((one, other) => Number(holds(other.title)) - Number(holds(one.title)))
    .slice(0, topicsMax);
}

const kindPlace = sql`array_position(array[${sql.join(
  productKinds.map(({ code }) => sql`${code}`),
  sql`, `,
)}]::text[], ${products.kind})`;

/**
 * Products whose name contains the typed text: chips before modules and kits, and within a kind the shortest name
 * first.
 */
async function findProducts(database: Database, text: string) {
  const tsquery = titleQuery(text);
  if (tsquery === null) return [];
  const folded = foldQuery(text).replaceAll(" ", "");
  const rows = await database
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(sql`${products.search} @@ ${tsquery}::tsquery`, isNull(products.delistedAt)))
    .orderBy(kindPlace, sql`length(${products.name})`, products.id)
    .limit(50);
  return rows
    .filter(({ name }) => foldQuery(name).replaceAll(" ", "").includes(folded))
    .slice(0, productsMax);
}

/** Order numbers that begin with the typed text, ignoring signs; the chip's before its modules'. */
async function partsBeginning(database: Database, text: string) {
  const folded = partBeginning(text);
  if (folded === null) return [];
  const listed = sql`select part.* from (${partsLike(folded)}) as part join ${products} on ${products.id} = part.product_id where ${products.delistedAt} is null order by ${kindPlace}, part.folded limit ${partsMax}`;
  const { rows } = (await database.execute(listed)) as unknown as {
    rows: { number: string; product_id: number }[];
  };
  return rows.map(({ number, product_id }) => ({ number, productId: product_id }));
}

/** The part of a number with a mistake in it. It is looked for only where a whole number is typed that nothing begins with. */
async function mistypedPart(context: CallContext, text: string, found: number): Promise<PartHit | null> {
  if (found > 0 || (partBeginning(text)?.length ?? 0) < wholeNumber) return null;
  const corrected = await correctNames(context, text);
  const hit = corrected === null ? null : await findNumber(context.database, corrected);
  return hit ? { ...toPartHit(hit), corrected: true } : null;
}

/**
 * Suggestions for a text during typing. Costs a few index look-ups, however large the forum is; a number that nothing
 * begins with is also compared with the names in memory, which one request in ten minutes reads.
 */
export async function suggestFor(
  context: CallContext,
  text: string,
  sectionIds: number[],
): Promise<CallResponse<"searchSuggest">> {
  const { database } = context;
  const now = context.now();
  const folded = foldQuery(text);
  if (folded.length === 0)
    return { searches: [], products: [], parts: [], part: null, topics: [], tags: [], people: [] };
  const [hit, earlier, readings, productRows, partRows, titles, tagRows, peopleRows] = await Promise.all([
    findNumber(database, text),
    searchesBeginning(context, now, folded, searchesMax),
    wordsSpelled(context, folded, searchesMax),
    findProducts(database, text),
    partsBeginning(database, text),
    titlesWith(database, now, text, sectionIds),
    findTags(database, text, tagsMax),
    findPeople(database, text, peopleMax),
  ]);
  const searches = [...new Set([...earlier, ...readings])]
    .filter((each) => foldQuery(each) !== folded)
    .slice(0, searchesMax);
  return {
    searches,
    products: productRows,
    parts: partRows,
    part: hit ? toPartHit(hit) : await mistypedPart(context, text, productRows.length + partRows.length),
    topics: titles,
    tags: tagRows.map(({ id, name }) => ({ id, name })),
    people: peopleRows.map(toPerson),
  };
}
