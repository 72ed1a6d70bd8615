import type { BatchAnswer } from "contract/moderation/fields";
import type { ActionTools, Answer } from "~/request/intents.server";

/** What is said at the head of the page after a form that acted on one or many. */
const batchNotice = ({ done, refused }: Pick<BatchAnswer, "done" | "refused">): string =>
  refused > 0 ? `已处理 ${done} 项，${refused} 项没有处理` : `已处理 ${done} 项`;

/**
 * After a form that acted on one or many: back to where it stood, with a message that offers to undo what can be undone;
 * to the batch's own page where something waits or was refused.
 * @param said what is said in place of how many it were
 */
export function afterBatch(
  { done }: Pick<ActionTools, "done">,
  answer: Pick<BatchAnswer, "batch" | "done" | "refused" | "waiting" | "canUndo">,
  { back, said = batchNotice(answer) }: { back: string; said?: string },
): Promise<Answer> {
  if (answer.waiting > 0 || answer.refused > 0)
    return done(`/moderator/batch?id=${answer.batch}&back=${encodeURIComponent(back)}`);
  return done(back, said, answer.canUndo ? answer.batch : undefined);
}
