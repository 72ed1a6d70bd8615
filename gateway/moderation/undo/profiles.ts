import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, profileChanges } from "../../database/schema";
import { applyChange, type Changes } from "../../profile/changes";
import { type Person, readPerson, refreshCompleteness } from "../../profile/rows";
import { found, Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";

import { checkUnchanged, type Done, isMoment, momentOf } from "./done";

type Change = typeof profileChanges.$inferSelect;

/** Whether the person's information still has the values of the change. */
function stillHolds({ account, profile }: Person, { kind, after }: Change): boolean {
  if (kind === "nickname") return account.nickname === after.nickname;
  const now: Record<string, unknown> = { ...profile, avatar: account.avatar };
  // A locked school cannot be changed, so the change did not set it.
  const names = Object.keys(after).filter((name) => !(name === "school" && profile?.schoolBound));
  return names.every((name) => JSON.stringify(now[name] ?? null) === JSON.stringify(after[name] ?? null));
}

/**
 * Restores a person's information from before a change was approved. Throws CHANGED_SINCE when the person has changed
 * it since.
 */
async function takeChangeBack(
  database: Database,
  person: Person,
  change: Change,
  { done, at }: { done: Done; at: Date },
): Promise<void> {
  const { kind, accountId } = change;
  checkUnchanged(stillHolds(person, change));
  await applyChange(database, person, kind, change.before as Changes[typeof kind], at);
  // The undo is not the person's own renaming, so the time of that one is restored.
  if (kind === "nickname")
    await database
      .update(accounts)
      .set({ nicknameChangedAt: momentOf(done.before.renamedAt) })
      .where(eq(accounts.id, accountId));
  await refreshCompleteness(database, accountId);
}

/**
 * Puts a decided or ignored change of personal information back into review; for an approved one the person gets the
 * old values. Throws CHANGED_SINCE when the person has changed them since or asked for another change of this kind, or
 * when somebody else has taken the nickname.
 */
export async function profileWaitsAgain(
  database: Database,
  id: number,
  done: Done,
  { operator, at }: Work,
): Promise<ActOutcome> {
  const read = async () => {
    const [row] = await database.select().from(profileChanges).where(eq(profileChanges.id, id));
    return found(row, "PROFILE_CHANGE_NOT_FOUND");
  };
  // Locks the account first, in the same order as every save.
  const person = found(
    (await readPerson(database, (await read()).accountId, true)) ?? undefined,
    "PROFILE_CHANGE_NOT_FOUND",
  );
  const change = await read();
  const { kind, accountId, approved } = change;
  if (accountId === operator.id) throw new Refusal("OWN_CONTENT");
  const [newer] = await database
    .select({ id: profileChanges.id })
    .from(profileChanges)
    .where(
      and(eq(profileChanges.accountId, accountId), eq(profileChanges.kind, kind), ne(profileChanges.id, id)),
    )
    .orderBy(desc(profileChanges.id))
    .limit(1);
  checkUnchanged(newer === undefined || newer.id < id);
  if (done.action === "ignoreProfile")
    checkUnchanged(change.decidedAt === null && isMoment(change.ignoredAt, done.at));
  else checkUnchanged(approved === done.after.approved && isMoment(change.decidedAt, done.at));
  if (approved) await takeChangeBack(database, person, change, { done, at });
  await database
    .update(profileChanges)
    .set({ approved: null, reason: null, decidedAt: null, decidedById: null, ignoredAt: null })
    .where(eq(profileChanges.id, id));
  return {
    kind: "profile",
    sectionId: null,
    personId: accountId,
    tids: [],
    before: { kind, approved },
    after: { kind, approved: null },
  };
}
