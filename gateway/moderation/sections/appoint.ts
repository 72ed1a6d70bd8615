import type { CallRequest } from "contract";
import type { LogValues } from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderators } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { stillStands } from "../../server/offices";
import { Refusal, refusedAt } from "../../server/refusal";
import type { Operator } from "../operator";
import { personToAppoint } from "../scope";
import { changeSection } from "./change-section";
import { endedModerator, logEnd } from "./log-end";

/** Throws OWN_RANK, HIGHER_RANK and USER_NOT_FOUND beside the field: nobody may change their own rank or an administrator's. */
export async function checkBelow(
  database: Database,
  operator: Pick<Operator, "id">,
  uid: number,
  field: string,
): Promise<void> {
  if (uid === operator.id) throw refusedAt(field, "OWN_RANK");
  const [person] = await database
    .select({ admin: accounts.admin, closedAt: accounts.closedAt })
    .from(accounts)
    .where(eq(accounts.id, uid));
  if (!person || person.closedAt) throw refusedAt(field, "USER_NOT_FOUND");
  if (person.admin) throw refusedAt(field, "HIGHER_RANK");
}

const aboutPerson = (uid: number) => ({
  ...({ target: { kind: "person", id: uid }, personId: uid, keeps: true } as const),
  tell: { accountIds: [uid] },
});

/**
 * Appoints a moderator of the section, without an end, and notifies them. Whoever is one already stays so until the end
 * that they have. Throws PERSON_AMBIGUOUS, USER_NOT_FOUND, OWN_RANK and HIGHER_RANK beside the person.
 */
export function appoint(
  context: CallContext,
  { fid, person, reason }: CallRequest<"appointModerator">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid, reason }, async (database, { operator, at }) => {
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    const uid = await personToAppoint(database, person);
    if (uid === null) throw refusedAt("person", "USER_NOT_FOUND");
    await checkBelow(database, operator, uid, "person");
    const isRow = and(eq(moderators.sectionId, fid), eq(moderators.accountId, uid));
    if ((await database.$count(moderators, and(isRow, stillStands(moderators.until, at)))) > 0) return null;
    const change = await setModerator(database, { fid, uid, until: null, at });
    if (!change) return null;
    const { ended, ...values } = change;
    if (ended) await logEnd(database, { ...endedModerator(uid, ended), sectionId: fid, at });
    return { action: "appoint", ...values, ...aboutPerson(uid) };
  });
}

/**
 * Makes somebody a moderator of a section until the end, or changes the end.
 * @returns the values before and after, for the log, and the end of an office that had ended and that no job has logged
 * yet; null when there is nothing to change
 */
export async function setModerator(
  database: Database,
  { fid, uid, until, at }: { fid: number; uid: number; until: Date | null; at: Date },
): Promise<{ before: LogValues; after: LogValues; ended: Date | null } | null> {
  const isRow = and(eq(moderators.sectionId, fid), eq(moderators.accountId, uid));
  const [row] = await database
    .select({ until: moderators.until })
    .from(moderators)
    .where(isRow)
    .for("update");
  const stands = row !== undefined && (row.until === null || row.until > at);
  const isSame = stands && row.until?.getTime() === until?.getTime();
  if (isSame) return null;
  await database
    .insert(moderators)
    .values({ sectionId: fid, accountId: uid, until })
    .onConflictDoUpdate({ target: [moderators.sectionId, moderators.accountId], set: { until } });
  const [was, is] = [stands ? (row.until?.toISOString() ?? null) : null, until?.toISOString() ?? null];
  return {
    before: { moderator: stands, ...(was === is ? {} : { until: was }) },
    after: { moderator: true, ...(was === is ? {} : { until: is }) },
    ended: stands ? null : (row?.until ?? null),
  };
}

/**
 * Removes a moderator of a section; an office that has ended is left to the job that tells its end.
 * @returns the values before and after, for the log; null when they are none
 */
export async function removeModerator(
  database: Database,
  { fid, uid, at }: { fid: number; uid: number; at: Date },
): Promise<{ before: LogValues; after: LogValues } | null> {
  const isRow = and(eq(moderators.sectionId, fid), eq(moderators.accountId, uid));
  const [removed] = await database
    .delete(moderators)
    .where(and(isRow, stillStands(moderators.until, at)))
    .returning();
  if (!removed) return null;
  const until = removed.until?.toISOString();
  return {
    before: { moderator: true, ...(until ? { until } : {}) },
    after: { moderator: false, ...(until ? { until: null } : {}) },
  };
}

/** Dismisses a moderator of the section and notifies them. */
export function dismiss(
  context: CallContext,
  { fid, uid, reason }: CallRequest<"dismissModerator">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid, reason }, async (database, { operator, at }) => {
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    await checkBelow(database, operator, uid, "uid");
    const change = await removeModerator(database, { fid, uid, at });
    return change && { action: "dismiss", ...change, ...aboutPerson(uid) };
  });
}
