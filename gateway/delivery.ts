import type { Database } from "./database/open";
import { outbox } from "./database/schema";

/** One message to a person: a verification code, a warning that a contact was changed. */
export interface Message {
  channel: "phone" | "email";
  recipient: string;
  subject: string;
  text: string;
}

/** How messages leave: mail, SMS, or the development outbox. */
export interface Delivery {
  /** Throws when the message could not be handed over. */
  send(message: Message): Promise<void>;
}

/** Keeps messages in the outbox table and says so in the log: for machines with neither mail nor SMS configured. */
export function outboxDelivery(database: Database, log: (line: string) => void = console.info): Delivery {
  return {
    async send(message) {
      await database.insert(outbox).values(message);
      log(`[发件箱] ${message.recipient}：${message.text}`);
    },
  };
}
