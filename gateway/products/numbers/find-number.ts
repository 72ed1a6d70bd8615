import {
  type ProductKind,
  type ProductState,
  productKinds,
  type ReplacementKind,
  replacementKinds,
} from "contract/products/constants";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { foldedName, products } from "../../database/schema";
import { isOneWord, partBeginning } from "./fold";

/** A name, an order number or another maker's number that belongs to a listed product. */
interface Known {
  via: "name" | "part" | "reference";
  folded: string;
  number: string;
  productId: number;
  name: string;
  kind: ProductKind;
  state: ProductState;
  /** Only of a cross-reference. */
  maker: string | null;
  how: ReplacementKind | null;
  note: string | null;
}

/** How a typed text names a product. */
export interface NumberHit {
  known: Known;
  /** `longer`: the text is a known number with something behind it, such as a packing code. */
  match: "exact" | "beginning" | "longer";
  /** Other products that the same number of another maker leads to, closest first. */
  others: Known[];
}

/** The rows that are read of each source. */
const limit = 30;
/** The most characters behind a known number, as in a packing code, and the fewest before. */
const [tailMax, headMin] = [4, 5];

/** The expression of the index on names. */
const nameFolded = foldedName(sql`p.name`);

/** The sources of numbers, each read by one look-up in its index. @param condition on the folded number */
function sources(condition: (folded: SQL) => SQL, order: (folded: SQL) => SQL, most: number): SQL {
  const [part, reference] = [sql`n.folded`, sql`r.folded`];
  // A sub-query for each row in the index's order, before the limit: numbers of delisted products do not use it up.
  const isListed = (id: SQL) =>
    sql`(select own.delisted_at is null from ${products} own where own.id = ${id})`;
  return sql`
    (select 'name' as via, ${nameFolded} as folded, p.name as number, p.id as product_id,
        null as maker, null as how, null as note
      from ${products} p where p.delisted_at is null and ${condition(nameFolded)} order by ${order(nameFolded)} limit ${most})
    union all (select 'part', n.folded, n.number, n.product_id, null, null, null
      from product_parts n where ${condition(part)} and ${isListed(sql`n.product_id`)} order by ${order(part)} limit ${most})
    union all (select 'reference', r.folded, r.number, r.product_id, r.maker, r.kind, r.note
      from product_cross_references r
      where ${condition(reference)} and ${isListed(sql`r.product_id`)} order by ${order(reference)} limit ${most})`;
}

/** The order of the indexes. */
const upwards = (number: SQL) => sql`${number} using ~<~`;

async function read(database: Database, found: SQL): Promise<Known[]> {
  const { rows } = (await database.execute(sql`
    select via, folded, number, product_id as "productId", own.name, own.kind, own.state, maker, how, note
    from (${found}) as found join ${products} own on own.id = found.product_id`)) as unknown as {
    rows: Known[];
  };
  return rows;
}

const kindPlace = ({ kind }: Known) => productKinds.findIndex(({ code }) => code === kind);
const howPlace = ({ how }: Known) => replacementKinds.findIndex(({ code }) => code === how);
const viaPlace = ({ via }: Known) => ["name", "part", "reference"].indexOf(via);

/** One row for each product, the first one. */
const distinct = (rows: Known[]) =>
  [...new Map([...rows].reverse().map((row) => [row.productId, row])).values()].reverse();

/** The product that these rows name beyond doubt: the only one, or the only chip among its modules and boards. */
function onlyOne(rows: Known[]): Known | null {
  const own = distinct(rows).sort((one, other) => kindPlace(one) - kindPlace(other));
  const best = own.filter((row) => own[0] && kindPlace(row) === kindPlace(own[0]));
  return best.length === 1 ? (best[0] ?? null) : null;
}

/** Of several products for another maker's number, the closest replacement first. */
function ofReferences(rows: Known[], match: NumberHit["match"]): NumberHit | null {
  const [known, ...others] = distinct(
    [...rows].sort((one, other) => howPlace(one) - howPlace(other) || kindPlace(one) - kindPlace(other)),
  );
  return known ? { known, match, others } : null;
}

