import type { CallRequest, CallResponse } from "contract";
import {
  type OwnListKind,
  ownListItemsMax,
  ownListNewsCodes,
  ownListNoteMax,
  ownListsMax,
  quantityMax,
} from "contract/own-lists/constants";
import { and, eq, max, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { ownListItems, ownLists } from "../database/schema";
import type { CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { lockList, lockOwner, type OwnListRecord } from "./find-list";
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
  await lockOwner(database, accountId);
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
    .returning();
  return found(row, "LIST_NOT_FOUND");
}

type Addition = CallResponse<"addLinesToOwnList">;
const nothing: Addition = { added: 0, capped: 0, repeated: true };

/** How many forms a list remembers, so that one that is posted again, from another tab too, adds nothing. */
const keysKept = 5;

/** The note of a thing that is added again with one: no earlier word is lost. */
function joinedNote(before: string, more: string): string {
  if (more === "" || before.split("；").includes(more)) return before;
  const joined = before === "" ? more : `${before}；${more}`;
  if (joined.length > ownListNoteMax)
    throw new Refusal("INVALID_REQUEST", {
      note: [`清单里已经有备注，合起来超过 ${ownListNoteMax} 个字符，请写短一些或留空`],
    });
  return joined;
}

/**
 * Adds things to a locked list; a part that is in it already gets more. The same form again adds nothing.
 * @param key of the form
 */
export async function addItems(
  database: Database,
  list: OwnListRecord,
  items: NewItem[],
  { key, now }: { key: string; now: Date },
): Promise<Addition> {
  const keys = list.lastAddition?.split(" ") ?? [];
  if (keys.includes(key)) return nothing;
  const keyOf = ({ kind, targetId, number }: Pick<NewItem, "kind" | "targetId" | "number">) =>
    `${kind} ${targetId} ${number}`;
  const stored = await database
    .select({
      kind: ownListItems.kind,
      targetId: ownListItems.targetId,
      number: ownListItems.number,
      quantity: ownListItems.quantity,
      note: ownListItems.note,
      position: ownListItems.position,
    })
    .from(ownListItems)
    .where(eq(ownListItems.listId, list.id));
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const added = items.filter((item) => !before.has(keyOf(item))).length;
  if (stored.length + added > ownListItemsMax) throw new Refusal("TOO_MANY_LIST_ITEMS");
  const next = Math.max(-1, ...stored.map(({ position }) => position)) + 1;
  const sums = items.map((item) => {
    const has = before.get(keyOf(item));
    const quantity = item.kind === "product" ? item.quantity + (has?.quantity ?? 0) : 1;
    return { ...item, quantity, note: joinedNote(has?.note ?? "", item.note) };
  });
  await database
    .insert(ownListItems)
    .values(
      sums.map((item, at) => ({
        ...item,
        quantity: Math.min(item.quantity, quantityMax),
        listId: list.id,
        position: next + at,
        createdAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [ownListItems.listId, ownListItems.kind, ownListItems.targetId, ownListItems.number],
      set: { quantity: sql`excluded.quantity`, note: sql`excluded.note` },
    });
  const lastAddition = [key, ...keys].slice(0, keysKept).join(" ");
  await database.update(ownLists).set({ lastAddition, updatedAt: now }).where(eq(ownLists.id, list.id));
  return { added, capped: sums.filter(({ quantity }) => quantity > quantityMax).length, repeated: false };
}

/** Adds what a page named to one of the account's lists, or to a new one. */
export async function addNamed(
  context: CallContext,
  accountId: number,
  { list: id, name, key, ...what }: Omit<CallRequest<"addToOwnList">, "submissionId"> & { key: string },
): Promise<CallResponse<"addToOwnList">> {
  const { database } = context;
  const { kind, targets, number, quantity, note } = what;
  const now = context.now();
  const list =
    id === undefined
      ? await createList(database, { accountId, name: name ?? "", key, now })
      : await lockList(database, accountId, id);
  // The list was made by the same form, together with its first addition.
  if (id === undefined && list.lastAddition !== null) return { id: list.id, name: list.name, ...nothing };
  await namesOfTargets(context, { kind, targets, number });
  const items = [...new Set(targets)].map((targetId) => ({
    kind,
    targetId,
    number,
    note,
    quantity: kind === "product" ? quantity : 1,
  }));
  return { id: list.id, name: list.name, ...(await addItems(database, list, items, { key, now })) };
}
