import { type Channel, foldEmail, maskEmail, maskPhone, type Recipient } from "contract/account/identity";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import type { Account } from "../server/context";

/** The condition that an account has this phone or email. */
export const owns = ({ channel, contact: value }: Recipient) =>
  channel === "phone" ? eq(accounts.phone, value) : eq(sql`lower(${accounts.email})`, value);

export async function findAccount(database: Database, recipient: Recipient): Promise<Account | undefined> {
  const [account] = await database.select().from(accounts).where(owns(recipient)).limit(1);
  return account;
}

/** An account's phone or email in the form for comparison; null without one. */
export function contactOf(account: Pick<Account, "phone" | "email">, channel: Channel): Recipient | null {
  const value = channel === "phone" ? account.phone : account.email && foldEmail(account.email);
  return value ? { channel, contact: value } : null;
}

/** The account's present contacts. */
export function contactsOf(account: Pick<Account, "phone" | "email">) {
  const channels: Channel[] = ["phone", "email"];
  return channels.map((channel) => contactOf(account, channel)).filter((contact) => contact !== null);
}

/** A masked contact for display, also to its owner. */
export const maskContact = ({ channel, contact: value }: Recipient) =>
  channel === "phone" ? maskPhone(value) : maskEmail(value);
