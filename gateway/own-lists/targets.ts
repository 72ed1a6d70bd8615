import type { CallRequest } from "contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { ownListItems, ownLists, productParts, products, resources, topics } from "../database/schema";
import { inSeenSections } from "../forum/lists/topic-pages";
import { allSections } from "../forum/sections/find-sections";
import type { CallContext } from "../server/context";
import { Refusal } from "../server/refusal";

type Targets = Pick<CallRequest<"ownListTargets">, "kind" | "targets" | "number">;
type Reading = Pick<CallContext, "database" | "caller">;

/** The largest id of products and resources, whose columns have 32 bits. */
const shortMax = 2_147_483_647;

const missing = {
  product: "PRODUCT_NOT_FOUND",
  resource: "RESOURCE_NOT_FOUND",
  topic: "TOPIC_NOT_FOUND",
} as const;

async function namesOf(
  { database, caller }: Reading,
  { kind, ids }: { kind: Targets["kind"]; ids: number[] },
) {
  if (kind === "topic") {
    const seen = inSeenSections(await allSections(database), caller);
    return database
      .select({ id: topics.id, name: topics.title })
      .from(topics)
      .where(and(inArray(topics.id, ids), sql`${topics.listed}`, ...seen));
  }
  const short = ids.filter((id) => id <= shortMax);
  if (kind === "product")
    return database
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(and(inArray(products.id, short), isNull(products.delistedAt)));
  return database
    .select({ id: resources.id, name: resources.title })
    .from(resources)
    .where(and(inArray(resources.id, short), isNull(resources.delistedAt)));
}

/**
 * The names of what is to go into a list, in that order. Throws where one of the things is not there, not for this
 * reader, or was taken down; and for an order number of another product.
 */
export async function namesOfTargets(
  reading: Reading,
  { kind, targets, number }: Targets,
): Promise<{ id: number; name: string }[]> {
  const ids = [...new Set(targets)];
  const names = new Map((await namesOf(reading, { kind, ids })).map((row) => [row.id, row.name]));
  if (names.size < ids.length) throw new Refusal(missing[kind]);
  if (number !== "") {
    const part = and(eq(productParts.number, number), inArray(productParts.productId, ids));
    if (kind !== "product" || ids.length > 1 || (await reading.database.$count(productParts, part)) === 0)
      throw new Refusal("PART_NUMBER_NOT_FOUND");
  }
  return ids.map((id) => ({ id, name: names.get(id) ?? "" }));
}

/** The account's lists in which all of these stand. */
export async function listsWith(
  database: Database,
  accountId: number,
  { kind, targets, number }: Targets,
): Promise<number[]> {
  const ids = [...new Set(targets)];
  const rows = await database
    .select({ id: ownListItems.listId })
    .from(ownListItems)
    .innerJoin(ownLists, eq(ownLists.id, ownListItems.listId))
    .where(
      and(
        eq(ownLists.accountId, accountId),
        eq(ownListItems.kind, kind),
        inArray(ownListItems.targetId, ids),
        eq(ownListItems.number, number),
      ),
    )
    .groupBy(ownListItems.listId)
    .having(sql`count(*) = ${ids.length}`);
  return rows.map(({ id }) => id);
}
