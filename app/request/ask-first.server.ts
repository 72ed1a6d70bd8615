import { createHash } from "node:crypto";
import { type GiveBack, giveBack } from "~/forms/give-back.server";
import { howManyField, type Question, typedFrom } from "~/forms/outcomes/question";
import type { ActionTools } from "./intents.server";

/** A question without its identity: its key and intent are added here. */
export type Asking = Omit<Question, "intent" | "key">;

/**
 * Asks before an action that cannot be undone: the form comes back with everything typed and chosen, and a question
 * that names what will be lost. Returns null when the answer is yes. A yes is valid only for this question: when more
 * things are chosen or affected, the form asks again.
 * @param question its `count` is the number of things; from `typedFrom` on the member must type the number
 * @param about the affected things when the question does not name them; a yes is valid only for these
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
  const isConfirmed = form.get("sure") === key;
  const text = String(form.get(howManyField) ?? "").trim();
  if (isConfirmed && (count < typedFrom || text === String(count))) return null;
  const problem = isConfirmed
    ? { status: 400, fields: { [howManyField]: [`请输入 ${count}，与上面的数量一致`] } }
    : {};
  // A number typed for another question does not count for this one.
  if (!isConfirmed) form.delete(howManyField);
  form.delete("sure");
  return giveBack(scope, { intent, typed: form }, problem, { question: { ...texts, ...many, intent, key } });
}
