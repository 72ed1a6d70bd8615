import { contactOf } from "../account/contacts";
import type { Database } from "../database/open";
import { notify } from "../messages/notify";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import type { Account, Services } from "../server/context";
import type { Message } from "../server/delivery";

/** To the account's own contact; the notice in the message centre tells of it too. */
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
 * Tells a person of a change of their second factors, in the transaction of it. Gives what sends the message, once that
 * has committed.
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
