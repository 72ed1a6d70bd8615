import { contactOf } from "../account/contacts";
import type { Database } from "../database/open";
import { notify } from "../messages/notify";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import type { Account, Services } from "../server/context";
import type { Message } from "../server/delivery";

/** The message to the account's contact: its phone, or else its email. None if it has neither. */
function messagesOf({ settings }: Pick<Services, "settings">, account: Account, what: string): Message[] {
  const to = contactOf(account, "phone") ?? contactOf(account, "email");
  if (!to) return [];
  return [
    {
      channel: to.channel,
      recipient: to.contact,
      subject: `${settings.siteName}两步验证提醒`,
      text: `【${settings.siteName}】你的账号${what}。如非本人操作，请立即修改密码并联系我们。`,
    },
  ];
}

/**
 * Notifies a person of a change of their second factors, in the transaction of the change. Returns a function that
 * sends the message; call it after the commit.
 */
export async function tellOfFactors(
  services: Services,
  database: Database,
  account: Account,
  what: string,
): Promise<() => Promise<void>> {
  const at = services.now();
  await notify(database, [account.id], { event: "factorsChanged", actorId: null, at });
  const jobs = await askForMessages(database, messagesOf(services, account, what), at);
  return () => sendContactMessages(services, jobs);
}
