import type { contactsOf } from "../account/contacts";
import type { Message } from "../server/delivery";

/** The same message to each of these contacts. */
export const messagesTo = (
  contacts: ReturnType<typeof contactsOf>,
  { subject, text }: Pick<Message, "subject" | "text">,
): Message[] => contacts.map(({ channel, contact: value }) => ({ channel, recipient: value, subject, text }));
