import { and, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, ownListItems, ownLists } from "../database/schema";
import { found } from "../server/refusal";

export type OwnListRecord = typeof ownLists.$inferSelect;

/** A list of this account. Another person's list is as unknown as one that never was: LIST_NOT_FOUND. */
export async function ownedList(database: Database, accountId: number, id: number): Promise<OwnListRecord> {
  const [row] = await database
    .select()
    .from(ownLists)
    .where(and(eq(ownLists.id, id), eq(ownLists.accountId, accountId)));
  return found(row, "LIST_NOT_FOUND");
}

/** The same, locked, so that two forms change it one after the other. */
export async function lockList(database: Database, accountId: number, id: number): Promise<OwnListRecord> {
  const [row] = await database
    .select()
    .from(ownLists)
    .where(and(eq(ownLists.id, id), eq(ownLists.accountId, accountId)))
    .for("update");
  return found(row, "LIST_NOT_FOUND");
}

/** Locks an account, so that two forms count what it has one after the other. */
export async function lockOwner(database: Database, accountId: number): Promise<void> {
  await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("no key update");
}

/** A thing in a list; LIST_ITEM_NOT_FOUND for one that is not in it. */
export async function itemOf(database: Database, listId: number, item: number) {
  const [row] = await database
    .select()
    .from(ownListItems)
    .where(and(eq(ownListItems.id, item), eq(ownListItems.listId, listId)));
  return found(row, "LIST_ITEM_NOT_FOUND");
}
