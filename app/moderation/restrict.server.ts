import { id, submissionId } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import {
  asksForDays,
  hasItsDays,
  penaltyActionNames,
  penaltyActions,
  penaltyDays,
  recycledDays,
} from "contract/moderation/penalties";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import type { Fields } from "~/request/inputs.server";
import { type ActionTools, submitted } from "~/request/intents.server";
import { afterBatch } from "./batch-notice";
import { askBeforeDestroying } from "./deletes-question.server";

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

/**
 * The action of the form that restricts a person (RestrictFields), on any page.
 * @param back returns the address to redirect to
 */
export const restricts = <Query extends Fields>(
  back: (tools: Pick<ActionTools<Query>, "here" | "query">) => string,
) =>
  submitted(restriction, async (form, tools: ActionTools<Query>) => {
    const { scope, done } = tools;
    const { uid, action, recycleDays: days } = form;
    const here = back(tools);
    const deletes = (action === "mute" || action === "ban") && days > 0;
    const question = deletes && (await askBeforeDestroying(tools, { of: "people", ids: [uid], days }));
    if (question) return question;
    const { texts, ...answer } = await scope.gateway.call("updateForbidden", form);
    // 撤销 on the batch's page also restores the texts.
    const page = texts === null ? here : paths.moderation("batch", { id: texts, back: here });
    return afterBatch({ done }, answer, { back: page, message: `已处理：${penaltyActions[action]}` });
  });
