import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts } from "../../database/schema";
import type { ActOutcome, Work } from "../batches/act";
import { holdAgain } from "../penalties/hold-again";
import { checkMayRestrict } from "../penalties/may-restrict";
import { lockPerson } from "../penalties/penalise";
import { takeBackPenalty, textsBatchOf } from "../penalties/take-back";
import { checkUnchanged, type Done } from "./done";

const iso = (moment: Date | null, at: Date) => (moment && moment > at ? moment.toISOString() : null);

async function standingNow(database: Database, id: number, at: Date) {
  const columns = { mutedUntil: accounts.mutedUntil, bannedUntil: accounts.bannedUntil };
  const [row] = await database.select(columns).from(accounts).where(eq(accounts.id, id));
  return { mutedUntil: iso(row?.mutedUntil ?? null, at), bannedUntil: iso(row?.bannedUntil ?? null, at) };
}

/**
 * Takes a warning, mute or ban back: the penalty that it replaced is in force again, and a batch of its own restores
 * the texts that went into the bin with it. Throws CHANGED_SINCE when the penalty is not in force any more.
 */
export async function penaltyGoes(
  database: Database,
  id: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  await lockPerson(database, id);
  await checkMayRestrict(database, work.operator, id);
  const before = await standingNow(database, id, work.at);
  checkUnchanged(await takeBackPenalty(database, done.entry, work));
  const undoes = await textsBatchOf(database, done.entry);
  return {
    kind: "person",
    sectionId: null,
    personId: id,
    tids: [],
    before,
    after: await standingNow(database, id, work.at),
    tell: { accountIds: [id] },
    ...(undoes === undefined ? {} : { undoes }),
  };
}

/**
 * Puts lifted penalties into force again until their own ends. Throws CHANGED_SINCE when the person was muted or banned
 * since.
 */
export async function liftedAgain(
  database: Database,
  id: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  await lockPerson(database, id);
  await checkMayRestrict(database, work.operator, id);
  const before = await standingNow(database, id, work.at);
  checkUnchanged(before.mutedUntil === null && before.bannedUntil === null);
  await holdAgain(database, id, { liftedAt: done.at, at: work.at });
  return {
    kind: "person",
    sectionId: null,
    personId: id,
    tids: [],
    before,
    after: await standingNow(database, id, work.at),
    tell: { accountIds: [id] },
  };
}
