import type { ContentCheck } from "contract/content/calls";
import type { Question } from "~/forms/outcomes/question";

/**
 * What is asked before a pack is loaded: what it takes down, by kind and number, as the last check found it. Without a
 * check nobody knows, and that is said. null where it takes down nothing.
 * @param previous the pack that was in force before, whose load takes back what the last one did
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
