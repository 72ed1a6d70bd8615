import { randomInt } from "node:crypto";
import type { KeptQuestion } from "../../database/schema";

/** Some of a list, in any order, none twice. */
function some<Item>(items: Item[], count: number): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(randomInt(rest.length), 1),
  ).flat();
}

const keyOf = ({ type, html }: KeptQuestion) => `${type} ${html}`;

/**
 * Draws questions in any order, none twice: first those that the try before did not have, and never all of its own
 * where there is another.
 * @param before the questions of the try before
 */
export function drawQuestions(bank: KeptQuestion[], count: number, before: KeptQuestion[]): KeptQuestion[] {
  const seen = new Set(before.map(keyOf));
  const fresh = some(
    bank.filter((question) => !seen.has(keyOf(question))),
    count,
  );
  const rest = some(
    bank.filter((question) => seen.has(keyOf(question))),
    count - fresh.length,
  );
  return some([...fresh, ...rest], count);
}
