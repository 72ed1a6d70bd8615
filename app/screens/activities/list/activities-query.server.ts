import { activityKinds, activityStates, codesOf } from "contract/activities/constants";
import { z } from "zod";
import { typedText } from "~/lists/kit/list-query.server";
import { pageNumber } from "~/request/inputs.server";

/** A form sends its empty fields too; a kind or state that there is not is none. */
export const activitiesQuery = z.object({
  kind: z.enum(codesOf(activityKinds)).optional().catch(undefined),
  state: z.enum(codesOf(activityStates)).optional().catch(undefined),
  q: typedText,
  page: pageNumber,
});
