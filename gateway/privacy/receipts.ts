import type { Channel } from "contract/account/identity";
import { logError } from "contract/base/log";
import { contactOf } from "../account/contacts";
import type { Account, Services } from "../server/context";

/** The account's contacts as they are at present. */
export function contactsOf(account: Pick<Account, "phone" | "email">) {
  const channels: Channel[] = ["phone", "email"];
  return channels.map((channel) => contactOf(account, channel)).filter((contact) => contact !== null);
}

/**
 * Tells a person at all of these contacts. A message that does not leave is logged: what it tells of has
 * happened.
 */
export async function notifyContacts(
  { delivery }: Pick<Services, "delivery">,
  contacts: ReturnType<typeof contactsOf>,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  for (const { channel, value } of contacts) {
    await delivery.send({ channel, recipient: value, subject, text }).catch((error: unknown) => {
      logError("[网关] 注销账号的通知没有发出：", error);
    });
  }
}