/** The product that a folded text names, of the rows that were found for it. */
function hitOf(rows: Known[], folded: string): NumberHit | null {
  const isOwn = ({ via }: Known) => via !== "reference";
  const sorted = [...rows].sort(
    (one, other) => viaPlace(one) - viaPlace(other) || (one.folded < other.folded ? -1 : 1),
  );
  const hit = (some: Known[], match: NumberHit["match"]): NumberHit | null => {
    const known = onlyOne(some.filter(isOwn));
    return known ? { known, match, others: [] } : null;
  };
  // Of `WS63 摄像头套件` only the letters and digits are folded: it begins with WS63, and is not WS63.
  const isWhole = ({ via, number }: Known) => via !== "name" || /^[\x20-\x7e]+$/.test(number);
  const exact = sorted.filter((row) => row.folded === folded && isWhole(row));
  if (exact.length > 0) return exact.some(isOwn) ? hit(exact, "exact") : ofReferences(exact, "exact");
  const begun = sorted.filter((row) => row.folded.startsWith(folded));
  // Of so many numbers not all were read: the only chip among them may not be the only one.
  if (["name", "part", "reference"].some((via) => begun.filter((row) => row.via === via).length >= limit))
    return null;
  if (begun.some(isOwn)) return hit(begun, "beginning");
  const numbers = new Set(begun.map((row) => row.folded));
  if (numbers.size > 0) return numbers.size === 1 ? ofReferences(begun, "beginning") : null;
  const shorter = sorted.filter(isWhole);
  const longest = Math.max(0, ...shorter.map((row) => row.folded.length));
  const heads = shorter.filter((row) => row.folded.length === longest);
  return heads.some(isOwn) ? hit(heads, "longer") : ofReferences(heads, "longer");
}

/**
 * The product that a typed text names: by its name, an order number, the beginning of one, one with a packing code
 * behind it, or another maker's number. Null for a text that is no number, and where several products of the same kind
 * answer to it. One statement of look-ups by index.
 */
export async function findNumber(database: Database, text: string): Promise<NumberHit | null> {
  const folded = partBeginning(text);
  if (folded === null) return null;
  // A packing code is written without a space: in `AX21V100 gpio` the second word is another one.
  const tails = isOneWord(text) ? tailMax : 0;
  const heads = Array.from({ length: tails }, (_, at) => folded.slice(0, -(at + 1))).filter(
    ({ length }) => length >= headMin,
  );
  // In the order of the index, so that a common beginning costs no more than a rare one.
  const begun = sources((number) => sql`${number} like ${`${folded}%`}`, upwards, limit);
  const heading = sql.join(
    heads.map((head) => sql`${head}`),
    sql`, `,
  );
  const rows = await read(
    database,
    heads.length === 0
      ? begun
      : sql`${begun} union all ${sources((number) => sql`${number} in (${heading})`, upwards, limit)}`,
  );
  return rows.length > 0 ? hitOf(rows, folded) : null;
}

/** A number near a typed one, and its product. */
export interface NearNumber {
  number: string;
  productId: number;
  name: string;
}

const [nearMax, nearSide] = [6, 4];

const sharedLength = (one: string, other: string) => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** The known numbers that begin as a typed one does, the longest common beginning first. The neighbours in each index. */
export async function nearNumbers(database: Database, text: string): Promise<NearNumber[]> {
  const folded = partBeginning(text);
  if (folded === null) return [];
  const side = (condition: (number: SQL) => SQL, order: (number: SQL) => SQL) =>
    read(database, sources(condition, order, nearSide));
  const sides = await Promise.all([
    side(
      (number) => sql`${number} ~<~ ${folded}`,
      (number) => sql`${number} using ~>~`,
    ),
    side((number) => sql`${number} ~>=~ ${folded}`, upwards),
  ]);
  const rows = sides.flat();
  const shared = (row: Known) => sharedLength(row.folded, folded);
  const near = rows
    .filter((row) => shared(row) >= Math.max(3, Math.floor(folded.length * 0.4)))
    .sort(
      (one, other) =>
        shared(other) - shared(one) || kindPlace(one) - kindPlace(other) || viaPlace(one) - viaPlace(other),
    );
  return distinct(near)
    .slice(0, nearMax)
    .map(({ number, productId, name }) => ({ number, productId, name }));
}
