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
 * Takes a warning, mute or ban away: what it replaced holds again, and the texts that went to the bin with it come back,
 * as a batch of their own. Throws CHANGED_SINCE where it does not stand any more.
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

/** Has what was lifted hold again until its own end. Throws CHANGED_SINCE where somebody was muted or banned since. */
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
