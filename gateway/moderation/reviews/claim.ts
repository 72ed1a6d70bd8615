import { addTime } from "contract/base/time";
import { and, eq, inArray, isNull, lte, or } from "drizzle-orm";
import { reviewItems } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { inScope, scopeOf } from "../scope";

const claimMinutes = 10;

/**
 * Claims texts in review for the caller for ten minutes, or gives them back. Other moderators' claims are left alone
 * until they expire.
 */
export async function claimReview(context: CallContext, ids: number[], back: boolean) {
  const { database, now } = context;
  const me = accountOf(context).id;
  const at = now();
  const mine = eq(reviewItems.claimedById, me);
  const free = or(isNull(reviewItems.claimedById), mine, lte(reviewItems.claimedUntil, at));
  const until = addTime(at, claimMinutes, "minute");
  const changed = await database
    .update(reviewItems)
    .set(back ? { claimedById: null, claimedUntil: null } : { claimedById: me, claimedUntil: until })
    .where(
      and(
        inArray(reviewItems.postId, ids),
        isNull(reviewItems.decidedAt),
        inScope(reviewItems.sectionId, await scopeOf(context, undefined)),
        back ? mine : free,
      ),
    )
    .returning({ id: reviewItems.id });
  return { claimed: changed.length, refused: ids.length - changed.length };
}
