import { randomInt } from "node:crypto";
import type { Channel } from "contract/identity";
import { contactOf } from "../account/contacts";
import type { Account, Services } from "../context";

/** Without letters and digits that are mistaken for each other when read out. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

const beijing = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString();
/** A moment in Beijing, as people read it. */
export const shownTime = (at: Date) => beijing(at).slice(0, 16).replace("T", " ");

/** The number of a receipt for the end of an account: the day in Beijing, and what nobody guesses. */
export function closureNumber(at: Date): string {
  const tail = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `ZX${beijing(at).slice(0, 10).replaceAll("-", "")}-${tail}`;
}

/** The account's contacts as they are at present. */
export function contactsOf(account: Pick<Account, "phone" | "email">) {
  const channels: Channel[] = ["phone", "email"];
  return channels.map((channel) => contactOf(account, channel)).filter((contact) => contact !== null);
}

/** Tells a person at all of these contacts. A message that does not leave is logged: what it tells of has happened. */
export async function tellContacts(
  { delivery }: Pick<Services, "delivery">,
  contacts: ReturnType<typeof contactsOf>,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  for (const { channel, value } of contacts) {
    await delivery.send({ channel, recipient: value, subject, text }).catch((error: unknown) => {
      console.error("[网关] 注销账号的通知没有发出：", error instanceof Error ? error.message : error);
    });
  }
}
