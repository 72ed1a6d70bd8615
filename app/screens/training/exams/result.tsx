import { Link } from "@remix-run/react";
import { questionTypes } from "contract/training/choices";
import type { Attempt } from "contract/training/exams/calls";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import { resultOf } from "./attempt-rows";
import styles from "./exam.module.css";

type Question = Attempt["questions"][number];

const judged: Record<string, string> = { true: "正确", false: "错误" };

/** An answer as people read it. */
const said = (type: Question["type"], answer: string[]): string => {
  if (answer.length === 0) return "未作答";
  if (type === "judge") return answer.map((one) => judged[one] ?? one).join("、");
  return answer.join(type === "blank" ? " 或 " : "、");
};

/** A marked attempt: what it came to, and every question with its solution. */
export function Result({ attempt }: { attempt: Attempt }) {
  const { to } = useShell();
  const right = attempt.questions.filter(({ solution }) => solution?.right).length;
  return (
    <article className={styles.page}>
      <header className={`surface ${styles.box} ${styles.head}`}>
        <p className="facts">
          <Link to={to(paths.course(attempt.course.id))}>{attempt.course.name}</Link>
        </p>
        <h1>{attempt.exam.name}成绩</h1>
        <p className={styles.score} data-passed={attempt.passed || undefined}>
          <strong>{attempt.percent}%</strong>
          <span>
            {resultOf(attempt)}，{attempt.points} / {attempt.total} 分
          </span>
        </p>
        <p className="facts">
          <span>
            答对 {right} / {attempt.questions.length} 题
          </span>
          {attempt.endedAt ? (
            <span>
              <RelativeTime at={attempt.endedAt} /> 交卷
            </span>
          ) : null}
        </p>
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

function Marked({ question }: { question: Question }) {
  const { number, type, html, options, points, answer, solution } = question;
  return (
    <section className={styles.question} aria-labelledby={`question-${number}`}>
      <h2 id={`question-${number}`} className={styles.legend}>
        <span>第 {number} 题</span>
        <small>
          {questionTypes.find(({ code }) => code === type)?.name}，{points} 分
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
      <dl className={styles.solution}>
        <div>
          <dt>你的答案</dt>
          <dd>{said(type, answer)}</dd>
        </div>
        {solution ? (
          <div>
            <dt>正确答案</dt>
            <dd>{said(type, solution.answer)}</dd>
          </div>
        ) : null}
      </dl>
      {solution?.why ? (
        <div className={styles.why}>
          <p>解析</p>
          <Prose html={solution.why} />
        </div>
      ) : null}
    </section>
  );
}
