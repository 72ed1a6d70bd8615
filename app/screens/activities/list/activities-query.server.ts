import { activityKinds, activityStates, codesOf } from "contract/activities/constants";
import { z } from "zod";
import { typedText } from "~/lists/kit/list-query.server";
import { pageNumber } from "~/request/inputs.server";

/** The queries of the list. A form also sends its empty fields; an unknown kind or state is dropped. */
export const activitiesQuery = z.object({
  kind: z.enum(codesOf(activityKinds)).optional().catch(undefined),
  state: z.enum(codesOf(activityStates)).optional().catch(undefined),
  q: typedText,
  page: pageNumber,
});
