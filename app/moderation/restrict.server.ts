import { id, submissionId } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import {
  asksForDays,
  hasItsDays,
  penaltyActionNames,
  penaltyDays,
  recycledDays,
} from "contract/moderation/penalties";
import { z } from "zod/v4";
import type { Fields } from "~/request/inputs.server";
import { type ActionTools, submitted } from "~/request/intents.server";

const restriction = z
  .object({
    uid: id,
    action: z.enum(penaltyActionNames, "请选择处理方式"),
    days: penaltyDays,
    reason,
    recycleDays: recycledDays,
    submissionId,
  })
  .refine(({ action, days }) => hasItsDays(action, days), asksForDays);

/** What the form about a person does, wherever it stands (RestrictFields). @param back where its page leads on */
export const restricts = <Query extends Fields>(
  back: (tools: Pick<ActionTools<Query>, "here" | "query">) => string,
) =>
  submitted(restriction, async (form, tools: ActionTools<Query>) => {
    const { scope, done } = tools;
    const { texts } = await scope.gateway.call("updateForbidden", form);
    if (texts === null) return done(back(tools), "已处理");
    return done(`/moderator/batch?id=${texts}&back=${encodeURIComponent(back(tools))}`, "已处理");
  });
