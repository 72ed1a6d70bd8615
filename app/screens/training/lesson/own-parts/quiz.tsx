import { useActionData, useNavigation } from "@remix-run/react";
import type { LessonDetail } from "contract/training/courses/calls";
import type { QuizAnswer } from "contract/training/quizzes/calls";
import { FormProblems } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { failureOfAny } from "~/forms/result";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import { typeName } from "../../questions/answer-text";
import questionStyles from "../../questions/question.module.css";
import { QuestionField } from "../../questions/question-field";
import { Solution } from "../../questions/solution";
import styles from "./own-parts.module.css";

type Question = LessonDetail["quiz"][number];

interface QuizProps {
  quiz: Question[];
  /** Null when they do not load, and for who is no more signed in. */
  answers: QuizAnswer[] | null;
  /** A preview, in which nothing is answered. */
  isPreview: boolean;
}

/** The questions inside a lesson. Each is a form of its own, and says at once what is right and why. */
export function Quiz({ quiz, answers, isPreview }: QuizProps) {
  const { here } = useShell();
  const failure = failureOfAny(useActionData(), ["answer"]);
  // Of a question that has changed since the page was opened.
  const isLost = failure !== undefined && !quiz.some(({ key }) => failure.intent === `answer:${key}`);
  const right = answers?.filter((one) => one.right).length;
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="quiz">
      <h2 id="quiz">
        随堂练习{" "}
        <small>{right === undefined ? `${quiz.length} 题` : `已答对 ${right} / ${quiz.length}`}</small>
      </h2>
      {isPreview ? null : <p className={styles.hint}>每题单独提交</p>}
      <FormProblems
        id="quiz-problems"
        errors={isLost ? (failure.result.error?.[""] ?? undefined) : undefined}
      />
      <ol className={styles.questions}>
        {quiz.map((question, index) => (
          <li key={question.key} id={`quiz-${question.key}`}>
            <QuestionForm
              question={question}
              number={index + 1}
              answered={answers?.find((one) => one.question === question.key)}
              isPreview={isPreview}
            />
          </li>
        ))}
      </ol>
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </section>
  );
}

interface QuestionFormProps {
  question: Question;
  number: number;
  answered: QuizAnswer | undefined;
  isPreview: boolean;
}

function QuestionForm({ question, number, answered, isPreview }: QuestionFormProps) {
  const { key, type } = question;
  const form = useScreenForm({
    id: `quiz-${number}`,
    intent: `answer:${key}`,
    defaultValue: { answer: answered?.answer },
  });
  const busy = useNavigation().state === "submitting";
  return (
    <ScreenForm of={form} preventScrollReset replace>
      <QuestionField
        name="answer"
        id={`question-${number}`}
        question={question}
        label={type === "output" ? "程序的输出" : `第 ${number} 题的答案`}
        ended={isPreview}
        legend={
          <span className={questionStyles.legend}>
            <span>第 {number} 题</span>
            <small>{typeName(type)}</small>
          </span>
        }
      />
      {isPreview ? null : (
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value={`answer:${key}`} disabled={busy}>
            {answered ? "再答一次" : "提交答案"}
            <span className="visually-hidden">：第 {number} 题</span>
          </button>
        </p>
      )}
      <div role="status" className={styles.result}>
        {answered ? (
          <>
            <p className={questionStyles.mark} data-right={answered.right || undefined}>
              <Icon name={answered.right ? "check" : "x"} />
              {answered.right ? "答对了" : "还不对，看看解析再答一次"}
            </p>
            <Solution type={type} answer={answered.answer} solution={answered.solution} />
          </>
        ) : null}
      </div>
    </ScreenForm>
  );
}
