import {
  type CompletenessField,
  type ExtendedProfile,
  emptyExtendedProfile,
  extendedFields,
  missingFields,
  type ProfileChangeKind,
} from "contract/profile/fields";
import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, profileChanges, profiles } from "../database/schema";
import type { Account, Services } from "../server/context";

export type ProfileRow = typeof profiles.$inferSelect;
export type ProfileChange = typeof profileChanges.$inferSelect;

/** An account with its profile; null for a person who never filled one in. */
export interface Person {
  account: Account;
  profile: ProfileRow | null;
}

/** Reads an account and its profile. With `lock`, inside a transaction, other saves of the same person wait. */
export async function readPerson(
  database: Database,
  accountId: number,
  lock = false,
): Promise<Person | null> {
  const query = database
    .select({ account: getTableColumns(accounts), profile: getTableColumns(profiles) })
    .from(accounts)
    .leftJoin(profiles, eq(profiles.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  const [row] = lock ? await query.for("update", { of: accounts }) : await query;
  return row ?? null;
}

/** The extended part of a profile. */
export function extendedOf(profile: ProfileRow | null): ExtendedProfile {
  const values = profile ?? emptyExtendedProfile;
  return Object.fromEntries(extendedFields.map((field) => [field, values[field]])) as ExtendedProfile;
}

/** The missing fields (spec 5.7) of a stored person. */
export function missingOf({ account, profile }: Person): CompletenessField[] {
  const { nickname: username, phone, email } = account;
  return missingFields({ ...extendedOf(profile), username, phone, email, city: profile?.city ?? "" });
}

/**
 * Updates `accounts.profileComplete` by spec 5.7. Every write of a field that counts (the profile, the phone, the
 * email) must call it inside its transaction.
 */
export async function refreshCompleteness(database: Database, accountId: number): Promise<void> {
  const person = await readPerson(database, accountId);
  if (!person) return;
  const profileComplete = missingOf(person).length === 0;
  if (profileComplete !== person.account.profileComplete) {
    await database.update(accounts).set({ profileComplete }).where(eq(accounts.id, accountId));
  }
}

/**
 * Whether to ask a person to complete their information (spec 5.7): it is required and incomplete, and no part is under
 * review. Needs a query only while it is incomplete.
 */
export async function needsCompletion(account: Account, { database, settings }: Services): Promise<boolean> {
  if (settings.registerConfig !== 2 || account.profileComplete) return false;
  return (await waitingChanges(database, account.id)).size === 0;
}

/** Writes part of a person's profile; creates the row if there is none. */
export async function writeProfile(
  database: Database,
  accountId: number,
  values: Partial<ProfileRow>,
  at: Date,
): Promise<void> {
  const set = { ...values, updatedAt: at };
  await database
    .insert(profiles)
    .values({ ...set, accountId })
    .onConflictDoUpdate({ target: profiles.accountId, set });
}

/** The person's changes that wait for a moderator, by kind. */
export async function waitingChanges(
  database: Database,
  accountId: number,
): Promise<Map<ProfileChangeKind, ProfileChange>> {
  const rows = await database
    .select()
    .from(profileChanges)
    .where(and(eq(profileChanges.accountId, accountId), isNull(profileChanges.decidedAt)));
  return new Map(rows.map((row) => [row.kind, row]));
}
