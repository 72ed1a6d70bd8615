import type { CallRequest, CallResponse } from "contract";
import { eq } from "drizzle-orm";
import { activities } from "../../database/schema";
import { transact } from "../../database/transact";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockActivity } from "../lock";
import { briefOf, readAnyActivity } from "../rows";

/**
 * Moves the end of signing up, or ends it now. It stays until the activity's own times change, in the browser or in a
 * pack. Throws ACTIVITY_NOT_FOUND, SIGNUP_NOT_OPEN, SIGNUP_CLOSED, and INVALID_REQUEST beside the time.
 */
export async function moveDeadline(
  { activityId, until }: CallRequest<"activityDeadline">,
  context: CallContext,
): Promise<CallResponse<"activityDeadline">> {
  const now = context.now();
  const signUpUntil = until === undefined ? now : new Date(until);
  const wrong = (message: string) => new Refusal("INVALID_REQUEST", { until: [message] });
  const changed = await transact(context.database, async (inside) => {
    await lockActivity(inside, activityId);
    const { signUpFrom, endAt } = await readAnyActivity(inside, activityId);
    if (until === undefined && now <= signUpFrom) throw new Refusal("SIGNUP_NOT_OPEN");
    if (until === undefined && now > endAt) throw new Refusal("SIGNUP_CLOSED");
    if (signUpUntil <= signUpFrom) throw wrong("报名还没有开始，截止要晚于报名开始");
    if (signUpUntil > endAt) throw wrong("不能晚于活动结束");
    const [row] = await inside
      .update(activities)
      .set({ signUpUntil, updatedAt: now })
      .where(eq(activities.id, activityId))
      .returning();
    return found(row, "ACTIVITY_NOT_FOUND");
  });
  return briefOf(context, changed);
}
