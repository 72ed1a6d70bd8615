import { createHash } from "node:crypto";
import { type GiveBack, giveBack } from "~/forms/give-back.server";
import { howManyField, type Question, typedFrom } from "~/forms/outcomes/question";
import type { ActionTools } from "./intents.server";

/** A question without the part that tells it from other questions. */
export type Asking = Omit<Question, "intent" | "key">;

/**
 * Asks before something is done that cannot be taken back: the form comes back with all that was typed
 * and chosen, and with a question that names what goes. null once it was answered with yes: that is a yes to this
 * question alone, and where more is chosen or waits since, it is asked anew.
 * @param question its `count` is how many things go; from `typedFrom` on the number has to be typed
 * @param about which things, where the question does not name them: a yes is one to these
 */
export function askFirst(
  { scope, form, intent }: Pick<ActionTools, "scope" | "form" | "intent">,
  question: Asking,
  about: readonly (string | number)[] = [],
): GiveBack | null {
  const { count = 0, ...texts } = question;
  const many = count >= typedFrom ? { count } : {};
  const key = createHash("sha256")
    .update(JSON.stringify([intent, texts.title, texts.says, many, about]))
    .digest("base64url")
    .slice(0, 16);
  const answered = form.get("sure") === key;
  const text = String(form.get(howManyField) ?? "").trim();
  if (answered && (count < typedFrom || text === String(count))) return null;
  const wrong = answered
    ? { status: 400, fields: { [howManyField]: [`请输入 ${count}，与上面的数量一致`] } }
    : {};
  // A number that was typed for another question is none for this one.
  if (!answered) form.delete(howManyField);
  form.delete("sure");
  return giveBack(scope, { intent, typed: form }, wrong, { question: { ...texts, ...many, intent, key } });
}
