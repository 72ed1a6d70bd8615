import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { excerpt } from "contract/base/plain-text";
import type { Conversation } from "contract/messages/calls";
import { innerPageSize } from "contract/messages/constants";
import { and, asc, eq, gt, inArray, isNull, lt, lte, min, ne, notExists, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accounts,
  blocks,
  conversationSides,
  conversations,
  innerMessages,
  messageReports,
} from "../database/schema";
import { peopleByIds, personColumns, toPerson } from "../people/cards";
import { found, Refusal } from "../server/refusal";
import { placeOf, stretch, turned } from "./keyset";

const excerptLength = 60;

/** The two people of a conversation in the order of its columns. */
export const pairOf = (one: number, other: number) => ({
  firstId: Math.min(one, other),
  secondId: Math.max(one, other),
});

/** One's own side of a conversation with somebody; null when there is none. */
export async function sideWith(database: Database, accountId: number, uid: number) {
  const { firstId, secondId } = pairOf(accountId, uid);
  const [row] = await database
    .select({ side: conversationSides })
    .from(conversationSides)
    .innerJoin(conversations, eq(conversations.id, conversationSides.conversationId))
    .where(
      and(
        eq(conversations.firstId, firstId),
        eq(conversations.secondId, secondId),
        eq(conversationSides.accountId, accountId),
      ),
    )
    .limit(1);
  return row?.side ?? null;
}

/** The other person of a conversation. Throws CANNOT_MESSAGE_SELF or USER_NOT_FOUND. */
export async function otherPerson(database: Database, accountId: number, uid: number) {
  if (uid === accountId) throw new Refusal("CANNOT_MESSAGE_SELF");
  const [row] = await database
    .select({ ...personColumns, closedAt: accounts.closedAt })
    .from(accounts)
    .where(eq(accounts.id, uid))
    .limit(1);
  const { closedAt, ...person } = found(row, "USER_NOT_FOUND");
  return { person: toPerson(person), closed: closedAt !== null };
}

/**
 * A page of a person's conversations, latest first. A conversation that the person deleted is left out until there is a
 * new message.
 */
export async function conversationList(
  database: Database,
  accountId: number,
  { unread, before, after }: Pick<CallRequest<"queryDcmMessageByUser">, "unread" | "before" | "after">,
): Promise<{ conversations: Conversation[]; newer: string | null; older: string | null }> {
  const place = stretch(conversationSides.lastAt, conversationSides.conversationId, { before, after });
  const rows = await database
    .select({
      id: conversationSides.conversationId,
      at: conversationSides.lastAt,
      unread: conversationSides.unread,
      otherId: sql<number>`case when ${conversations.firstId} = ${accountId} then ${conversations.secondId} else ${conversations.firstId} end`,
      senderId: innerMessages.senderId,
      text: innerMessages.text,
    })
    .from(conversationSides)
    .innerJoin(conversations, eq(conversations.id, conversationSides.conversationId))
    .innerJoin(innerMessages, eq(innerMessages.id, conversationSides.lastMessageId))
    .where(
      and(
        eq(conversationSides.accountId, accountId),
        unread ? gt(conversationSides.unread, 0) : undefined,
        place.where,
      ),
    )
    .orderBy(...place.orderBy)
    .limit(pageSize + 1);
  const { visible, ...beside } = turned(rows, pageSize, { before, after }, placeOf);
  const people = await peopleByIds(
    database,
    visible.map(({ otherId }) => otherId),
  );
  const conversationViews = visible.map(
    (row): Conversation => ({
      person: found(people.get(row.otherId), "USER_NOT_FOUND"),
      excerpt: oneLine(row.text),
      mine: row.senderId === accountId,
      unread: row.unread,
      lastAt: row.at.toISOString(),
    }),
  );
  return { conversations: conversationViews, ...beside };
}

/** A message on one line, cut to length. It is plain text, so its `<` and `&` are escaped first. */
function oneLine(text: string): string {
  return excerpt(text.replace(/&/g, "&amp;").replace(/</g, "&lt;"), excerptLength);
}

/**
 * A page of one's conversation with somebody, oldest message first. It is read through the reader's own side, so nobody
 * else can read it.
 */
