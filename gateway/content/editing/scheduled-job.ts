import { logWarning } from "contract/base/log";
import { wholeChange } from "contract/base/pages";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, jobs } from "../../database/schema";
import { transact } from "../../database/transact";
import { forget } from "../../server/answers";
import type { JobKind } from "../../server/jobs";
import { Refusal } from "../../server/refusal";
import { changePiece, findPiece, logContent, type Piece, pieceToChange } from "./pieces";
import { indexPublished, publishVersion, type Scheduled, schedule, withdrawPiece } from "./publish";

const isDue = (at: Date | null, now: Date): at is Date => at !== null && at <= now;

/** Who scheduled an action for a time, from its job; null after the end of their account. */
async function scheduler(database: Database, { kind, key }: Piece, act: Scheduled["act"], at: Date) {
  const payload = JSON.stringify({ kind, key, act, at: at.toISOString() });
  const [row] = await database
    .select({ by: accounts.id })
    .from(jobs)
    .innerJoin(accounts, sql`${accounts.id}::text = ${jobs.payload} ->> 'by'`)
    .where(and(eq(jobs.kind, schedule.name), sql`${jobs.payload} @> ${payload}::jsonb`))
    .orderBy(desc(jobs.id))
    .limit(1);
  return row?.by ?? null;
}

/**
 * Publishes what is due. After a refusal, such as of a category that is gone, no later try can do better: the piece is
 * shown without this schedule, and the moderators' log says why. All refusals come before the first write.
 */
async function publishDue(database: Database, piece: Piece, at: Date, now: Date): Promise<Piece> {
  const by = await scheduler(database, piece, "publish", at);
  try {
    return await publishVersion(database, piece, piece.publishVersion ?? 0, { by, now });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logWarning(`[网关] 定时发布没有做：${piece.kind} ${piece.key}，${error.message}`);
    const left = await changePiece(database, piece, { publishAt: null, publishVersion: null });
    const stays = { state: piece.state, version: piece.publishedVersion };
    const why = `定时发布没有做，${error.message}`;
    await logContent(database, "publishContent", left, { by, at: now, before: stays, after: stays, why });
    return left;
  }
}

async function withdrawDue(database: Database, piece: Piece, at: Date, now: Date): Promise<Piece> {
  if (piece.state !== "published") return changePiece(database, piece, { withdrawAt: null });
  const by = await scheduler(database, piece, "withdraw", at);
  try {
    return await withdrawPiece(database, piece, { by, now });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logWarning(`[网关] 定时下架没有做：${piece.kind} ${piece.key}，${error.message}`);
    const left = await changePiece(database, piece, { withdrawAt: null });
    const stays = { state: piece.state };
    const why = `定时下架没有做，${error.message}`;
    await logContent(database, "withdrawContent", left, { by, at: now, before: stays, after: stays, why });
    return left;
  }
}

/** Does what is due for a locked piece, in the order of the times. */
async function doDue(database: Database, piece: Piece, now: Date): Promise<void> {
  const { publishAt, withdrawAt } = piece;
  const publish = isDue(publishAt, now)
    ? [{ at: publishAt, run: (present: Piece) => publishDue(database, present, publishAt, now) }]
    : [];
  const withdraw = isDue(withdrawAt, now)
    ? [{ at: withdrawAt, run: (present: Piece) => withdrawDue(database, present, withdrawAt, now) }]
    : [];
  const due = [...publish, ...withdraw].sort((one, other) => one.at.getTime() - other.at.getTime());
  let present = piece;
  for (const { run } of due) present = await run(present);
}

/** What was scheduled and is due, read from the piece: a schedule that was cancelled or moved leaves nothing to do. */
export const scheduledJob: JobKind<Scheduled> = {
  ...schedule,
  tries: 5,
  failure: ({ kind, key }) => `定时发布或下架没有完成（${kind} ${key}）`,
  async run({ payload: { kind, key } }, services) {
    const name = { kind, key };
    const changed = await transact(services.database, async (inside) => {
      const found = await findPiece(inside, name);
      const now = services.now();
      if (!found || !(isDue(found.publishAt, now) || isDue(found.withdrawAt, now))) return false;
      await doDue(inside, await pieceToChange(inside, name, { now }), now);
      return true;
    });
    if (!changed) return;
    await indexPublished(services);
    forget(services, { effect: "hides" });
    services.pagesChanged(wholeChange);
  },
};
