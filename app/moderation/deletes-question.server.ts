import type { CallRequest } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { GiveBack } from "~/forms/give-back.server";
import { type Asking, askFirst } from "~/request/ask-first.server";
import type { ActionTools } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";

/**
 * The question before items are deleted that do not go to a recycle bin: in a section without a bin, deleting destroys
 * them. null when all of them go to a bin, so that deleting can be undone.
 */
export async function destroyingQuestion(
  scope: Scope,
  of: Omit<CallRequest<"deletedForGood">, "days"> & { days?: number },
): Promise<Asking | null> {
  // An upstream without this call has a bin in every section.
  const none = { count: 0, sections: [] };
  const { count, sections } = await orWithout(scope, scope.gateway.call("deletedForGood", of), none);
  if (count === 0) return null;
  return {
    title: `${count} 项会彻底销毁，不进回收站`,
    says: [
      `${sections.map((name) => `「${name}」`).join("")}没有启用回收站：其中的 ${count} 项连同图片和附件都会删除，谁也找不回来，也不能撤销。`,
      "只想不让人看到，可以屏蔽，随时能恢复。",
    ],
    button: "确认彻底销毁",
    count,
  };
}

/** Asks that question; null when nothing is destroyed. */
export async function askBeforeDestroying(
  tools: Pick<ActionTools, "scope" | "form" | "intent">,
  of: Parameters<typeof destroyingQuestion>[1],
): Promise<GiveBack | null> {
  const question = await destroyingQuestion(tools.scope, of);
  return question && askFirst(tools, question);
}
