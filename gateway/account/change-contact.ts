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

/** Throws when any account has the contact, including the caller's own, which would change nothing. */
async function requireFree(database: Database, account: Account, recipient: Recipient): Promise<void> {
  const [holder] = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(owns(recipient), ne(accounts.id, account.id)))
    .limit(1);
  if (holder || contactOf(account, recipient.channel)?.contact === recipient.contact)
    throw duplicated(recipient.channel);
}

/**
 * The last step of the contact change (spec 4): uses both proofs and stores the new phone or email. When another
 * account has the contact, the proofs stay valid, so that the person can choose another one. Sessions do not change.
 * @param uuids the proofs of the identity and of the new contact @param contact the typed contact in its channel
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
    // Locking the account's row serialises concurrent changes, so the second one finds the contact of the first.
    const [row] = await database
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountOf(context).id))
      .for("update");
    const before = found(row, "USER_NOT_FOUND");
    await useProof(database, context, "identity", identity);
    const proved = await useProof(database, context, "change", change);
    if (proved.channel !== channel || proved.contact !== newContact) throw new Refusal("PROOF_INVALID");
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
    const warning = warningOf(context, before, { channel, contact });
    return askForMessages(database, warning, context.now());
  });
  const messages = await changed.catch((error: unknown) => {
    // A concurrent request gave the contact to another account.
    throw isUniqueViolation(error) ? duplicated(channel) : error;
  });
  await sendContactMessages(context, messages);
}

/**
 * A warning to the old contact, or without one to the account's other contact, so that nobody's contact changes
 * unnoticed. The personal centre has a notice too.
 */
function warningOf({ settings }: CallContext, before: Account, to: Recipient): Message[] {
  const old = contactOf(before, to.channel) ?? contactOf(before, to.channel === "phone" ? "email" : "phone");
  if (!old) return [];
  const [what, had] = [to.channel === "phone" ? "手机号" : "邮箱", old.channel === to.channel];
  const text = `【${settings.siteName}】你的账号${had ? `绑定的${what}已改为` : `绑定了${what}`} ${maskContact(to)}。如非本人操作，请立即修改密码并联系我们。`;
  return [
    { channel: old.channel, recipient: old.contact, subject: `${settings.siteName}账号变更提醒`, text },
  ];
}
