import { eq, max } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../database/open";
import { examAnswers, type examAttempts } from "../../database/schema";
import type { Services } from "../../server/context";

/** The latest time that this process gave for an attempt, and the monotonic clock at that moment. */
interface ClockState {
  time: number;
  elapsed: number;
}

/** How many attempts one process remembers; the clock of an evicted one is read from its answers again. */
const attemptsMax = 10_000;
const toldByDatabase = new WeakMap<Database, LRUCache<number, ClockState>>();

/**
 * The time of a running attempt, which only moves forward: setting the machine's clock back does not make an exam
 * longer, and a later answer never gets an earlier time. Within a process it follows the monotonic clock; after a
 * restart it continues from the attempt's latest answer. Callers hold the attempt's row lock, or only display the time.
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

/** When the attempt got its latest answer, or its start if it has none. */
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
