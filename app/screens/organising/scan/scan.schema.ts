import { activityCheckInCalls } from "contract/activities/checkin/calls";
import { signupId } from "contract/activities/fields";
import { z } from "zod";

export const codeForm = z.object({ code: activityCheckInCalls.activitySignIn.request.shape.code.unwrap() });

/** The form of the button beside a person; `who` is the name for the message. */
export const personForm = z.object({
  signupId: signupId,
  who: z.string().max(60).catch(""),
});
