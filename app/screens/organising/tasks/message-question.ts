import { liveStates } from "contract/activities/transitions";
import type { Question } from "~/forms/outcomes/question";
import { signupWords } from "../parts/words";

/**
 * The question before a message is sent, because it cannot be recalled: to whom and to how many. null when nobody
 * would get it.
 */
export function messageQuestion(
  states: { state: string; count: number }[],
  { state, text }: { state: (typeof liveStates)[number] | undefined; text: string },
): Omit<Question, "intent" | "key"> | null {
  const of: readonly string[] = state ? [state] : liveStates;
  const count = states.reduce((sum, one) => (of.includes(one.state) ? sum + one.count : sum), 0);
  if (count === 0) return null;
  return {
    title: `发给 ${count} 人？发出后不能撤回`,
    says: [
      `收到的人：${state ? signupWords[state] : "全部报名的人"}，${count} 人，站内通知和邮件都会发。`,
      `内容：${text}`,
    ],
    button: "确认发出",
    count,
  };
}
