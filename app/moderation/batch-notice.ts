import type { BatchAnswer } from "contract/moderation/fields";
import { paths } from "~/navigation/paths";
import type { ActionTools, Answer } from "~/request/intents.server";
import { rowAnchor } from "./row-fields";

/** The message at the head of the page after a form acted on one or many items. */
const batchNotice = ({ done, refused }: Pick<BatchAnswer, "done" | "refused">): string =>
  refused > 0 ? `已处理 ${done} 项，${refused} 项没有处理` : `已处理 ${done} 项`;

/**
 * Answers a form that acted on one or many items. It redirects to the form's page with a message that offers undo when
 * that is possible; if items wait or were refused, it redirects to the batch's own page.
 * @param message replaces the number of items
 * @param next the row beside the decided one, to which the page scrolls
 * @param remaining how many items of a whole list were not processed
 */
export function afterBatch(
  { done }: Pick<ActionTools, "done">,
  answer: Pick<BatchAnswer, "batch" | "done" | "refused" | "waiting" | "canUndo">,
  {
    back,
    message = batchNotice(answer),
    next,
    remaining = 0,
  }: { back: string; message?: string; next?: number | undefined; remaining?: number },
): Promise<Answer> {
  const still = remaining > 0 ? `还有 ${remaining} 项符合条件，这次没有处理` : undefined;
  if (answer.waiting > 0 || answer.refused > 0)
    return done(paths.moderation("batch", { id: answer.batch, back }), still);
  return done(
    next === undefined ? back : `${back}#${rowAnchor(next)}`,
    [message, still].filter(Boolean).join("；"),
    answer.canUndo ? answer.batch : undefined,
  );
}
