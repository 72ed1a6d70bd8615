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

/** An account with what its person says of themselves; who never said anything has no row. */
export interface Person {
  account: Account;
  profile: ProfileRow | null;
}

/**
 * Reads an account and its profile. Inside a transaction, `lock` keeps other saves of the same person
 * waiting.
 */
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

/** Spec 5.7, of a person as they are stored. */
export function missingOf({ account, profile }: Person): CompletenessField[] {
  const { nickname: username, phone, email } = account;
  return missingFields({ ...extendedOf(profile), username, phone, email, city: profile?.city ?? "" });
}

/**
 * Makes `accounts.profileComplete` what spec 5.7 says of the person. To be called, inside its transaction, by
 * every write of something that counts: the profile, the phone, the email.
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
 * Whether a person is asked to complete their information (spec 5.7): it is required, incomplete, and nothing
 * of it is under review. Costs a query for those alone who have not completed it.
 */
export async function needsCompletion(account: Account, { database, settings }: Services): Promise<boolean> {
  if (settings.registerConfig !== 2 || account.profileComplete) return false;
  return (await waitingChanges(database, account.id)).size === 0;
}

/** Writes part of a person's profile, making the row where there is none. */
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

/** The person's changes that wait for a moderator, by their kind. */
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
