import type { BatchAnswer } from "contract/moderation/fields";

/** What is said at the head of the page after a form that acted on one or many. */
export const batchNotice = ({ done, refused }: Pick<BatchAnswer, "done" | "refused">): string =>
  refused > 0 ? `已处理 ${done} 项，${refused} 项没有处理` : `已处理 ${done} 项`;
