import { subtractTime } from "contract/base/time";
import { warningsThatMute } from "contract/moderation/penalties";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open";
import { accounts, appeals, moderationBatches, moderationLog, penalties } from "../../database/schema";
import { forGood } from "../../server/access";
import type { Work } from "../batches/act";

type Entry = typeof moderationLog.$inferSelect;
type Penalty = typeof penalties.$inferSelect;
type By = Pick<Work, "operator" | "at">;

const kinds = { warn: "warning", mute: "mute", ban: "ban" } as const;

const isInForce = ({ liftedAt, until }: Penalty, at: Date) =>
  liftedAt === null && (until === null || until > at);

/** The penalty that a row of the log imposed: found by its id, or by its time in old rows without the id. */
async function penaltyOf(database: Database, entry: Entry): Promise<Penalty | undefined> {
  const { action, personId, operatorId, at, after } = entry;
  const one =
    typeof after.penalty === "number"
      ? eq(penalties.id, after.penalty)
      : and(
          ...[eq(penalties.kind, kinds[action as keyof typeof kinds]), eq(penalties.createdAt, at)],
          eq(penalties.byId, operatorId ?? 0),
        );
  const [row] = await database
    .select()
    .from(penalties)
    .where(and(eq(penalties.accountId, personId ?? 0), one));
  return row;
}

/**
 * Whether an appeal against the penalty was upheld; for a mute that warnings caused, the appeal against the warning.
 */
async function isTakenBack(
  database: Database,
  { accountId, kind, byId, createdAt }: Penalty,
): Promise<boolean> {
  const action = byId === null ? "warn" : (kind as "mute" | "ban");
  const [upheld] = await database
    .select({ id: appeals.id })
    .from(appeals)
    .innerJoin(moderationLog, eq(moderationLog.id, appeals.logId))
    .where(
      and(
        ...[eq(appeals.accountId, accountId), eq(appeals.upheld, true)],
        ...[eq(moderationLog.action, action), eq(moderationLog.at, createdAt)],
      ),
    )
    .limit(1);
  return upheld !== undefined;
}

/**
 * The penalty that this one replaced, if it would still be in force: its time is not over, and no appeal took it back.
 */
async function replacedBy(database: Database, penalty: Penalty, at: Date): Promise<Penalty | null> {
  const { id, accountId, kind, createdAt } = penalty;
  const [before] = await database
    .select()
    .from(penalties)
    .where(
      and(
        ...[eq(penalties.accountId, accountId), eq(penalties.kind, kind)],
        ...[eq(penalties.liftedAt, createdAt), lt(penalties.id, id)],
      ),
    )
    .orderBy(desc(penalties.id))
    .limit(1);
  if (!before) return null;
  if (await isTakenBack(database, before)) return replacedBy(database, before, at);
  return before.until === null || before.until > at ? before : null;
}

const liftOne = (database: Database, { id }: Penalty, { at, operator }: By) =>
  database.update(penalties).set({ liftedAt: at, liftedById: operator.id }).where(eq(penalties.id, id));

/** Ends one mute or ban only; the penalty that it replaced is in force again until its own end. */
async function endRestriction(database: Database, penalty: Penalty, by: By): Promise<void> {
  await liftOne(database, penalty, by);
  const before = await replacedBy(database, penalty, by.at);
  if (before)
    await database
      .update(penalties)
      .set({ liftedAt: null, liftedById: null })
      .where(eq(penalties.id, before.id));
  const until = before ? (before.until ?? forGood) : null;
  await database
    .update(accounts)
    .set(penalty.kind === "mute" ? { mutedUntil: until } : { bannedUntil: until })
    .where(eq(accounts.id, penalty.accountId));
}

/** Ends the mute that warnings caused, when this warning is taken back and too few warnings remain. */
async function endMuteOf(database: Database, warning: Penalty, by: By): Promise<void> {
  const mine = eq(penalties.accountId, warning.accountId);
  const isWarning = and(mine, eq(penalties.kind, "warning"));
  const [mute] = await database
    .select()
    .from(penalties)
    .where(and(mine, eq(penalties.kind, "mute"), isNull(penalties.byId), isNull(penalties.liftedAt)));
  if (!mute || !isInForce(mute, by.at)) return;
  const { count, withinDays } = warningsThatMute;
  const since = subtractTime(mute.createdAt, withinDays, "day");
  if (warning.createdAt <= since) return;
  // Mutes from content packs have no operator either, but no warning belongs to them.
  const warningCount = await database.$count(
    penalties,
    and(isWarning, eq(penalties.createdAt, mute.createdAt)),
  );
  const recent = and(isWarning, isNull(penalties.liftedAt), gt(penalties.createdAt, since));
  const remaining = await database.$count(penalties, recent);
  if (warningCount > 0 && (remaining + 1) % count === 0) await endRestriction(database, mute, by);
}

/** Takes back the penalty that a row of the log imposed, if it is in force. @returns whether it was */
export async function takeBackPenalty(database: Database, entry: Entry, by: By): Promise<boolean> {
  // Locks the person: penalties of one person wait for each other.
  const person = eq(accounts.id, entry.personId ?? 0);
  await database.select({ id: accounts.id }).from(accounts).where(person).for("no key update");
  const penalty = await penaltyOf(database, entry);
  if (!penalty || !isInForce(penalty, by.at)) return false;
  if (penalty.kind === "warning") {
    await liftOne(database, penalty, by);
    await endMuteOf(database, penalty, by);
  } else await endRestriction(database, penalty, by);
  return true;
}

/** The submission id of the undo that restores the texts which went into the bin with a penalty. */
export const textsUndoId = (batchId: number) => `undo+${batchId}`;

/** The submission id of the batch that moves texts into the bin again after an appeal had restored them. */
export const textsAgainId = (batchId: number) => `again+${batchId}`;

/** The latest batch that moved the texts of this one into the bin again. */
async function lastOf(database: Database, { id, undoneAt }: typeof moderationBatches.$inferSelect) {
  let last = { id, undoneAt };
  // A further batch exists only if the present one was undone.
  while (last.undoneAt !== null) {
    const [next] = await database
      .select({ id: moderationBatches.id, undoneAt: moderationBatches.undoneAt })
      .from(moderationBatches)
      .where(eq(moderationBatches.submissionId, textsAgainId(last.id)));
    if (!next) break;
    last = next;
  }
  return last.id;
}

/** The batch that moved texts into the bin together with a mute or a ban; undefined if there is none. */
export async function textsBatchOf(database: Database, { batchId }: Entry): Promise<number | undefined> {
  if (batchId === null) return undefined;
  const texts = alias(moderationBatches, "texts");
  const [row] = await database
    .select({ texts })
    .from(moderationBatches)
    .innerJoin(
      texts,
      and(
        ...[eq(texts.operatorId, moderationBatches.operatorId), eq(texts.action, "recycleText")],
        eq(texts.submissionId, sql`${moderationBatches.submissionId} || '+'`),
      ),
    )
    .where(eq(moderationBatches.id, batchId));
  return row && lastOf(database, row.texts);
}
