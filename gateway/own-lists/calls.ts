/** Members' own lists of parts, resources and topics, and the searches that they keep. */
import { randomBytes } from "node:crypto";
import type { ownListCalls } from "contract/own-lists/calls";
import { ownSearchesMax } from "contract/own-lists/constants";
import { and, eq, ne, sql } from "drizzle-orm";
import { ownListItems, ownLists, ownSearches } from "../database/schema";
import { transact } from "../database/transact";
import { checkFields } from "../sensitive-words/check-fields";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { submissionKey } from "../server/submission-key";
import { addItems, addNamed, createList } from "./add-items";
import { itemOf, lockList, lockOwner, ownedList } from "./find-list";
import { moveItem, moveList } from "./places";
import { readList, readShared } from "./read-list";
import { readLists } from "./read-lists";
import { listsWith, namesOfTargets } from "./targets";
import { typedItems } from "./typed-lines";

/** Throws for words that others must not read: a list may be shared, and no moderator reviews it. */
async function checkWords(context: CallContext, fields: Record<string, string | undefined>): Promise<void> {
  const typed = Object.entries(fields).flatMap(([name, value]) =>
    value ? [[name, { value, strictness: "name" as const }]] : [],
  );
  if (typed.length > 0) await checkFields(context, Object.fromEntries(typed));
}

const done = { success: true } as const;

export const ownListHandlers = {
  ownLists: (_, context) => readLists(context.database, accountOf(context).id),

  async ownList({ id }, context) {
    return readList(context, await ownedList(context.database, accountOf(context).id, id));
  },

  sharedList: ({ key }, context) => readShared(context, key),

  async ownListTargets(request, context) {
    const things = await namesOfTargets(context, request);
    return { things, lists: await listsWith(context.database, accountOf(context).id, request) };
  },

  async createOwnList({ name, submissionId }, context) {
    const { id: accountId } = accountOf(context);
    await checkWords(context, { name });
    const key = submissionKey({ submissionId, name });
    const { id } = await transact(context.database, (database) =>
      createList(database, { accountId, name, key, now: context.now() }),
    );
    return { id };
  },

  async saveOwnList({ id, name, told }, context) {
    const { id: accountId } = accountOf(context);
    await checkWords(context, { name });
    const saved = await context.database
      .update(ownLists)
      .set({ name, told: [...new Set(told)], updatedAt: context.now() })
      .where(and(eq(ownLists.id, id), eq(ownLists.accountId, accountId)))
      .returning({ id: ownLists.id });
    found(saved[0], "LIST_NOT_FOUND");
    return done;
  },

  async moveOwnList(request, context) {
    const { id } = accountOf(context);
    await transact(context.database, (database) => moveList(database, id, request));
    return done;
  },

  async deleteOwnList({ id }, context) {
    const deleted = await context.database
      .delete(ownLists)
      .where(and(eq(ownLists.id, id), eq(ownLists.accountId, accountOf(context).id)))
      .returning({ id: ownLists.id });
    found(deleted[0], "LIST_NOT_FOUND");
    return done;
  },

  async shareOwnList({ id, shared }, context) {
    const { id: accountId } = accountOf(context);
    return transact(context.database, async (database) => {
      const list = await lockList(database, accountId, id);
      if ((list.shareKey !== null) === shared) return { shareKey: list.shareKey };
      const shareKey = shared ? randomBytes(16).toString("base64url") : null;
      await database.update(ownLists).set({ shareKey }).where(eq(ownLists.id, id));
      return { shareKey };
    });
  },

  async seenOwnList({ id, asOf }, context) {
    // Nobody has seen what comes later.
    const upTo = new Date(Math.min(Date.parse(asOf), context.now().getTime()));
    const seen = await context.database
      .update(ownLists)
      .set({ seenAt: sql`greatest(${ownLists.seenAt}, ${upTo.toISOString()}::timestamptz)` })
      .where(and(eq(ownLists.id, id), eq(ownLists.accountId, accountOf(context).id)))
      .returning({ id: ownLists.id });
    found(seen[0], "LIST_NOT_FOUND");
    return done;
  },

  async addToOwnList(request, context) {
    const { id: accountId } = accountOf(context);
    const { list, name, note } = request;
    if (list === undefined && name === undefined)
      throw new Refusal("INVALID_REQUEST", { name: ["请选一份清单，或填新清单的名称"] });
    await checkWords(context, { name: list === undefined ? name : undefined, note });
    const { submissionId: _, ...what } = request;
    const key = submissionKey(request);
    return transact(context.database, (database) =>
      addNamed({ ...context, database }, accountId, { ...what, key }),
    );
  },

  async addLinesToOwnList(request, context) {
    const { id: accountId } = accountOf(context);
    await ownedList(context.database, accountId, request.id);
    const items = await typedItems(context, request.lines);
    return transact(context.database, async (database) =>
      addItems(database, await lockList(database, accountId, request.id), items, {
        key: submissionKey(request),
        now: context.now(),
      }),
    );
  },

  async saveOwnListItems({ id, items }, context) {
    const { id: accountId } = accountOf(context);
    // Named as the fields of the form, which shows each refusal by its note.
    await checkWords(context, Object.fromEntries(items.map(({ item, note }) => [`note${item}`, note])));
    await transact(context.database, async (database) => {
      await lockList(database, accountId, id);
      await database.execute(sql`
        update ${ownListItems} as own set note = coalesce(changed.note, own.note),
          quantity = case own.kind when 'product' then coalesce(changed.quantity, own.quantity) else 1 end
        from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
          as changed (item bigint, quantity integer, note text)
        where own.list_id = ${id} and own.id = changed.item`);
      await database.update(ownLists).set({ updatedAt: context.now() }).where(eq(ownLists.id, id));
    });
    return done;
  },

  async moveOwnListItem({ id, item, up }, context) {
    const { id: accountId } = accountOf(context);
    await transact(context.database, async (database) => {
      await lockList(database, accountId, id);
      await moveItem(database, id, { item, up });
    });
    return done;
  },

  async removeOwnListItem({ id, item }, context) {
    const { id: accountId } = accountOf(context);
    await transact(context.database, async (database) => {
      await lockList(database, accountId, id);
      await itemOf(database, id, item);
      await database.delete(ownListItems).where(eq(ownListItems.id, item));
      await database.update(ownLists).set({ updatedAt: context.now() }).where(eq(ownLists.id, id));
    });
    return done;
  },

  async keepSearch({ name, address }, context) {
    const { id: accountId } = accountOf(context);
    return transact(context.database, async (database) => {
      await lockOwner(database, accountId);
      const own = eq(ownSearches.accountId, accountId);
      const others = and(own, ne(ownSearches.address, address));
      if ((await database.$count(ownSearches, others)) >= ownSearchesMax)
        throw new Refusal("TOO_MANY_SEARCHES");
      const [row] = await database
        .insert(ownSearches)
        .values({ accountId, name, address, createdAt: context.now() })
        .onConflictDoUpdate({ target: [ownSearches.accountId, ownSearches.address], set: { name } })
        .returning({ id: ownSearches.id });
      return found(row, "SEARCH_NOT_FOUND");
    });
  },

  async removeSearch({ id }, context) {
    const removed = await context.database
      .delete(ownSearches)
      .where(and(eq(ownSearches.id, id), eq(ownSearches.accountId, accountOf(context).id)))
      .returning({ id: ownSearches.id });
    found(removed[0], "SEARCH_NOT_FOUND");
    return done;
  },
} satisfies HandlersOf<typeof ownListCalls>;
