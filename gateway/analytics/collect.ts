import type { CallRequest } from "contract";
import { analyticsBatches, analyticsEvents } from "../database/schema";
import { transact } from "../database/transact";
import type { CallContext } from "../server/context";

type Batch = CallRequest<"collectEvents"> | CallRequest<"collectAdClicks">;

/**
 * Keeps a batch's events unless it arrived before. An event names an account only where its browser is signed in as
 * that account now. @returns how many were added.
 */
export async function collect(
  { database, caller, now }: CallContext,
  { header, body }: Batch,
): Promise<{ accepted: number }> {
  const createdAt = now();
  return transact(database, async (inside) => {
    const added = await inside
      .insert(analyticsBatches)
      .values({ id: header.batchId, createdAt })
      .onConflictDoNothing()
      .returning({ id: analyticsBatches.id });
    if (added.length === 0) return { accepted: 0 };
    await inside.insert(analyticsEvents).values(
      body.map(({ time, code, data: { page, ...data }, userId, sessionId, anonymousId }) => ({
        ...{ code, page, data, sessionId, anonymousId, createdAt },
        accountId: userId !== null && userId === caller.account?.id ? userId : null,
        eventAt: new Date(time),
      })),
    );
    return { accepted: body.length };
  });
}
