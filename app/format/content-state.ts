import { browserForumRefusals } from "contract/forum/constants";
import type { ContentState } from "contract/forum/shapes";
import { formatWhole } from "./time";

/** The label of a text that is not public, for its author and moderators; empty for a public one. */
export const stateLabels: Record<ContentState, string> = {
  listed: "",
  pending: "审核中",
  refused: "未通过审核",
  hidden: "已被版主屏蔽",
  recycled: "已被版主删除",
  deleted: "已删除",
};

/** The text shown instead of a floor that the reader may not see; `what` is 楼层, or 回复 below a floor. */
export function withheldText(state: ContentState, what: "楼层" | "回复"): string {
  if (state === "pending") return `该${what}正在审核`;
  return state === "refused" || state === "hidden" ? `该${what}已被版主屏蔽` : `该${what}已删除`;
}

/** The text shown to muted members instead of a form, or above it. */
export function mutedText(until: string | null, reason: string): string {
  const end = until ? (until.startsWith("9999") ? "（永久）" : `，到 ${formatWhole(until)} 为止`) : "";
  return browserForumRefusals.MUTED.message + end + (reason ? `。原因：${reason}` : "");
}
