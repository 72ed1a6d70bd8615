import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, profileChanges } from "../../database/schema";
import { isUniqueViolation } from "../../database/transact";
import { applyChange, type Changes } from "../../profile/changes";
import { type Person, readPerson, refreshCompleteness } from "../../profile/rows";
import { found, Refusal } from "../../server/refusal";
import { readActing } from "../operator";
import type { Acted, Work } from "./act";
import { checkUnchanged, type Done, isMoment } from "./done";

type Change = typeof profileChanges.$inferSelect;

/** Whether the person's information still says what the change made of it. */
function stillHolds({ account, profile }: Person, { kind, after }: Change): boolean {
  if (kind === "nickname") return account.nickname === after.nickname;
  const now: Record<string, unknown> = { ...profile, avatar: account.avatar };
  // A school that is locked was no part of it.
  const names = Object.keys(after).filter((name) => !(name === "school" && profile?.schoolBound));
  return names.every((name) => JSON.stringify(now[name] ?? null) === JSON.stringify(after[name] ?? null));
}

/**
 * Has an approved change of personal information wait again; the person has what they had before it. Throws
 * CHANGED_SINCE where they changed it since, asked for another of its kind, or the nickname is somebody else's by now.
 */
export async function profileWaitsAgain(
  database: Database,
  id: number,
  done: Done,
  { operator, at }: Work,
): Promise<Acted> {
  await readActing(database, operator.id, { at, adminOnly: true });
  const read = async () => {
    const [row] = await database.select().from(profileChanges).where(eq(profileChanges.id, id));
    return found(row, "PROFILE_CHANGE_NOT_FOUND");
  };
  // The account first, as every save locks it.
  const person = found(
    (await readPerson(database, (await read()).accountId, true)) ?? undefined,
    "PROFILE_CHANGE_NOT_FOUND",
  );
  const change = await read();
  const { kind, accountId } = change;
  if (accountId === operator.id) throw new Refusal("OWN_CONTENT");
  checkUnchanged(change.approved === true && isMoment(change.decidedAt, done.at));
  const [newer] = await database
    .select({ id: profileChanges.id })
    .from(profileChanges)
    .where(
      and(eq(profileChanges.accountId, accountId), eq(profileChanges.kind, kind), ne(profileChanges.id, id)),
    )
    .orderBy(desc(profileChanges.id))
    .limit(1);
  checkUnchanged(stillHolds(person, change) && (newer === undefined || newer.id < id));
  await applyChange(database, person, kind, change.before as Changes[typeof kind], at).catch(
    (error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal("CHANGED_SINCE") : error;
    },
  );
  // They did not rename themselves now.
  const { renamedAt } = done.before;
  if (kind === "nickname")
    await database
      .update(accounts)
      .set({ nicknameChangedAt: typeof renamedAt === "string" ? new Date(renamedAt) : null })
      .where(eq(accounts.id, accountId));
  await refreshCompleteness(database, accountId);
  await database
    .update(profileChanges)
    .set({ approved: null, reason: null, decidedAt: null, decidedById: null, ignoredAt: null })
    .where(eq(profileChanges.id, id));
  return {
    ...{ kind: "profile", sectionId: null, personId: accountId, tids: [] },
    before: { kind, approved: true },
    after: { kind, approved: null },
  };
}
