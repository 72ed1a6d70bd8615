import type { UsageFigures } from "contract/analytics/usage";
import type { NumbersOf } from "./numbers-query";

/** A number as it is shown: one of fewer than five people is not. */
export const figureText = (figure: number | null): string => (figure === null ? "<5" : String(figure));

/** The columns of each kind of thing. */
export function columnsOf(of: NumbersOf): [keyof UsageFigures, string][] {
  switch (of) {
    case "products":
      return [
        ["view", "浏览"],
        ["datasheet", "打开资料"],
        ["sample", "申请样片"],
        ["buy", "去购买"],
      ];
    case "resources":
      return [
        ["view", "浏览"],
        ["download", "下载"],
      ];
    case "versions":
      return [["download", "下载"]];
    default:
      return [["view", "浏览"]];
  }
}
