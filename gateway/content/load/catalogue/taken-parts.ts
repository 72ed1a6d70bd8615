import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { contentPieces, productParts, products } from "../../../database/schema";
import { fingerprintOfValue } from "../rows/changes";
import { inChunks } from "../rows/counters";
import type { ProductItem } from "./products";

/** The listed products of the browser that have order numbers of a pack, by the number in upper case. */
async function ownersOf(
  database: Database,
  held: number[],
  numbers: string[],
): Promise<Map<string, { id: number; name: string }>> {
  const upper = sql<string>`upper(${productParts.number})`;
  const rows = await inChunks(numbers, (slice) =>
    database
      .select({ number: upper, id: products.id, name: products.name })
      .from(productParts)
      .innerJoin(products, eq(products.id, productParts.productId))
      .where(and(inArray(upper, slice), inArray(products.id, held), isNull(products.delistedAt))),
  );
  return new Map(rows.map(({ number, ...owner }) => [number, owner]));
}

/** The fingerprint of the pack's version that each product of the browser was compared with last, by its key. */
async function comparedWith(database: Database): Promise<Map<string, string | null>> {
  const rows = await database
    .select({ key: contentPieces.key, fingerprint: contentPieces.packFingerprint })
    .from(contentPieces)
    .where(and(eq(contentPieces.kind, "products"), eq(contentPieces.held, "browser")));
  return new Map(rows.map(({ key, fingerprint }) => [key, fingerprint]));
}

/**
 * An order number that a listed product of the browser has stays there: the pack's product is written without it. Its
 * fingerprint says so, so that a later load gives it the number once that is free. One of the browser is compared in
 * the same way, because it was written so before it was edited, and could not be taken with the number.
 * @returns the products of the pack as they can be written, and what to tell the operator
 */
export async function withoutTakenParts(
  database: Database,
  items: ProductItem[],
): Promise<{ items: ProductItem[]; notices: string[] }> {
  const held = await comparedWith(database);
  const numbers = items.flatMap(({ front }) => front.parts.map(({ number }) => number.toUpperCase()));
  if (held.size === 0 || numbers.length === 0) return { items, notices: [] };
  const owners = await ownersOf(database, [...held.keys()].map(Number), numbers);
  if (owners.size === 0) return { items, notices: [] };
  const notices: string[] = [];
  const written = items.map((item) => {
    const key = String(item.key);
    if (held.get(key) === item.fingerprint) return item;
    const isTaken = ({ number }: { number: string }) =>
      (owners.get(number.toUpperCase())?.id ?? item.key) !== item.key;
    const taken = item.front.parts.filter(isTaken).map(({ number }) => number);
    if (taken.length === 0) return item;
    for (const number of held.has(key) ? [] : taken)
      notices.push(
        `订货型号 ${number} 内容包写在产品「${item.front.name}」里，站内改过的产品「${owners.get(number.toUpperCase())?.name}」已经有它，留在那里`,
      );
    const front = { ...item.front, parts: item.front.parts.filter((part) => !isTaken(part)) };
    return { ...item, front, fingerprint: fingerprintOfValue([item.fingerprint, "without", taken]) };
  });
  return { items: written, notices };
}
