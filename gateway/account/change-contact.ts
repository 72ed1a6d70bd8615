import type { Channel, Recipient } from "contract/account/identity";
import { foldEmail } from "contract/account/identity";
import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import { isUniqueViolation, transact } from "../database/transact";
import { notify } from "../messages/notify";
import { refreshCompleteness } from "../profile/rows";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import { type Account, accountOf, type CallContext } from "../server/context";
import type { Message } from "../server/delivery";
import { found, Refusal } from "../server/refusal";
import { contactOf, maskContact, owns } from "./contacts";
import { useProof } from "./proofs";

const duplicated = (channel: Channel) =>
  new Refusal(channel === "phone" ? "PHONE_DUPLICATED" : "EMAIL_DUPLICATED");

/** Refuses a contact that any account has, the caller's own too: there would be nothing to change. */
async function requireFree(database: Database, account: Account, recipient: Recipient): Promise<void> {
  const [holder] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(owns(recipient), ne(accounts.id, account.id)))
    .limit(1);
  if (holder || contactOf(account, recipient.channel)?.value === recipient.value)
    throw duplicated(recipient.channel);
}

/**
 * The last step of the contact change (spec 4): both proofs are used up and the account has the new phone or
 * email. When the contact is taken, the proofs stay good, so that another one can be chosen. Sessions stay as
 * they are.
 * @param uuids of the identity and of the new contact @param contact as it was typed, in the channel it is of
 */
export async function changeContact(
  context: CallContext,
  uuids: string,
  channel: Channel,
  contact: string,
): Promise<void> {
  const [identity = "", change = "", ...more] = uuids.split(",").map((uuid) => uuid.trim());
  if (more.length > 0) throw new Refusal("PROOF_INVALID");
  const newContact = channel === "email" ? foldEmail(contact) : contact;
  const changed = transact(context.database, async (database) => {
    // The account's row is the lock: of two changes at once the second finds the first one's contact.
    const [row] = await database
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountOf(context).id))
      .for("update");
    const before = found(row, "USER_NOT_FOUND");
    await useProof(database, context, "identity", identity);
    const proved = await useProof(database, context, "change", change);
    if (proved.channel !== channel || proved.value !== newContact) throw new Refusal("PROOF_INVALID");
    await requireFree(database, before, proved);
    await database
      .update(accounts)
      .set({ [channel]: contact })
      .where(eq(accounts.id, before.id));
    await refreshCompleteness(database, before.id);
    await notify(database, [before.id], {
      event: channel === "phone" ? "phoneChanged" : "emailChanged",
      actorId: null,
      at: context.now(),
    });
    const warning = warningOf(context, before, { channel, value: contact });
    return askForMessages(database, warning, context.now());
  });
  const messages = await changed.catch((error: unknown) => {
    // Somebody else was given the contact at the same moment.
    throw isUniqueViolation(error) ? duplicated(channel) : error;
  });
  await sendContactMessages(context, messages);
}

/**
 * To the old contact, or where there was none to the account's other one, so that nobody's contact changes unnoticed; the
 * notice in the personal centre tells of it too.
 */
function warningOf({ settings }: CallContext, before: Account, to: Recipient): Message[] {
  const old = contactOf(before, to.channel) ?? contactOf(before, to.channel === "phone" ? "email" : "phone");
  if (!old) return [];
  const [what, had] = [to.channel === "phone" ? "手机号" : "邮箱", old.channel === to.channel];
  const text = `【${settings.siteName}】你的账号${had ? `绑定的${what}已改为` : `绑定了${what}`} ${maskContact(to)}。如非本人操作，请立即修改密码并联系我们。`;
  return [{ channel: old.channel, recipient: old.value, subject: `${settings.siteName}账号变更提醒`, text }];
}
