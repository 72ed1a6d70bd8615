import type { CallRequest } from "contract";
import { and, eq, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { blocks, conversationSides, conversations, innerMessages } from "../database/schema";
import { isUniqueViolation, transact } from "../database/transact";
import { needFiles } from "../files/needs/uses";
import { checkFields } from "../sensitive-words/check-fields";
import type { CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { submissionKey } from "../server/submission-key";
import { otherPerson, pairOf, sideWith } from "./conversations";

type SentMessage = { id: number };

/** The message that the same form created before, or null. */
async function sentBefore(
  database: Database,
  senderId: number,
  submissionId: string,
): Promise<SentMessage | null> {
  const [row] = await database
    .select({ id: innerMessages.id })
    .from(innerMessages)
    .where(and(eq(innerMessages.senderId, senderId), eq(innerMessages.submissionId, submissionId)))
    .limit(1);
  return row ?? null;
}

/**
 * Throws RECIPIENT_BLOCKED for somebody whom the sender blocked, and RECIPIENT_UNAVAILABLE for somebody who blocked the
 * sender.
 */
async function checkBlocks(database: Database, senderId: number, uid: number): Promise<void> {
  const rows = await database
    .select({ by: blocks.accountId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.accountId, senderId), eq(blocks.blockedId, uid)),
        and(eq(blocks.accountId, uid), eq(blocks.blockedId, senderId)),
      ),
    );
  if (rows.some(({ by }) => by === senderId)) throw new Refusal("RECIPIENT_BLOCKED");
  if (rows.length > 0) throw new Refusal("RECIPIENT_UNAVAILABLE");
}

/** Locks the conversation of two people, and creates it and its two sides if needed. */
async function lockedConversation(database: Database, senderId: number, uid: number): Promise<number> {
  const pair = pairOf(senderId, uid);
  await database.insert(conversations).values(pair).onConflictDoNothing();
  const [row] = await database
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.firstId, pair.firstId), eq(conversations.secondId, pair.secondId)))
    .for("update");
  const { id } = found(row, "USER_NOT_FOUND");
  const sides = [senderId, uid].map((accountId) => ({ conversationId: id, accountId }));
  await database.insert(conversationSides).values(sides).onConflictDoNothing();
  return id;
}

/** Writes the message and updates both sides: the sender has read everything, the other has one more unread message. */
async function write(
  database: Database,
  { senderId, uid, ...message }: { senderId: number; uid: number; text: string; submissionId: string },
  now: () => Date,
) {
  const conversationId = await lockedConversation(database, senderId, uid);
  // The time is read under the lock, so that a later message never gets an earlier time.
  const at = now();
  const [row] = await database
    .insert(innerMessages)
    .values({ conversationId, senderId, ...message, createdAt: at })
    .returning({ id: innerMessages.id });
  const sent = found(row, "MESSAGE_NOT_FOUND");
  await needFiles(database, message.text);
  const latest = { lastMessageId: sent.id, lastAt: at };
  const side = (accountId: number) =>
    and(eq(conversationSides.conversationId, conversationId), eq(conversationSides.accountId, accountId));
  await database
    .update(conversationSides)
    .set({ ...latest, unread: 0, readUpTo: sent.id })
    .where(side(senderId));
  await database
    .update(conversationSides)
    .set({ ...latest, unread: sql`${conversationSides.unread} + 1` })
    .where(side(uid));
  return sent;
}

/**
 * Sends a message from one person to another. Sensitive words of any level are refused, because no moderator reviews
 * messages and replacing words would change the text. The number of new conversations a day is limited.
 */
export async function sendMessage(
  context: CallContext,
  senderId: number,
  request: CallRequest<"sendInnerMessage">,
): Promise<SentMessage> {
  const { database, limits } = context;
  const { uid, text } = request;
  const submissionId = submissionKey(request);
  const first = await sentBefore(database, senderId, submissionId);
  if (first) return first;
  const { closed } = await otherPerson(database, senderId, uid);
  if (closed) throw new Refusal("RECIPIENT_CLOSED");
  await checkBlocks(database, senderId, uid);
  await checkFields(context, { text: { value: text, strictness: "name" } });
  await limits.spend("innerMessage", String(senderId));
  if ((await sideWith(database, senderId, uid)) === null)
    await limits.spend("newConversation", String(senderId));
  try {
    return await transact(database, (inside) =>
      write(inside, { senderId, uid, text, submissionId }, context.now),
    );
  } catch (error) {
    // The same form arrived twice at once, and the other request has stored the message.
    const other = isUniqueViolation(error) ? await sentBefore(database, senderId, submissionId) : null;
    if (other) return other;
    throw error;
  }
}
