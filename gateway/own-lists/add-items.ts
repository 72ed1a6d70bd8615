import type { CallRequest } from "contract";
import {
  type OwnListKind,
  ownListItemsMax,
  ownListNewsCodes,
  ownListsMax,
  quantityMax,
} from "contract/own-lists/constants";
import { and, eq, max, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { ownListItems, ownLists } from "../database/schema";
import type { CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { lockList, type OwnListRecord } from "./find-list";
import { namesOfTargets } from "./targets";

export interface NewItem {
  kind: OwnListKind;
  targetId: number;
  number: string;
  quantity: number;
  note: string;
}

/**
 * Makes a list at the end of the account's lists, which tells its owner of everything. The same form again gives the
 * list that it made. Throws TOO_MANY_LISTS.
 */
export async function createList(
  database: Database,
  { accountId, name, key, now }: { accountId: number; name: string; key: string; now: Date },
): Promise<OwnListRecord> {
  const own = eq(ownLists.accountId, accountId);
  const same = and(own, eq(ownLists.submissionId, key));
  const [before] = await database.select().from(ownLists).where(same);
  if (before) return before;
  if ((await database.$count(ownLists, own)) >= ownListsMax) throw new Refusal("TOO_MANY_LISTS");
  const [last] = await database
    .select({ position: max(ownLists.position) })
    .from(ownLists)
    .where(own);
  const [row] = await database
    .insert(ownLists)
    .values({
      accountId,
      name,
      told: ownListNewsCodes,
      position: (last?.position ?? -1) + 1,
      submissionId: key,
      seenAt: now,
      updatedAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  // Another request with the same form was faster.
  const list = row ?? (await database.select().from(ownLists).where(same))[0];
  return found(list, "LIST_NOT_FOUND");
}

/**
 * Adds things to a locked list; a part that is in it already gets more. The same form again adds nothing.
 * @param key of the form
 * @returns the number of things that were not in it
 */
export async function addItems(
  database: Database,
  list: OwnListRecord,
  items: NewItem[],
  { key, now }: { key: string; now: Date },
): Promise<number> {
  if (list.lastAddition === key) return 0;
  const keyOf = ({ kind, targetId, number }: Pick<NewItem, "kind" | "targetId" | "number">) =>
    `${kind} ${targetId} ${number}`;
  const stored = await database
    .select({
      kind: ownListItems.kind,
      targetId: ownListItems.targetId,
      number: ownListItems.number,
      position: ownListItems.position,
    })
    .from(ownListItems)
    .where(eq(ownListItems.listId, list.id));
  const before = new Set(stored.map(keyOf));
  const added = items.filter((item) => !before.has(keyOf(item))).length;
  if (stored.length + added > ownListItemsMax) throw new Refusal("TOO_MANY_LIST_ITEMS");
  const next = Math.max(-1, ...stored.map(({ position }) => position)) + 1;
  await database
    .insert(ownListItems)
    .values(items.map((item, at) => ({ ...item, listId: list.id, position: next + at, createdAt: now })))
    .onConflictDoUpdate({
      target: [ownListItems.listId, ownListItems.kind, ownListItems.targetId, ownListItems.number],
      set: {
        quantity: sql`case when excluded.kind = 'product'
          then least(${ownListItems.quantity} + excluded.quantity, ${quantityMax}) else 1 end`,
        note: sql`case when excluded.note = '' then ${ownListItems.note} else excluded.note end`,
      },
    });
  await database.update(ownLists).set({ lastAddition: key, updatedAt: now }).where(eq(ownLists.id, list.id));
  return added;
}

/** Adds what a page named to one of the account's lists, or to a new one. */
export async function addNamed(
  context: CallContext,
  accountId: number,
  { list: id, name, key, ...what }: Omit<CallRequest<"addToOwnList">, "submissionId"> & { key: string },
): Promise<{ id: number; name: string; added: number }> {
  const { database } = context;
  const { kind, targets, number, quantity, note } = what;
  const now = context.now();
  const list =
    id === undefined
      ? await createList(database, { accountId, name: name ?? "", key, now })
      : await lockList(database, accountId, id);
  await namesOfTargets(context, { kind, targets, number });
  const items = [...new Set(targets)].map((targetId) => ({
    kind,
    targetId,
    number,
    note,
    quantity: kind === "product" ? quantity : 1,
  }));
  return { id: list.id, name: list.name, added: await addItems(database, list, items, { key, now }) };
}
