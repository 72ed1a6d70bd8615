import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accounts,
  follows,
  noticeProducts,
  notifications,
  productNotices,
  productStateChanges,
  resourceProducts,
  resources,
  resourceVersions,
} from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { tellLists } from "../own-lists/news/tell-lists";
import type { Services } from "../server/context";

/** How many new versions and notices one run notifies of; the rest waits for the next run. */
const batch = 200;

type Notification = Pick<typeof notifications.$inferInsert, "versionId" | "noticeNumber">;

/**
 * Notifies each follower of the products once, except those who turned this event off or closed their account, and
 * those who were told because of a list.
 */
async function tell(
  database: Database,
  event: "productVersion" | "productNotice",
  productIds: number[],
  what: Notification,
  { at, told }: { at: Date; told: ReadonlySet<number> },
): Promise<void> {
  if (productIds.length === 0) return;
  const followers = await database
    .select({ accountId: follows.accountId, productId: sql<number>`min(${follows.targetId})` })
    .from(follows)
    .innerJoin(accounts, eq(accounts.id, follows.accountId))
    .where(
      and(
        eq(follows.kind, "product"),
        inArray(follows.targetId, productIds),
        isNull(accounts.closedAt),
        sql`not ${event} = any(${accounts.mutedNotices})`,
      ),
    )
    .groupBy(follows.accountId);
  const readers = followers.filter(({ accountId }) => !told.has(accountId));
  for (let from = 0; from < readers.length; from += 1_000)
    await database
      .insert(notifications)
      .values(
        readers
          .slice(from, from + 1_000)
          .map((reader) => ({ ...reader, ...what, kind: "system" as const, event, createdAt: at })),
      );
}

/**
 * A version is marked as told in the transaction that writes the notices, so that a process that dies never repeats
 * them. One that was taken back is left: readers hear of it if it comes again.
 */
async function tellOfVersions({ database, now }: Services): Promise<void> {
  const isUntold = and(
    isNull(resourceVersions.toldAt),
    isNull(resourceVersions.delistedAt),
    ne(resourceVersions.state, "withdrawn"),
    sql`exists (select from ${resources} where ${resources.id} = ${resourceVersions.resourceId} and ${resources.delistedAt} is null)`,
  );
  const untold = await database
    .select({ id: resourceVersions.id, resourceId: resourceVersions.resourceId })
    .from(resourceVersions)
    .where(isUntold)
    .orderBy(asc(resourceVersions.createdAt))
    .limit(batch);
  for (const { id, resourceId } of untold)
    await transact(database, async (inside) => {
      const at = now();
      const [claimed] = await inside
        .update(resourceVersions)
        .set({ toldAt: at })
        .where(and(eq(resourceVersions.id, id), isUntold))
        .returning({ id: resourceVersions.id });
      if (!claimed) return;
      const about = await inside
        .select({ id: resourceProducts.productId })
        .from(resourceProducts)
        .where(and(eq(resourceProducts.resourceId, resourceId), resourceProducts.listed));
      const productIds = about.map((product) => product.id);
      const what = { versionId: id };
      const told = await tellLists(inside, { kind: "version", productIds, resourceId, what, at });
      await tell(inside, "productVersion", productIds, what, { at, told });
    });
}

async function tellOfNotices({ database, now }: Services): Promise<void> {
  const untold = await database
    .select({ number: productNotices.number })
    .from(productNotices)
    .where(isNull(productNotices.toldAt))
    .orderBy(asc(productNotices.createdAt))
    .limit(batch);
  for (const { number } of untold)
    await transact(database, async (inside) => {
      const at = now();
      const [claimed] = await inside
        .update(productNotices)
        .set({ toldAt: at })
        .where(and(eq(productNotices.number, number), isNull(productNotices.toldAt)))
        .returning({ kind: productNotices.kind, delistedAt: productNotices.delistedAt });
      if (!claimed || claimed.delistedAt !== null) return;
      const about = await inside
        .select({ id: noticeProducts.productId })
        .from(noticeProducts)
        .where(eq(noticeProducts.noticeNumber, number));
      const productIds = about.map((product) => product.id);
      const what = { noticeNumber: number };
      const told = await tellLists(inside, { kind: claimed.kind, productIds, resourceId: null, what, at });
      await tell(inside, "productNotice", productIds, what, { at, told });
    });
}

/** Followers hear of an end of life by its notice; the owners of lists also of the state itself. */
async function tellOfStates({ database, now }: Services): Promise<void> {
  const untold = await database
    .select({ id: productStateChanges.id, productId: productStateChanges.productId })
    .from(productStateChanges)
    .where(isNull(productStateChanges.toldAt))
    .orderBy(asc(productStateChanges.id))
    .limit(batch);
  for (const { id, productId } of untold)
    await transact(database, async (inside) => {
      const at = now();
      const [claimed] = await inside
        .update(productStateChanges)
        .set({ toldAt: at })
        .where(and(eq(productStateChanges.id, id), isNull(productStateChanges.toldAt)))
        .returning({ id: productStateChanges.id });
      if (!claimed) return;
      const what = { stateChangeId: id };
      await tellLists(inside, { kind: "state", productIds: [productId], resourceId: null, what, at });
    });
}

/**
 * Notifies followers of products, and owners of lists, of the new versions, notices and states that a load or an
 * editor published.
 */
export const tellFollowersJob: Job = {
  name: "tell-product-followers",
  everySeconds: 60,
  async run(services) {
    await tellOfVersions(services);
    await tellOfNotices(services);
    await tellOfStates(services);
  },
};
