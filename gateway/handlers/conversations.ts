import { and, desc, eq, gt } from "drizzle-orm";
import { cleanText } from "contract/fields";
import { blocksShown } from "contract/limits";
import { accountOf, type CallContext, type Handlers } from "../context";
import { accounts, blocks, conversationSides, innerMessages, messageReports } from "../database/schema";
import { conversationPage, deleteSide, otherPerson, readConversation } from "../messages/conversations";
import { sendMessage } from "../messages/send";
import { personColumns, toPerson } from "../queries/people";
import { transact } from "../queries/transact";
import { found, Refusal } from "../refusal";
import { checkFields } from "../words/check";
import { matcherOf } from "../words/list";

async function setBlock(context: CallContext, uid: number, blocked: boolean): Promise<{ blocked: boolean }> {
  const accountId = accountOf(context).id;
  if (uid === accountId) throw new Refusal("CANNOT_BLOCK_SELF");
  await otherPerson(context.database, accountId, uid);
  const block = and(eq(blocks.accountId, accountId), eq(blocks.blockedId, uid));
  await (blocked
    ? context.database.insert(blocks).values({ accountId, blockedId: uid, createdAt: context.now() }).onConflictDoNothing()
    : context.database.delete(blocks).where(block));
  return { blocked };
}

/** A message that the caller received and still has; every other is no message to them. Throws MESSAGE_NOT_FOUND. */
async function receivedMessage(context: CallContext, id: number): Promise<number> {
  const { id: accountId } = accountOf(context);
  const [row] = await context.database
    .select({ id: innerMessages.id, senderId: innerMessages.senderId })
    .from(innerMessages)
    .innerJoin(
      conversationSides,
      and(eq(conversationSides.conversationId, innerMessages.conversationId), eq(conversationSides.accountId, accountId)),
    )
    .where(and(eq(innerMessages.id, id), gt(innerMessages.id, conversationSides.deletedUpTo)))
    .limit(1);
  const message = found(row, "MESSAGE_NOT_FOUND");
  if (message.senderId === accountId) throw new Refusal("CANNOT_REPORT_OWN");
  return message.id;
}

/** What people write to one another, and whom they want to hear nothing from (spec 7.2, inner messages). */
export const conversationHandlers = {
  sendInnerMessage: (request, context) => sendMessage(context, accountOf(context).id, request),

  innerMessages: (request, context) => conversationPage(context.database, accountOf(context).id, request),

  async readInnerMessages({ uid, upTo }, context) {
    const { id } = accountOf(context);
    await otherPerson(context.database, id, uid);
    await transact(context.database, (database) => readConversation(database, id, uid, upTo));
    return { success: true };
  },

  async deleteConversation({ uid }, context) {
    const { id } = accountOf(context);
    await otherPerson(context.database, id, uid);
    await transact(context.database, (database) => deleteSide(database, id, uid));
    return { success: true };
  },

  async reportInnerMessage({ id, reason, text }, context) {
    const messageId = await receivedMessage(context, id);
    const matcher = await matcherOf(context.database);
    const { texts } = checkFields(matcher, { text: { value: cleanText(text).trim(), strictness: "report" } });
    const [row] = await context.database
      .insert(messageReports)
      .values({ accountId: accountOf(context).id, messageId, reason, text: texts.text[0] ?? "", createdAt: context.now() })
      .onConflictDoNothing()
      .returning({ id: messageReports.id });
    return found(row, "ALREADY_REPORTED");
  },

  blockUser: ({ uid }, context) => setBlock(context, uid, true),
  unblockUser: ({ uid }, context) => setBlock(context, uid, false),

  async blockList(_request, context) {
    const rows = await context.database
      .select({ ...personColumns, at: blocks.createdAt })
      .from(blocks)
      .innerJoin(accounts, eq(accounts.id, blocks.blockedId))
      .where(eq(blocks.accountId, accountOf(context).id))
      .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
      .limit(blocksShown);
    return { people: rows.map(({ at, ...row }) => ({ ...toPerson(row), blockedAt: at.toISOString() })) };
  },
} satisfies Handlers<
  | "sendInnerMessage"
  | "innerMessages"
  | "readInnerMessages"
  | "deleteConversation"
  | "reportInnerMessage"
  | "blockUser"
  | "unblockUser"
  | "blockList"
>;
