import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productParts, products } from "../../../database/schema";
import { fingerprintOfValue } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { heldKeys } from "../rows/held";
import type { ProductItem } from "./products";

/** The names of the listed products of the browser that have order numbers of a pack, by the number in upper case. */
async function ownersOf(database: Database, held: number[], numbers: string[]): Promise<Map<string, string>> {
  const upper = sql<string>`upper(${productParts.number})`;
  const rows = await inChunks(numbers, (slice) =>
    database
      .select({ number: upper, name: products.name })
      .from(productParts)
      .innerJoin(products, eq(products.id, productParts.productId))
      .where(and(inArray(upper, slice), inArray(products.id, held), isNull(products.delistedAt))),
  );
  return new Map(rows.map(({ number, name }) => [number, name]));
}

/**
 * An order number that a listed product of the browser has stays there: the pack's product is written without it. Its
 * fingerprint says so, so that a later load gives it the number once that is free.
 * @returns the products of the pack as they can be written, and what to tell the operator
 */
export async function withoutTakenParts(
  database: Database,
  items: ProductItem[],
): Promise<{ items: ProductItem[]; notices: string[] }> {
  const keys = await heldKeys(database, "products");
  const free = items.filter(({ key }) => !keys.has(String(key)));
  const numbers = free.flatMap(({ front }) => front.parts.map(({ number }) => number.toUpperCase()));
  if (keys.size === 0 || numbers.length === 0) return { items, notices: [] };
  const owners = await ownersOf(database, [...keys].map(Number), numbers);
  if (owners.size === 0) return { items, notices: [] };
  const notices: string[] = [];
  const written = items.map((item) => {
    if (keys.has(String(item.key))) return item;
    const isTaken = ({ number }: { number: string }) => owners.has(number.toUpperCase());
    const taken = item.front.parts.filter(isTaken).map(({ number }) => number);
    if (taken.length === 0) return item;
    for (const number of taken)
      notices.push(
        `订货型号 ${number} 内容包写在产品「${item.front.name}」里，站内改过的产品「${owners.get(number.toUpperCase())}」已经有它，留在那里`,
      );
    const front = { ...item.front, parts: item.front.parts.filter((part) => !isTaken(part)) };
    return { ...item, front, fingerprint: fingerprintOfValue([item.fingerprint, "without", taken]) };
  });
  return { items: written, notices };
}
