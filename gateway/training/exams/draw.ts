import { randomInt } from "node:crypto";
import type { BankQuestion, KeptQuestion } from "../../database/schema";

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
 * @param all the exam's bank
 * @param before the questions of the previous try
 */
export function drawQuestions(all: BankQuestion[], count: number, before: KeptQuestion[]): KeptQuestion[] {
  // An attempt keeps what its member sees, not what an editor typed.
  const bank = all.map(({ source: _, ...question }): KeptQuestion => question);
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
