import { Link, useNavigation } from "@remix-run/react";
import type { Attempt } from "contract/training/exams/calls";
import { useMemo } from "react";
import { shownDuration } from "~/format/duration";
import { formatWhole } from "~/format/time";
import { FormProblems } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { answerText, typeName } from "../questions/answer-text";
import questionStyles from "../questions/question.module.css";
import { QuestionField } from "../questions/question-field";
import { fieldOf, isSame, shownIn } from "./answers";
import styles from "./exam.module.css";
import { useSheet } from "./use-sheet";

type Question = Attempt["questions"][number];

/**
 * A running attempt: every question with its answer so far. With JavaScript each answer is saved as soon as it is
 * given, without it by 保存答案; 交卷 hands everything in.
 */
export function Sheet({ attempt, failure }: { attempt: Attempt; failure: FormFailure | undefined }) {
  const { here, to } = useShell();
  const busy = useNavigation().state === "submitting";
  const sheet = useSheet(attempt, failure?.result.error !== undefined);
  const sent = failure?.result.initialValue;
  const shownAnswers = shownIn(sent?.was);
  /** The values of a question's fields, and the answer from another page if it differs. */
  const answerOf = ({ number, answer }: Question): { values: string[]; elsewhere: string[] | null } => {
    if (!sent) return { values: answer, elsewhere: null };
    const values = [sent[fieldOf(number)]].flat().filter((one): one is string => typeof one === "string");
    const was = shownAnswers?.[number] ?? answer;
    // Questions that the member did not change on the refused page show the present answers.
    if (shownAnswers && isSame(values, was)) return { values: answer, elsewhere: null };
    const other = isSame(answer, was) || isSame(answer, values);
    return { values: values, elsewhere: other ? null : answer };
  };
  const was = Object.fromEntries(attempt.questions.map(({ number, answer }) => [number, answer]));
  const answers = attempt.questions.map((question) => ({ question, ...answerOf(question) }));
  const values = Object.fromEntries(
    answers.map(({ question, values }) => [fieldOf(question.number), values]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server reaches the form once
  const merged = useMemo(
    () =>
      failure && {
        ...failure,
        result: { ...failure.result, initialValue: { ...failure.result.initialValue, ...values } },
      },
    [failure],
  );
  const form = useScreenForm({
    id: "sheet",
    intent: ["save", "submit"],
    defaultValue: values,
    failure: merged,
  });
  return (
    <FieldProvider>
      <ScreenForm
        of={form}
        ref={sheet.form}
        className={styles.page}
        onChange={sheet.onChange}
        onSubmit={sheet.onSubmit}
        replace
        preventScrollReset
        problemsElsewhere
      >
        <NoDefaultButton />
        <input type="hidden" name="asked" value={attempt.questions.map(({ number }) => number).join(" ")} />
        <input type="hidden" name="was" value={JSON.stringify(was)} />
        <header className={`surface ${styles.box} ${styles.head}`}>
          <p className="facts">
            <Link to={to(paths.course(attempt.course.id))}>{attempt.course.name}</Link>
          </p>
          <h1>{attempt.exam.name}</h1>
          <p className={styles.note}>
            到 <time dateTime={attempt.endsAt}>{formatWhole(attempt.endsAt).slice(11)}</time>
            （北京时间）结束，到时按已保存的答案评分。
            <span className="needs-no-script">没有自动保存，请答几题就按一次“保存答案”。</span>
          </p>
          <FormProblems id={form.form.errorId} errors={failure?.result.error?.[""] ?? undefined} />
        </header>
        <div className={styles.clock} role={sheet.ended ? "alert" : undefined}>
          {sheet.ended ? (
            <>
              <p className={styles.state} data-problem>
                这次考试已在别的页面交卷或到时间，这一页不再保存。没有算进去的答案还在下面，可以核对。
              </p>
              <a className="button" data-primary href={to(paths.attempt(attempt.id))}>
                看成绩
              </a>
            </>
          ) : (
            <>
              <p className={styles.left} role="timer" data-few={sheet.secondsLeft < 60 || undefined}>
                剩余 <strong>{shownDuration(sheet.secondsLeft)}</strong>
              </p>
              <p className={styles.state} role="status" data-problem={sheet.problem || undefined}>
                {sheet.message ?? `已答 ${sheet.answered} / ${attempt.questions.length} 题`}
              </p>
            </>
          )}
        </div>
        <ol className={styles.questions}>
          {answers.map(({ question, elsewhere }) => (
            <li key={question.number} className={`surface ${styles.box}`}>
              <SheetQuestion question={question} elsewhere={elsewhere} ended={sheet.ended} />
            </li>
          ))}
        </ol>
        <QuestionBox intents={["submit"]} />
        {sheet.ended ? null : (
          <div className={`surface ${styles.box} ${styles.buttons}`}>
            <button type="submit" className="button" data-primary name="intent" value="save" disabled={busy}>
              保存答案
            </button>
            <button
              ref={sheet.submit}
              type="submit"
              className="button"
              name="intent"
              value="submit"
              disabled={busy}
            >
              {busy ? "正在提交…" : "交卷"}
            </button>
            <p className={styles.note}>交卷后评分，不能再改。</p>
          </div>
        )}
        {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      </ScreenForm>
    </FieldProvider>
  );
}

/** A question, and what another page has saved for it. */
function SheetQuestion({
  question,
  elsewhere,
  ended,
}: {
  question: Question;
  /** The answer from another page, if it differs. */
  elsewhere: string[] | null;
  /** Whether the attempt is over: the question is then read-only. */
  ended: boolean;
}) {
  const { number, type, points } = question;
  const name = fieldOf(number);
  return (
    <QuestionField
      name={name}
      id={name}
      question={question}
      label={`第 ${number} 题的答案`}
      ended={ended}
      legend={
        <span className={questionStyles.legend}>
          <span>第 {number} 题</span>
          <small>
            {typeName(type)}，{points} 分
          </small>
        </span>
      }
    >
      {elsewhere ? (
        <p className={styles.note}>
          别处保存的答案：{elsewhere.length > 0 ? answerText(type, elsewhere) : "无"}
        </p>
      ) : null}
    </QuestionField>
  );
}
