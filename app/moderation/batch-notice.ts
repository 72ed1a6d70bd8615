import type { BatchAnswer } from "contract/moderation/fields";
import { paths } from "~/navigation/paths";
import type { ActionTools, Answer } from "~/request/intents.server";
import { rowAnchor } from "./row-fields";

/** What is said at the head of the page after a form that acted on one or many. */
const batchNotice = ({ done, refused }: Pick<BatchAnswer, "done" | "refused">): string =>
  refused > 0 ? `已处理 ${done} 项，${refused} 项没有处理` : `已处理 ${done} 项`;

/**
 * After a form that acted on one or many: back to where it stood, with a message that offers to undo what can be undone;
 * to the batch's own page where something waits or was refused.
 * @param said what is said in place of how many it were
 * @param next the row that stands beside the one that was decided: the page goes on there
 * @param left how much of a whole list was not taken on
 */
export function afterBatch(
  { done }: Pick<ActionTools, "done">,
  answer: Pick<BatchAnswer, "batch" | "done" | "refused" | "waiting" | "canUndo">,
  {
    back,
    message: said = batchNotice(answer),
    next,
    remaining: left = 0,
  }: { back: string; message?: string; next?: number | undefined; remaining?: number },
): Promise<Answer> {
  const still = left > 0 ? `还有 ${left} 项符合条件，这次没有处理` : undefined;
  if (answer.waiting > 0 || answer.refused > 0)
    return done(paths.moderation("batch", { id: answer.batch, back }), still);
  return done(
    next === undefined ? back : `${back}#${rowAnchor(next)}`,
    [said, still].filter(Boolean).join("；"),
    answer.canUndo ? answer.batch : undefined,
  );
}
