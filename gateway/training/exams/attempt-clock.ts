import { eq, max } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../database/open";
import { examAnswers, type examAttempts } from "../../database/schema";
import type { Services } from "../../server/context";

/** The latest time of an attempt that this process has told, and when it did by a clock that nobody sets. */
interface ClockState {
  time: number;
  elapsed: number;
}

/** Attempts that run at once in one process; one that falls out is read from its answers again. */
const attemptsMax = 10_000;
const toldByDatabase = new WeakMap<Database, LRUCache<number, ClockState>>();

/**
 * The time of a running attempt, which only grows: a machine's clock that is set back neither makes an exam longer nor
 * has a later answer look like an older one. It goes on from what this process told last by the processor's own clock,
 * and after a start from the attempt's latest answer. Those who ask hold the attempt's row, or show what they read.
 */
export async function attemptNow(
  { database, now }: Pick<Services, "database" | "now">,
  inside: Database,
  attempt: Pick<typeof examAttempts.$inferSelect, "id" | "startedAt">,
): Promise<Date> {
  const statesByDatabase =
    toldByDatabase.get(database) ?? new LRUCache<number, ClockState>({ max: attemptsMax });
  toldByDatabase.set(database, statesByDatabase);
  const elapsed = performance.now();
  const before = statesByDatabase.get(attempt.id);
  const least = before
    ? before.time + (elapsed - before.elapsed)
    : await latestAnswer(inside, attempt).then((at) => at.getTime());
  const time = Math.max(now().getTime(), Math.floor(least));
  statesByDatabase.set(attempt.id, { time, elapsed });
  return new Date(time);
}

/** When the attempt was last answered, or else begun. */
async function latestAnswer(
  database: Database,
  { id, startedAt }: Pick<typeof examAttempts.$inferSelect, "id" | "startedAt">,
): Promise<Date> {
  const [row] = await database
    .select({ at: max(examAnswers.at) })
    .from(examAnswers)
    .where(eq(examAnswers.attemptId, id));
  return row?.at && row.at > startedAt ? row.at : startedAt;
}
