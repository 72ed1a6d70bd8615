import { activityCalls } from "contract/activities/calls";
import { activityKinds, activityStates, codesOf } from "contract/activities/constants";
import { cleanText } from "contract/base/fields";
import { z } from "zod/v4";
import { pageNumber } from "~/request/inputs.server";
import type { ListQuery } from "./activities-query";

/** A form sends its empty fields too; a kind or state that there is not is none. */
export const activitiesQuery = z.object({
  kind: z.enum(codesOf(activityKinds)).optional().catch(undefined),
  state: z.enum(codesOf(activityStates)).optional().catch(undefined),
  q: z
    .string()
    .default("")
    .transform((text) => cleanText(text).replace(/\s+/g, " ").trim()),
  page: pageNumber,
});

/** What somebody typed stays as it is, with a message where it cannot be looked for. */
export function checkList(asked: z.output<typeof activitiesQuery>): {
  query: ListQuery;
  problem: string | null;
} {
  const parsed = activityCalls.activityList.request.shape.q.safeParse(asked.q);
  return {
    query: { ...asked, q: asked.q.slice(0, 200) },
    problem: parsed.success ? null : (parsed.error.issues[0]?.message ?? "填写的内容有误"),
  };
}
