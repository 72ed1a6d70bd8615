import type { TextMark } from "contract/base/wire";
import { refusals } from "contract/refusals";
import type { Services } from "../server/context";
import { Refusal } from "../server/refusal";
import type { FieldToCheck, LookedFields } from "./check";
import { type WordList, wholeWordList, wordListInForce } from "./list";

/** What a check needs: the database with the list, and the threads that search texts. */
export type Checking = Pick<Services, "database" | "texts">;

/**
 * Asks a worker that may lack the list: it answers null then, and is asked again with the words.
 * @param inForce the list in force, for whoever asks several questions about one text
 */
export async function withWords<Answer>(
  { database }: Checking,
  ask: (words: WordList) => Promise<Answer | null>,
  inForce?: WordList,
): Promise<Answer> {
  const known = inForce ?? (await wordListInForce(database));
  const answer = (await ask(known)) ?? (await ask(await wholeWordList(database)));
  if (answer === null) throw new Error("a worker did not take the list of words");
  return answer;
}

/** Refuses a text with the found spans, by field; an empty list of spans marks the whole field. */
export function refuseWords(marks: Record<string, TextMark[]>): never {
  const { message } = refusals.SENSITIVE_WORDS;
  const fields = Object.fromEntries(Object.keys(marks).map((name) => [name, [message]]));
  throw new Refusal("SENSITIVE_WORDS", fields, message, marks);
}

/** Checks short fields for sensitive words. Returns refused spans instead of throwing. */
export function lookForWords(
  checking: Checking,
  fields: Record<string, FieldToCheck>,
): Promise<LookedFields> {
  const length = Object.values(fields).reduce((sum, { value }) => sum + [value].flat().join("").length, 0);
  return withWords(checking, (words) => checking.texts.run("check", { fields, words }, length, null));
}

/**
 * Checks a request's short fields for sensitive words. Returns by field the texts with words replaced (a list for a
 * list), and all words that need review. Throws SENSITIVE_WORDS with the fields and spans of everything that is
 * refused.
 */
export async function checkFields<Name extends string>(
  checking: Checking,
  fields: Record<Name, FieldToCheck>,
): Promise<{ texts: Record<Name, string[]>; reviewed: string[] }> {
  const { texts, reviewed, marks } = await lookForWords(checking, fields);
  if (marks) refuseWords(marks);
  return { texts: texts as Record<Name, string[]>, reviewed };
}
