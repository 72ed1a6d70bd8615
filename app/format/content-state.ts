import { browserForumRefusals } from "contract/forum/constants";
import type { ContentState } from "contract/forum/shapes";
import { formatWhole } from "./time";

/** What its author and the moderators read beside a text that not everyone sees; empty for a listed one. */
export const stateLabels: Record<ContentState, string> = {
  listed: "",
  pending: "审核中",
  refused: "未通过审核",
  hidden: "已被版主屏蔽",
  recycled: "已被版主删除",
  deleted: "已删除",
};

/** The words in place of a floor's text that the reader may not see; `what` is 楼层, or 回复 beneath a floor. */
export function withheldText(state: ContentState, what: "楼层" | "回复"): string {
  if (state === "pending") return `该${what}正在审核`;
  return state === "refused" || state === "hidden" ? `该${what}已被版主屏蔽` : `该${what}已删除`;
}

/** The words that muted people read in place of a form, or above it. */
export function mutedText(until: string | null, reason: string): string {
  const end = until ? (until.startsWith("9999") ? "（永久）" : `，到 ${formatWhole(until)} 为止`) : "";
  return browserForumRefusals.MUTED.message + end + (reason ? `。原因：${reason}` : "");
}
