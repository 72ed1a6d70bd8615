import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { waitInWords } from "~/format/duration";
import { formatWhole } from "~/format/time";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { failureOf } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId, previewQuery } from "~/request/inputs.server";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import { AttemptRows } from "./attempt-rows";
import styles from "./exam.module.css";

/** Only who has a preview's address loads this code. */
const PreviewNote = lazy(
  chunk(() => import("~/moderation/preview-note").then((note) => ({ default: note.PreviewNote }))),
);

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ preview: previewQuery }),
  missing: "没有这场考试",
};

/** /trainingClass/exams/{id}: an exam before an attempt: its rules, and the member's own attempts. */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query: { preview } }) => {
  // Of a version that is not published there are only the rules: nobody can try it.
  const signedIn = preview === undefined && (await scope.signedIn());
  const [exam, ownAttempts] = await Promise.all([
    scope.publicGateway.call("examById", preview === undefined ? { id } : { id, preview }),
    signedIn ? orWithout(scope, scope.gateway.call("examAttempts", { exam: id }), null) : null,
  ]);
  const study = signedIn
    ? await orWithout(scope, scope.gateway.call("studyOfCourse", { course: exam.course.id }), null)
    : null;
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: exam.course.name, path: paths.course(exam.course.id) },
      { name: exam.title, path: paths.exam(id) },
    ]),
  );
  return {
    exam,
    signedIn,
    attempts: ownAttempts?.attempts ?? [],
    state: study?.exams.find((one) => one.exam === id) ?? null,
  };
});
export const meta = screenMeta<typeof loader>({
  title: ({ exam }) => exam.title,
  description: ({ exam }) =>
    exam.summary || `${exam.title}：${exam.questions} 题，${exam.minutes} 分钟，${exam.pass}% 及格。`,
});

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;

export const action = screenAction(inputs, {
  start: submitted(noFields, async (_, { scope, params, done }: Tools) => {
    const attempt = await scope.gateway.call("startExam", { exam: params.id });
    return done(paths.attempt(attempt.id));
  }),
});

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("start");

export default function Exam() {
  const { exam, signedIn, attempts, state } = useLoaderData<typeof loader>();
  const { here, to } = useShell();
  const failure = failureOf(useActionData(), "start");
  const running = state?.running ?? attempts.find((one) => one.state === "running")?.id ?? null;
  return (
    <article className={styles.page}>
      {exam.preview ? (
        <Suspense>
          <PreviewNote kind="exams" contentKey={String(exam.id)} />
        </Suspense>
      ) : null}
      <header className={`surface ${styles.box} ${styles.head}`}>
        <nav className="crumbs" aria-label="所在课程">
          <Link to={to(paths.courses())}>培训课堂</Link>{" "}
          <Link to={to(paths.course(exam.course.id))}>{exam.course.name}</Link>
        </nav>
        <h1>{exam.title}</h1>
        {exam.summary ? <p>{exam.summary}</p> : null}
        <dl className={styles.rules}>
          <div>
            <dt>题数</dt>
            <dd>{exam.questions} 题，每次从题库里另抽</dd>
          </div>
          <div>
            <dt>时间</dt>
            <dd>{exam.minutes} 分钟，以服务器时间为准；中断后回来可以接着答</dd>
          </div>
          <div>
            <dt>及格</dt>
            <dd>得到 {exam.pass}% 的分数</dd>
          </div>
          <div>
            <dt>次数</dt>
            <dd>
              {exam.attempts === 0 ? "不限" : `${exam.attempts} 次`}
              {state?.left === null || state?.left === undefined ? "" : `，还剩 ${state.left} 次`}
            </dd>
          </div>
          {exam.attempts !== 1 && exam.wait > 0 ? (
            <div>
              <dt>间隔</dt>
              <dd>没有通过的话，等 {waitInWords(exam.wait)}再考；再不通过，每次等的时间加倍</dd>
            </div>
          ) : null}
          <div>
            <dt>解析</dt>
            <dd>
              {exam.attempts === 0
                ? "通过后可以看每道题的答案和解析"
                : "通过后，或次数用完后，可以看每道题的答案和解析"}
            </dd>
          </div>
          {exam.takers > 0 ? (
            <div>
              <dt>参加</dt>
              <dd>
                {exam.takers} 人参加，{exam.passed} 人通过
              </dd>
            </div>
          ) : null}
        </dl>
        <FormProblems id="exam-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <div className={styles.buttons}>
          {exam.preview ? null : (
            <Start
              running={running}
              signedIn={signedIn}
              triesLeft={state?.left ?? null}
              from={state?.from ?? null}
              delisted={exam.delisted}
              begun={attempts.length > 0}
            />
          )}
          <Link className="button" to={to(paths.course(exam.course.id))}>
            回到课程
          </Link>
        </div>
        {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      </header>
      {attempts.length > 0 ? (
        <section className={`surface ${styles.box}`} aria-labelledby="attempts">
          <h2 id="attempts">我的考试记录</h2>
          <AttemptRows attempts={attempts} />
        </section>
      ) : null}
    </article>
  );
}

interface StartProps {
  running: number | null;
  signedIn: boolean;
  triesLeft: number | null;
  /** From when the member may try again. */
  from: string | null;
  delisted: boolean;
  begun: boolean;
}

/** The button that starts an attempt, or the link to the running one, or the reason why neither is possible. */
function Start({ running, signedIn, triesLeft, from, delisted, begun }: StartProps) {
  const { here, to } = useShell();
  if (running !== null)
    return (
      <Link className="button" data-primary to={to(paths.attempt(running))}>
        <Icon name="pencil" />
        继续作答
      </Link>
    );
  if (delisted) return <p className={styles.note}>这场考试已下架，不能再开始。</p>;
  if (!signedIn)
    return (
      <a className="button" data-primary href={paths.login(here)}>
        登录后开始考试
      </a>
    );
  if (triesLeft === 0) return <p className={styles.note}>考试次数已经用完。</p>;
  if (from !== null)
    return (
      <p className={styles.note}>
        上次没有通过，<time dateTime={from}>{formatWhole(from)}</time> 起可以再考。
      </p>
    );
  return (
    <Form method="post">
      <FormToken />
      <button type="submit" className="button" data-primary name="intent" value="start">
        <Icon name="pencil" />
        {begun ? "再考一次" : "开始考试"}
      </button>
    </Form>
  );
}
