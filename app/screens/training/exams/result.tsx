import { Link } from "@remix-run/react";
import type { Attempt } from "contract/training/exams/calls";
import { useEffect, useRef } from "react";
import { FormProblems } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import { answerText, typeName } from "../questions/answer-text";
import { Solution } from "../questions/solution";
import { fieldOf, isSame, shownIn } from "./answers";
import { resultOf } from "./attempt-rows";
import styles from "./exam.module.css";

type Question = Attempt["questions"][number];

interface ResultProps {
  attempt: Attempt;
  /** Whether this page just handed the attempt in; then it scrolls to the result. */
  arrived: boolean;
  /** The refusal of changes that came after the attempt was handed in. */
  failure: FormFailure | undefined;
}

/** A marked attempt: the score and every question. The solutions appear once no further attempt can use them. */
export function Result({ attempt, arrived, failure }: ResultProps) {
  const { to } = useShell();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!arrived) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <article className={styles.page}>
      <header className={`surface ${styles.box} ${styles.head}`}>
        <p className="facts">
          <Link to={to(paths.course(attempt.course.id))}>{attempt.course.name}</Link>
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {attempt.exam.name}成绩
        </h1>
        <FormProblems id="result-problems" errors={failure?.result.error?.[""] ?? undefined} />
        {failure ? <UncountedAnswers attempt={attempt} typed={failure.result.initialValue ?? {}} /> : null}
        <p className={styles.score} data-passed={attempt.passed || undefined}>
          <strong>{attempt.percent}%</strong>
          <span>
            {resultOf(attempt)}，{attempt.points} / {attempt.total} 分
          </span>
        </p>
        <p className="facts">
          <span>
            答对 {attempt.right} / {attempt.questions.length} 题
          </span>
          {attempt.endedAt ? (
            <span>
              <RelativeTime at={attempt.endedAt} /> 交卷
            </span>
          ) : null}
        </p>
        {attempt.solved ? null : (
          <p className={styles.note}>正确答案和解析在通过后，或次数用完后显示，免得下一次照着答。</p>
        )}
        <div className={`${styles.buttons} no-print`}>
          {attempt.certificate ? (
            <Link className="button" data-primary to={to(paths.certificate(attempt.certificate))}>
              看证书
            </Link>
          ) : null}
          <Link className="button" to={to(paths.exam(attempt.exam.id))}>
            考试页
          </Link>{" "}
          <Link className="button" to={to(paths.study("grades"))}>
            成绩单
          </Link>
        </div>
      </header>
      <ol className={styles.questions}>
        {attempt.questions.map((question) => (
          <li key={question.number} className={`surface ${styles.box}`}>
            <Marked question={question} />
          </li>
        ))}
      </ol>
    </article>
  );
}

/** The answers of this page that did not count, so that the member need not remember them. */
function UncountedAnswers({ attempt, typed }: { attempt: Attempt; typed: Record<string, unknown> }) {
  const shownAnswers = shownIn(typed.was);
  const rows = attempt.questions.flatMap(({ number, type, answer }) => {
    const typedAnswer = [typed[fieldOf(number)]]
      .flat()
      .filter((one): one is string => typeof one === "string");
    const changed =
      !isSame(typedAnswer, answer) && !(shownAnswers && isSame(typedAnswer, shownAnswers[number] ?? []));
    return changed ? [{ number, typedAnswer: answerText(type, typedAnswer) }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <div className={styles.why}>
      <p>这一页填了、没有算进去的答案</p>
      <ul>
        {rows.map(({ number, typedAnswer }) => (
          <li key={number}>
            第 {number} 题：{typedAnswer}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Marked({ question }: { question: Question }) {
  const { number, type, html, options, points, answer, solution } = question;
  return (
    <section className={styles.question} aria-labelledby={`question-${number}`}>
      <h2 id={`question-${number}`} className={styles.legend}>
        <span>第 {number} 题</span>
        <small>
          {typeName(type)}，{points} 分
        </small>
        {solution ? (
          <span className={styles.mark} data-right={solution.right || undefined}>
            <Icon name={solution.right ? "check" : "x"} />
            {solution.right ? "答对" : "答错"}，得 {solution.points} 分
          </span>
        ) : null}
      </h2>
      <Prose html={html} />
      {options.length > 0 ? (
        <ul className={styles.options}>
          {options.map((option) => (
            <li key={option.letter} data-right={solution?.answer.includes(option.letter) || undefined}>
              <span className={styles.letter}>{option.letter}</span>
              <Prose html={option.html} />
            </li>
          ))}
        </ul>
      ) : null}
      <Solution type={type} answer={answer} solution={solution} />
    </section>
  );
}
