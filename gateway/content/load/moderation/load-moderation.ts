import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { notifications } from "../../../database/schema";
import { transact } from "../../../database/transact";
import { Refusal } from "../../../server/refusal";
import type { Pack } from "../../pack/parse-pack";
import { readAfter, readingDelay } from "../community/tell-members";
import type { LoadServices } from "../load-result";
import { idOf, type LoadedIds } from "../rows/ids";
import { contextAt } from "./context";
import { ModerationPlaces } from "./places";
import { stepsOf } from "./steps";

/** Marks old notices of the demo's members as read some hours after their time. */
async function readOldNotices(database: Database, accountIds: number[], now: Date): Promise<void> {
  await database
    .update(notifications)
    .set({ readAt: sql`${notifications.createdAt} + ${readingDelay} * interval '1 millisecond'` })
    .where(
      and(
        ...[inArray(notifications.accountId, accountIds), isNull(notifications.readAt)],
        lt(notifications.createdAt, new Date(now.getTime() - readAfter)),
      ),
    );
}

/**
 * Replays the steps of moderation.yaml in the order of their times, with the portal's own handlers, so that log,
 * counters and notices are real. It runs only when all members of the pack were newly inserted, because it must not act
 * in the name of existing people. Refused steps are skipped, for example when a section has other moderators here.
 * @returns the number of skipped steps
 */
export async function loadModeration(
  services: LoadServices,
  database: Database,
  pack: Pack,
  { ids, inserted, avatars }: { ids: LoadedIds; inserted: Set<string>; avatars: Map<string, string> },
  now: Date,
): Promise<number> {
  if (!pack.moderation || inserted.size < pack.members.length) return 0;
  const places = new ModerationPlaces(database, ids.members);
  let leftOut = 0;
  for (const { by, ago, run } of stepsOf(pack.moderation, { ids, places, avatars })) {
    const at = new Date(now.getTime() - ago);
    try {
      await transact(database, async (inside) =>
        run(await contextAt(services, inside, idOf(ids.members, by), at)),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      leftOut += 1;
    }
  }
  await readOldNotices(database, [...ids.members.values()], now);
  return leftOut;
}
