/** Check-in (sign-in) by signed codes, typed letters, photos, and scans that a device made without a connection. */
import type { activityCheckInCalls } from "contract/activities/checkin/calls";
import type { CheckIn } from "contract/activities/shapes";
import { eq } from "drizzle-orm";
import { activitySignups } from "../../database/schema";
import type { HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { checkIn, undoCheckIn } from "./check-in";
import { keysOf } from "./codes";
import { readPhoto } from "./photo";

const plain = ({ duplicate: _duplicate, ...answer }: CheckIn & { duplicate: boolean }): CheckIn => answer;

export const activityCheckInHandlers = {
  async activitySignIn({ activityId, code, signupId, nonce }, context) {
    const target = code === undefined ? { signupId: signupId ?? 0 } : { code };
    return plain(await checkIn(context, activityId, target, { nonce }));
  },

  async activitySignInPhoto({ activityId, file }, context) {
    const code = await readPhoto(context, Buffer.from(file));
    return plain(await checkIn(context, activityId, { code }, {}));
  },

  async activitySignInUndo({ activityId, signupId }, { database }) {
    const [signup] = await database
      .select({ activityId: activitySignups.activityId })
      .from(activitySignups)
      .where(eq(activitySignups.id, signupId));
    if (found(signup, "SIGNUP_NOT_FOUND").activityId !== activityId) throw new Refusal("SIGNUP_NOT_FOUND");
    if (!(await undoCheckIn(database, activityId, signupId))) throw new Refusal("CHECK_IN_NOT_DONE");
    return { success: true };
  },

  async activityScansSync({ activityId, deviceTime, scans }, context) {
    const ahead = deviceTime === undefined ? 0 : Date.parse(deviceTime) - context.now().getTime();
    const answersByNonce = new Map<string, CheckIn & { duplicate: boolean }>();
    // In the order of the scans' times.
    const byTime = [...scans].sort((one, other) => one.at.localeCompare(other.at));
    for (const { nonce, code, at } of byTime) {
      const scannedAt = new Date(Date.parse(at) - ahead);
      if (!answersByNonce.has(nonce))
        answersByNonce.set(nonce, await checkIn(context, activityId, { code }, { scannedAt, nonce }));
    }
    return {
      scans: scans.flatMap(({ nonce }) => {
        const answer = answersByNonce.get(nonce);
        return answer ? [{ ...answer, nonce }] : [];
      }),
    };
  },

  async activityKeys(_request, context) {
    const keys = await keysOf(context);
    return {
      keys: keys.map(({ x, y, kid }) => ({ kty: "EC" as const, crv: "P-256" as const, x, y, kid })),
    };
  },
} satisfies HandlersOf<typeof activityCheckInCalls>;
