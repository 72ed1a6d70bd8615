import type { CallRequest } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { GiveBack } from "~/forms/give-back.server";
import { type Asking, askFirst } from "~/request/ask-first.server";
import type { ActionTools } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";

/**
 * What is asked before something is deleted that no bin keeps: in a section without one, deleting is
 * destroying. null where all of it goes to the bin, and so can be undone.
 */
export async function destroyingQuestion(
  scope: Scope,
  of: Omit<CallRequest<"deletedForGood">, "days"> & { days?: number },
): Promise<Asking | null> {
  // An upstream that does not know of it has a bin everywhere.
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

/** Asks it; null where nothing of the kind is lost. */
export async function askBeforeDestroying(
  tools: Pick<ActionTools, "scope" | "form" | "intent">,
  of: Parameters<typeof destroyingQuestion>[1],
): Promise<GiveBack | null> {
  const question = await destroyingQuestion(tools.scope, of);
  return question && askFirst(tools, question);
}
