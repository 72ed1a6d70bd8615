import { activityCheckInCalls } from "contract/activities/checkin/calls";
import { signupId } from "contract/activities/fields";
import { z } from "zod";

export const codeForm = z.object({ code: activityCheckInCalls.activitySignIn.request.shape.code.unwrap() });

/** Of a button beside somebody; the name is for the sentence that says what was done. */
export const personForm = z.object({
  signupId: signupId,
  who: z.string().max(60).catch(""),
});
