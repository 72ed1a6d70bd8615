import type { CallResponse } from "contract";
import type { Question } from "~/forms/outcomes/question";

/**
 * What is asked before the server's pack is loaded: what it takes down, by kind and number, as the last check found it.
 * Without a check nobody knows, and that is said. null where it takes down nothing.
 */
export function loadQuestion({
  pack,
  check,
}: Pick<CallResponse<"contentState">, "pack" | "check">): Omit<Question, "intent" | "key"> | null {
  if (check === null)
    return {
      title: "还没有检查过，直接装载？",
      says: ["不知道它会改变什么、下架多少。先按“检查”，会列出每类内容新增、修改和下架多少。"],
      button: "确认直接装载",
    };
  const gone = check.changes.filter(({ delisted }) => delisted > 0);
  if (gone.length === 0) return null;
  const count = gone.reduce((sum, { delisted }) => sum + delisted, 0);
  return {
    title: `装载「${pack ?? ""}」会下架 ${count} 项内容，继续吗？`,
    says: [
      ...gone.map(({ name, delisted }) => `${name}：下架 ${delisted}`),
      "下架的内容访客看不到。再装载含有它们的内容包，就会恢复上架。",
    ],
    button: "确认装载并下架",
    count,
  };
}
