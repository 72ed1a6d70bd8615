import { randomInt } from "node:crypto";
import { examWaitGrowsTo } from "contract/training/limits";
import type { KeptQuestion } from "../../database/schema";

/**
 * When somebody may try an exam again, in milliseconds since 1970: so long after a try that failed as the exam says,
 * doubled by each further one up to a day. null where they need not wait: before the first, and once they have passed.
 */
export function nextTryAt(
  { wait }: { wait: number },
  { taken, passed, endedAt }: { taken: number; passed: boolean; endedAt: number | null },
): number | null {
  if (taken === 0 || passed || endedAt === null || wait === 0) return null;
  const minutes = Math.max(wait, Math.min(wait * 2 ** Math.min(taken - 1, 20), examWaitGrowsTo));
  return endedAt + minutes * 60_000;
}

/** Some of a list, in any order, none twice. */
function some<Item>(items: Item[], count: number): Item[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(randomInt(left.length), 1),
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
