import type { CallRequest } from "contract";
import { clockBounds } from "contract/analytics/numbers";
import { visitedPages } from "contract/analytics/pages";
import { analyticsBatches, analyticsEvents } from "../database/schema";
import { transact } from "../database/transact";
import type { CallContext } from "../server/context";
import { networkOf } from "../server/limits";

type Batch = CallRequest<"collectEvents"> | CallRequest<"collectAdClicks">;

/** The time of an event by the browser's clock, if it is plausible; otherwise the time of arrival. */
function eventTime(time: number, arrived: Date): Date {
  const late = arrived.getTime() - time;
  return late > clockBounds.before || late < -clockBounds.after ? arrived : new Date(time);
}

/**
 * Stores the events of a batch, unless the batch arrived before. It skips unknown pages and staff pages. An event gets
 * an account only when its browser is signed in to this account now. Throws TOO_FREQUENT by the number of events, for
 * one network or account and in total. @returns the number of stored events
 */
export async function collect(
  { database, caller, limits, now }: CallContext,
  { header, body }: Batch,
): Promise<{ accepted: number }> {
  const { account, address } = caller;
  await limits.spend("collectedEvents", account ? String(account.id) : networkOf(address), body.length);
  await limits.spend("collectedOfAll", "all", body.length);
  const createdAt = now();
  const visits = body.filter(({ data }) => visitedPages.has(data.page));
  if (visits.length === 0) return { accepted: 0 };
  return transact(database, async (inside) => {
    const added = await inside
      .insert(analyticsBatches)
      .values({ id: header.batchId, createdAt })
      .onConflictDoNothing()
      .returning({ id: analyticsBatches.id });
    if (added.length === 0) return { accepted: 0 };
    await inside.insert(analyticsEvents).values(
      visits.map(({ time, code, data: { page, ...data }, userId, sessionId, anonymousId }) => ({
        code,
        page,
        data,
        sessionId,
        anonymousId,
        createdAt,
        accountId: userId !== null && userId === account?.id ? userId : null,
        eventAt: eventTime(time, createdAt),
      })),
    );
    return { accepted: visits.length };
  });
}
