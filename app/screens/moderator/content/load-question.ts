import type { ContentCheck } from "contract/content/calls";
import type { Question } from "~/forms/outcomes/question";

/**
 * The question before a pack is loaded: what the load takes down, by kind and number, according to the last check.
 * Without a check the numbers are unknown, and the question says so. null when the load takes down nothing.
 * @param previous whether it is the previous pack, whose load reverts the last one
 */
export function loadQuestion(
  pack: string,
  check: ContentCheck | null,
  previous: boolean,
): Omit<Question, "intent" | "key"> | null {
  const [does, button] = previous ? ["恢复", "确认恢复"] : ["装载", "确认装载"];
  if (check === null)
    return {
      title: `还没有检查过，直接${does}？`,
      says: ["不知道它会改变什么、下架多少。先按“检查”，会列出每类内容新增、修改和下架多少。"],
      button: `确认直接${does}`,
    };
  const removed = check.changes.filter(({ delisted }) => delisted > 0);
  if (removed.length === 0) return null;
  const count = removed.reduce((sum, { delisted }) => sum + delisted, 0);
  return {
    title: `${does}「${pack}」会下架 ${count} 项内容，继续吗？`,
    says: [
      ...removed.map(({ name, delisted }) => `${name}：下架 ${delisted}`),
      "下架的内容访客看不到。之后可以在这个页面“恢复上一个内容包”，回到现在的样子。",
    ],
    button: `${button}并下架`,
    count,
  };
}
