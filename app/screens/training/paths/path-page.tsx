import { Form, Link } from "@remix-run/react";
import type { CourseProgress } from "contract/training/shapes";
import { lazy, Suspense } from "react";
import { formatDay } from "~/format/time";
import { FormProblems, FormToken } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { CourseFacts } from "~/lists/works/course-card";
import { ProgressRing } from "~/lists/works/progress-ring";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import styles from "./path.module.css";
import type { PathData } from "./path.server";

/** Only who has a preview's address loads this code. */
const PreviewNote = lazy(
  chunk(() => import("~/moderation/preview-note").then((note) => ({ default: note.PreviewNote }))),
);

/** A learning path: its courses in order with what each needs, how far the reader is, and the certificate at its end. */
export function PathPage({ path, own, failure }: OwnPath & { failure: FormFailure | undefined }) {
  const { here, to } = useShell();
  const done = own?.courses.filter(({ finished }) => finished).length ?? 0;
  return (
    <article className={styles.page}>
      {path.preview ? (
        <Suspense>
          <PreviewNote kind="paths" contentKey={String(path.id)} />
        </Suspense>
      ) : null}
      <header className={`surface ${styles.head}`}>
        <nav className="crumbs" aria-label="所在位置">
          <Link to={to(paths.courses())}>培训课堂</Link> <span>学习路径</span>
        </nav>
        <h1>{path.title}</h1>
        <p>{path.summary}</p>
        <p className="facts">
          <span>{path.courses} 门课程</span>
          <span>{path.minutes} 分钟</span>
          {path.audience ? <span>适合：{path.audience}</span> : null}
          {path.delisted ? <b>已下架</b> : null}
        </p>
        {path.intro ? <p className={styles.intro}>{path.intro}</p> : null}
        {own ? (
          <p className={styles.progress}>
            <ProgressRing percent={path.courses === 0 ? 0 : (done * 100) / path.courses} label="已学完" />
            <span>
              已学完 {done} / {path.courses} 门
            </span>
          </p>
        ) : null}
        <FormProblems id="path-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <NextStep path={path} own={own} />
        {path.steps.every(({ opens }) => opens) ? <p>暂无开放的课程</p> : null}
        {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
      </header>
      <Steps path={path} own={own} />
    </article>
  );
}

type OwnPath = Pick<PathData, "path" | "own">;

/** The one thing to do now: begin, go on, fetch the certificate, or look at it. */
function NextStep({ path, own }: OwnPath) {
  const { to } = useShell();
  const next = own ? own.next : path.steps.find(({ opens }) => !opens)?.id;
  if (own?.certificate)
    return (
      <Link className={`button ${styles.next}`} data-primary to={to(paths.certificate(own.certificate))}>
        <Icon name="school" />
        看我的证书
      </Link>
    );
  if (own?.finished && path.certificate && !path.delisted)
    return own.lacking.length > 0 ? (
      <Lacking path={path} lacking={own.lacking} />
    ) : (
      <Form method="post" preventScrollReset>
        <FormToken />
        <button type="submit" name="intent" value="claim" className="button" data-primary>
          <Icon name="school" />
          领取证书“{path.certificate}”
        </button>
      </Form>
    );
  if (next == null) return null;
  const nextTitle = path.steps.find(({ id }) => id === next)?.title;
  const isBegun = own?.courses.some(({ percent }) => percent > 0) ?? false;
  return (
    <Link className={`button ${styles.next}`} data-primary to={to(paths.course(next))} prefetch="none">
      {isBegun ? "接着学" : "从第一门开始"}：{nextTitle}
    </Link>
  );
}

/** Which certificates of courses stand between a finished path and its own. */
function Lacking({
  path: { steps, certificate },
  lacking,
}: Pick<OwnPath, "path"> & { lacking: NonNullable<OwnPath["own"]>["lacking"] }) {
  const { to } = useShell();
  const titles = new Map(steps.map(({ id, title }) => [id, title]));
  return (
    <div className={styles.lacking} role="note">
      <p>课程都学完了，领取“{certificate}”还差：</p>
      <ul>
        {lacking.map(({ course, exam, revoked }) => (
          <li key={course}>
            {revoked ? (
              <>
                <Link to={to(paths.certificate(revoked))}>《{titles.get(course)}》的证书</Link>
                已被撤销，不能再用来领取
              </>
            ) : (
              <Link to={to(exam === null ? paths.course(course) : paths.exam(exam))} prefetch="none">
                《{titles.get(course)}》的{exam === null ? "证书" : "考试"}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const stateOf = (progress: CourseProgress | undefined): "done" | "begun" | "open" =>
  progress?.finished ? "done" : progress && progress.percent > 0 ? "begun" : "open";

function Steps({ path, own }: OwnPath) {
  const { to } = useShell();
  const titles = new Map(path.steps.map(({ id, title }) => [id, title]));
  const progress = new Map(own?.courses.map((one) => [one.course, one]));
  return (
    <section className={`surface ${styles.steps}`} aria-labelledby="steps">
      <h2 id="steps">课程</h2>
      <ol>
        {path.steps.map((step) => {
          const how = progress.get(step.id);
          const missing = own ? step.needs.filter((id) => !progress.get(id)?.finished) : step.needs;
          return (
            <li key={step.id} data-state={stateOf(how)}>
              <div>
                <h3>
                  {step.opens ? (
                    step.title
                  ) : (
                    <Link to={to(paths.course(step.id))} prefetch="none">
                      {step.title}
                    </Link>
                  )}
                </h3>
                {step.opens ? (
                  <p className={styles.needs}>
                    将于 <time dateTime={step.opens}>{formatDay(step.opens)}</time> 开课
                  </p>
                ) : null}
                <p>{step.summary}</p>
                <CourseFacts course={step} />
                {missing.length > 0 ? (
                  <p className={styles.needs}>
                    先学：{missing.map((id) => `《${titles.get(id) ?? ""}》`).join("、")}
                  </p>
                ) : null}
              </div>
              {how && (how.finished || !step.opens) ? (
                <span className={styles.how}>
                  {how.finished ? (
                    <>
                      <Icon name="check" />
                      已学完
                    </>
                  ) : how.percent > 0 ? (
                    `${how.percent}%`
                  ) : (
                    "没开始"
                  )}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      {path.certificate ? (
        <p className={styles.end}>
          <Icon name="school" />
          学完全部课程、拿到各门课程的证书，可以领取“{path.certificate}”。
        </p>
      ) : null}
    </section>
  );
}
