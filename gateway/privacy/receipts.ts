import type { Channel } from "contract/account/identity";
import { contactOf } from "../account/contacts";
import type { Account } from "../server/context";
import type { Message } from "../server/delivery";

/** The account's contacts as they are at present. */
export function contactsOf(account: Pick<Account, "phone" | "email">) {
  const channels: Channel[] = ["phone", "email"];
  return channels.map((channel) => contactOf(account, channel)).filter((contact) => contact !== null);
}

/** The same words to all of these contacts. */
export const messagesTo = (
  contacts: ReturnType<typeof contactsOf>,
  { subject, text }: Pick<Message, "subject" | "text">,
): Message[] => contacts.map(({ channel, value }) => ({ channel, recipient: value, subject, text }));
