import { type Channel, foldEmail, type Recipient } from "contract/account/identity";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import type { Account } from "../server/context";

/** The condition that an account has this phone or email. */
export const owns = ({ channel, value }: Recipient) =>
  channel === "phone" ? eq(accounts.phone, value) : eq(sql`lower(${accounts.email})`, value);

export async function findAccount(database: Database, recipient: Recipient): Promise<Account | undefined> {
  const [account] = await database.select().from(accounts).where(owns(recipient)).limit(1);
  return account;
}

/** An account's phone or email in the form in which it is compared; null where it has none. */
export function contactOf(account: Pick<Account, "phone" | "email">, channel: Channel): Recipient | null {
  const value = channel === "phone" ? account.phone : account.email && foldEmail(account.email);
  return value ? { channel, value } : null;
}

/** A phone as it is shown, also to its own person: `138****0003`. */
export const maskPhone = (phone: string) => phone.replace(/^(\d{3})\d+(\d{4})$/, "$1****$2");

/** An email as it is shown, also to its own person: the first letter and the host. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email.slice(0, at)][0] ?? ""}***${email.slice(at)}`;
}

export const maskContact = ({ channel, value }: Recipient) =>
  channel === "phone" ? maskPhone(value) : maskEmail(value);
