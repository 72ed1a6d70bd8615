import { randomInt } from "node:crypto";
import type { KeptQuestion } from "../../database/schema";

/** A random selection from a list, without repeats, in random order. */
function randomSelection<Item>(items: Item[], count: number): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(randomInt(rest.length), 1),
  ).flat();
}

const keyOf = ({ type, html }: KeptQuestion) => `${type} ${html}`;

/**
 * Draws questions in random order without repeats; questions that the previous try did not have come first.
 * @param before the questions of the previous try
 */
export function drawQuestions(bank: KeptQuestion[], count: number, before: KeptQuestion[]): KeptQuestion[] {
  const keysBefore = new Set(before.map(keyOf));
  const fresh = randomSelection(
    bank.filter((question) => !keysBefore.has(keyOf(question))),
    count,
  );
  const rest = randomSelection(
    bank.filter((question) => keysBefore.has(keyOf(question))),
    count - fresh.length,
  );
  return randomSelection([...fresh, ...rest], count);
}