export async function conversationPage(
  database: Database,
  accountId: number,
  { uid, before, after }: CallRequest<"innerMessages">,
): Promise<CallResponse<"innerMessages">> {
  const other = await otherPerson(database, accountId, uid);
  const side = await sideWith(database, accountId, uid);
  const [block] = await database
    .select({ blockedId: blocks.blockedId })
    .from(blocks)
    .where(and(eq(blocks.accountId, accountId), eq(blocks.blockedId, uid)))
    .limit(1);
  const about = {
    ...other,
    blocked: block !== undefined,
    unread: side?.unread ?? 0,
    readUpTo: side?.readUpTo ?? 0,
  };
  if (!side) return { ...about, messages: [], older: null, newer: null };
  const upwards = before === undefined && after !== undefined;
  const rows = await database
    .select()
    .from(innerMessages)
    .where(
      and(
        eq(innerMessages.conversationId, side.conversationId),
        gt(innerMessages.id, Math.max(side.deletedUpTo, upwards ? after : 0)),
        before === undefined ? undefined : lt(innerMessages.id, before),
      ),
    )
    .orderBy(upwards ? asc(innerMessages.id) : sql`${innerMessages.id} desc nulls last`)
    .limit(innerPageSize + 1);
  const { visible, newer, older } = turned(rows, innerPageSize, { before, after }, ({ id }) => String(id));
  const reportedIds = await openReports(
    database,
    accountId,
    visible.map(({ id }) => id),
  );
  const messages = visible.reverse().map(({ id, senderId, text, createdAt }) => ({
    id,
    text,
    mine: senderId === accountId,
    reported: reportedIds.has(id),
    createdAt: createdAt.toISOString(),
  }));
  const asId = (place: string | null) => (place === null ? null : Number(place));
  return { ...about, messages, older: asId(older), newer: asId(newer) };
}

async function openReports(
  database: Database,
  accountId: number,
  messageIds: number[],
): Promise<Set<number>> {
  if (messageIds.length === 0) return new Set();
  const rows = await database
    .select({ id: messageReports.messageId })
    .from(messageReports)
    .where(
      and(
        eq(messageReports.accountId, accountId),
        inArray(messageReports.messageId, messageIds),
        isNull(messageReports.closedAt),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** One's own side of a conversation, under the conversation's lock: changes of the sides run one after the other. */
async function lockedSide(database: Database, accountId: number, uid: number) {
  const { firstId, secondId } = pairOf(accountId, uid);
  await database
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.firstId, firstId), eq(conversations.secondId, secondId)))
    .for("update");
  return sideWith(database, accountId, uid);
}

const isSide = ({ conversationId, accountId }: { conversationId: number; accountId: number }) =>
  and(eq(conversationSides.conversationId, conversationId), eq(conversationSides.accountId, accountId));

/**
 * Marks one's conversation with somebody as read, up to the given message or to its end. Call it inside a transaction.
 */
export async function readConversation(
  database: Database,
  accountId: number,
  uid: number,
  upTo?: number,
): Promise<void> {
  const side = await lockedSide(database, accountId, uid);
  if (!side?.lastMessageId) return;
  const end = Math.min(upTo ?? side.lastMessageId, side.lastMessageId);
  if (end <= side.readUpTo) return;
  const others = and(
    eq(innerMessages.conversationId, side.conversationId),
    ne(innerMessages.senderId, accountId),
    gt(innerMessages.id, end),
  );
  const unread = end === side.lastMessageId ? 0 : await database.$count(innerMessages, others);
  await database.update(conversationSides).set({ readUpTo: end, unread }).where(isSide(side));
}

/**
 * Marks all of a person's conversations as read. One statement, because a side's counter and its last message must
 * change together.
 */
export async function readAllConversations(database: Database, accountId: number): Promise<void> {
  await database
    .update(conversationSides)
    .set({
      unread: 0,
      readUpTo: sql`coalesce(${conversationSides.lastMessageId}, ${conversationSides.readUpTo})`,
    })
    .where(and(eq(conversationSides.accountId, accountId), gt(conversationSides.unread, 0)));
}

/**
 * Deletes one's conversation with somebody for oneself; the other person keeps it. Messages that both have deleted are
 * removed, except those with an open report. Call it inside a transaction.
 */
export async function deleteSide(database: Database, accountId: number, uid: number): Promise<void> {
  const side = await lockedSide(database, accountId, uid);
  if (!side?.lastMessageId) return;
  const { lastMessageId } = side;
  await database
    .update(conversationSides)
    .set({ deletedUpTo: lastMessageId, readUpTo: lastMessageId, unread: 0, lastMessageId: null })
    .where(isSide(side));
  const { conversationId } = side;
  // If both delete at the same moment, the later one has waited for the lock and sees the earlier one's change.
  const bothDeleted = database
    .select({ upTo: min(conversationSides.deletedUpTo) })
    .from(conversationSides)
    .where(eq(conversationSides.conversationId, conversationId));
  const openReport = database
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(and(eq(messageReports.messageId, innerMessages.id), isNull(messageReports.closedAt)));
  await database
    .delete(innerMessages)
    .where(
      and(
        eq(innerMessages.conversationId, conversationId),
        lte(innerMessages.id, bothDeleted),
        notExists(openReport),
      ),
    );
}
