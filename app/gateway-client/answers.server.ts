import { Answers } from "contract/base/answers";

/** The answers of a gateway that is asked over HTTP; one in this process keeps its own. */
export const answers = new Answers();

/** How often one of them was there, and how often it had to be asked for. */
export const countedAnswers = () => answers.counted;

/** Drops them all: something was taken out of everybody's sight. */
export function forgetAnswers(): void {
  answers.forget("all");
}
