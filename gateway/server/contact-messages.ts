import type { Database } from "../database/open";
import type { Services } from "./context";
import type { Message } from "./delivery";
import { enqueue, type JobKind, type JobRow, runClaimed } from "./jobs";

/**
 * A message that tells somebody what was done with their account. It is kept that it is on its way before it goes: one
 * too few is better than the same one twice. One that was refused is tried again.
 */
export const contactMessages: JobKind<Message, { onItsWay: boolean }> = {
  name: "contact-message",
  tries: 5,
  // Contacts of people who may have left.
  forgets: true,
  failure: () => "账号变动的通知没有发出",
  async run({ payload, progress, keep }, { delivery }) {
    if (progress?.onItsWay) return;
    await keep({ onItsWay: true });
    try {
      await delivery.send(payload);
    } catch (error) {
      await keep({ onItsWay: false });
      throw error;
    }
  },
};

/**
 * Asks for messages in the transaction of what they tell of, so that no cut-off loses them.
 * @returns what `sendContactMessages` sends once that has committed
 */
export async function askForMessages(database: Database, messages: Message[], at: Date): Promise<JobRow[]> {
  const jobs: JobRow[] = [];
  for (const message of messages) {
    const row = await enqueue(database, contactMessages, message, { at, claimed: true });
    if (row) jobs.push(row);
  }
  return jobs;
}

/** Sends them now. What does not leave is logged and tried again later: what it tells of has happened. */
export async function sendContactMessages(services: Services, jobs: JobRow[]): Promise<void> {
  for (const row of jobs) await runClaimed(services, contactMessages, row);
}
