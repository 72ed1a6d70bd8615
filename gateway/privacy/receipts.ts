import type { contactsOf } from "../account/contacts";
import type { Message } from "../server/delivery";

/** The same words to all of these contacts. */
export const messagesTo = (
  contacts: ReturnType<typeof contactsOf>,
  { subject, text }: Pick<Message, "subject" | "text">,
): Message[] => contacts.map(({ channel, value }) => ({ channel, recipient: value, subject, text }));
