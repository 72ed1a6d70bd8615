import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../database/open";
import type { Services } from "./context";
import { jobPatience, type Message } from "./delivery";
import { enqueue, type JobKind, type JobRow, runClaimed } from "./jobs";

/**
 * A message that tells a person of a change of their account. It is marked as sent before it is sent: a missing
 * message is better than a repeated one. A refused message is tried again.
 */
export const contactMessages: JobKind<Message, { onItsWay: boolean }> = {
  name: "contact-message",
  tries: 5,
  // These contacts may belong to people who have closed their account.
  forgets: true,
  failure: () => "账号变动的通知没有发出",
  async run({ payload, progress, keep }, { delivery }) {
    if (progress?.onItsWay) return;
    await keep({ onItsWay: true });
    try {
      await delivery.send(payload, jobPatience);
    } catch (error) {
      await keep({ onItsWay: false });
      throw error;
    }
  },
};

/**
 * Creates the jobs for messages in the transaction of the change, so that a crash cannot lose them.
 * @returns the jobs, for `sendContactMessages` after the commit
 */
export async function askForMessages(database: Database, messages: Message[], at: Date): Promise<JobRow[]> {
  const jobs: JobRow[] = [];
  for (const message of messages) {
    const row = await enqueue(database, contactMessages, message, { now: at, claimed: true });
    if (row) jobs.push(row);
  }
  return jobs;
}

/** How long a person waits for the messages. A slow mail server gets more time, after the answer. */
const waitMilliseconds = 10_000;

/**
 * Sends the messages now. A failure is logged and the message tried again later, because the change has already
 * happened.
 */
export async function sendContactMessages(services: Services, jobs: JobRow[]): Promise<void> {
  const stopping = new AbortController();
  const sending = (async () => {
    for (const row of jobs) await runClaimed(services, contactMessages, row);
  })();
  // After the wait nobody catches a failure, which runClaimed has logged.
  sending.catch(() => undefined);
  const waited = pause(waitMilliseconds, undefined, { signal: stopping.signal, ref: false });
  await Promise.race([sending, waited]).finally(() => stopping.abort());
}
