import type { QuizType } from "contract/training/quizzes/constants";
import { Prose } from "~/ui/prose";
import { answerText } from "./answer-text";
import styles from "./question.module.css";

interface SolutionProps {
  type: QuizType;
  answer: string[];
  /** The right answer with its explanation; null while they are not shown. */
  solution: { answer: string[]; why: string } | null;
}

/** What somebody answered, and what is right and why. */
export function Solution({ type, answer, solution }: SolutionProps) {
  return (
    <>
      <dl className={styles.solution}>
        <div>
          <dt>你的答案</dt>
          <dd>
            <Answer type={type} answer={answer} />
          </dd>
        </div>
        {solution ? (
          <div>
            <dt>正确答案</dt>
            <dd>
              <Answer type={type} answer={solution.answer} />
            </dd>
          </div>
        ) : null}
      </dl>
      {solution?.why ? (
        <div className={styles.why}>
          <p>解析</p>
          <Prose html={solution.why} />
        </div>
      ) : null}
    </>
  );
}

function Answer({ type, answer }: Pick<SolutionProps, "type" | "answer">) {
  if (type !== "output" || answer.length === 0) return answerText(type, answer);
  return <pre className={styles.printed}>{answer[0]}</pre>;
}
