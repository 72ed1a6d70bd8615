import { Answers } from "contract/base/answers";

/** The cache of a gateway called over HTTP; the embedded gateway has its own. */
export const answers = new Answers();

/** The numbers of cache hits and misses. */
export const countedAnswers = () => answers.counted;

/** Clears the cache, because content was hidden from everybody. */
export function forgetAnswers(): void {
  answers.forget("all");
}
