import type { CallResponse } from "contract";
import { addTime, minuteOf } from "contract/base/time";
import { coolingOffDays } from "contract/privacy/constants";
import { and, eq, isNull } from "drizzle-orm";
import { contactsOf } from "../account/contacts";
import { useProof } from "../account/proofs";
import type { Database } from "../database/open";
import { accountClosures, accounts, moderators } from "../database/schema";
import { transact } from "../database/transact";
import { notify } from "../messages/notify";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import { type Account, accountOf, type CallContext } from "../server/context";
import { stillStands } from "../server/offices";
import { found, Refusal } from "../server/refusal";
import { revokeOthers } from "../server/sessions/session-list";
import { receiptNumber } from "../text/receipt-number";
import { messagesTo } from "./receipts";

type Closing = CallResponse<"closeAccount">;

/** Closures of an account that are neither carried out nor cancelled. */
export const isOpenClosureOf = (accountId: number) =>
  and(
    eq(accountClosures.accountId, accountId),
    isNull(accountClosures.cancelledAt),
    isNull(accountClosures.doneAt),
  );

/** Locks the account's row until the transaction ends. */
export async function lockAccount(database: Database, id: number): Promise<Account> {
  const [account] = await database.select().from(accounts).where(eq(accounts.id, id)).for("update");
  return found(account, "USER_NOT_FOUND");
}

/**
 * Whether the account is an administrator's or moderator's, who must hand that over first, because nobody else might be
 * left.
 */
async function handsOverFirst(
  database: Database,
  { id, admin }: Pick<Account, "id" | "admin">,
): Promise<boolean> {
  return (
    admin ||
    (await database.$count(moderators, and(eq(moderators.accountId, id), stillStands(moderators.until)))) > 0
  );
}

const stateOf = ({
  number,
  createdAt,
  effectiveAt,
}: {
  number: string;
  createdAt: Date;
  effectiveAt: Date;
}): Closing => ({
  number,
  requestedAt: createdAt.toISOString(),
  effectiveAt: effectiveAt.toISOString(),
});

/** Whether the caller's account is about to be closed, and what would remain of it. */
export async function closureState(context: CallContext): Promise<CallResponse<"closureState">> {
  const { database } = context;
  const account = accountOf(context);
  const [row] = await database
    .select({
      number: accountClosures.number,
      createdAt: accountClosures.requestedAt,
      effectiveAt: accountClosures.effectiveAt,
    })
    .from(accountClosures)
    .where(isOpenClosureOf(account.id));
  return {
    closing: row ? stateOf(row) : null,
    handsOverFirst: await handsOverFirst(database, account),
    kept: { topics: account.topics, replies: Math.max(0, account.posts - account.topics) },
  };
}

/**
 * Requests the closing of the caller's account: marks it, ends all other sessions, and sends a message to all contacts.
 * Throws CLOSE_HANDS_OVER_FIRST, CLOSE_ALREADY_ASKED or PROOF_INVALID.
 */
export async function askToClose(context: CallContext, uuid: string): Promise<Closing> {
  const now = context.now();
  const effectiveAt = addTime(now, coolingOffDays, "day");
  const { siteName } = context.settings;
  const { number, messages: contactMessages } = await transact(context.database, async (database) => {
    const account = await lockAccount(database, accountOf(context).id);
    if (await handsOverFirst(database, account)) throw new Refusal("CLOSE_HANDS_OVER_FIRST");
    if (account.closingAt) throw new Refusal("CLOSE_ALREADY_ASKED");
    await useProof(database, context, "close", uuid);
    const number = receiptNumber("ZX", now);
    await database
      .insert(accountClosures)
      .values({ number, accountId: account.id, requestedAt: now, effectiveAt });
    await database.update(accounts).set({ closingAt: effectiveAt }).where(eq(accounts.id, account.id));
    await revokeOthers(context, database);
    await notify(database, [account.id], { event: "closing", actorId: null, at: now });
    const messages = messagesTo(contactsOf(account), {
      subject: `${siteName}：账号注销申请`,
      text: `你的${siteName}账号已申请注销，回执编号 ${number}，将于 ${minuteOf(effectiveAt)} 生效。在这之前登录后可以随时撤销；如果不是你本人操作，请立即登录撤销并修改密码。`,
    });
    return { number, messages: await askForMessages(database, messages, now) };
  });
  await sendContactMessages(context, contactMessages);
  return stateOf({ number, createdAt: now, effectiveAt });
}

/** Cancels the closing of the caller's account. Throws CLOSE_NOT_ASKED. */
export async function cancelClosure(context: CallContext): Promise<void> {
  const { siteName } = context.settings;
  const closure = await transact(context.database, async (database) => {
    const account = await lockAccount(database, accountOf(context).id);
    const cancelled = await database
      .update(accountClosures)
      .set({ cancelledAt: context.now() })
      .where(isOpenClosureOf(account.id))
      .returning({ number: accountClosures.number });
    if (cancelled.length === 0 || account.closedAt) throw new Refusal("CLOSE_NOT_ASKED");
    await database.update(accounts).set({ closingAt: null }).where(eq(accounts.id, account.id));
    await notify(database, [account.id], { event: "closeCancelled", actorId: null, at: context.now() });
    const messages = messagesTo(contactsOf(account), {
      subject: `${siteName}：已撤销账号注销`,
      text: `你的${siteName}账号不再注销，一切照旧。如果不是你本人操作，请立即修改密码。`,
    });
    return askForMessages(database, messages, context.now());
  });
  await sendContactMessages(context, closure);
}
