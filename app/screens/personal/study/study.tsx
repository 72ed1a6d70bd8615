import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { certificateStates } from "contract/training/constants";
import { studyDays } from "contract/training/study/calls";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { formatDay } from "~/format/time";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { ListBar, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { NoteForm } from "../../study-notes/note-form";
import { loadNotes, noteIntents } from "../../study-notes/notes.server";
import { NotesList } from "../../study-notes/notes-list";
import { notesQuery } from "../../study-notes/notes-query.server";
import { PersonalScreen } from "../personal-frame";
import { Grades } from "./grades";
import { StudyPlan } from "./plan-form";
import { RecentStudies } from "./recent-studies";
import styles from "./study.module.css";

const query = notesQuery.extend({ tab: z.enum(["recent", "grades", "notes"]).catch("recent") });
const inputs = { query, missing: "没有这条笔记，它可能已经删除" };

/**
 * /personalCenter/study: totals, links to continue, the transcript of grades (`tab=grades`), notes (`tab=notes`, of a
 * `course`, with words `q`, or one by itself) and certificates (spec 7.2: personal study info, recent studies).
 */
export const loader = screenLoader(inputs, async ({ scope, query: { tab, page, ...asked } }) => {
  const { gateway } = scope;
  const [info, recent, grades, notes] = await Promise.all([
    orWithout(scope, gateway.call("personalStudyInfo", {}), null),
    tab === "recent" ? gateway.call("recentStudies", { page }) : null,
    tab === "grades" ? gateway.call("examAttempts", { page }) : null,
    tab === "notes" ? loadNotes(scope, { page, ...asked }) : null,
  ]);
  return { tab, info, recent, grades, notes, asked };
});
const titles = { recent: "我的学习", grades: "成绩单", notes: "学习笔记" };
export const meta = screenMeta<typeof loader>({
  title: ({ tab }) => titles[tab],
});

const choose = (listed: boolean) =>
  submitted(noFields, async (_, { scope, here, done }) => {
    await scope.gateway.call("agreeToBeListed", { listed });
    return done(here, listed ? "已同意列入学习之星和考试达人" : "已不再列入学习之星和考试达人");
  });

const planned = submitted(
  z.object({ days: studyDays.optional() }),
  async ({ days = null }, { scope, here, done }) => {
    await scope.gateway.call("planStudy", { days });
    return done(here, days === null ? "不再有每周计划" : `每周 ${days} 天，已保存`);
  },
);

export const action = screenAction(inputs, {
  plan: planned,
  list: choose(true),
  unlist: choose(false),
  ...noteIntents,
});

export default function Study() {
  const { tab, info, recent, grades, notes, asked } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <PersonalScreen title={titles[tab]}>
      {info && tab !== "notes" ? (
        <dl className={styles.totals}>
          {[
            ["在学课程", info.courses],
            ["学完课程", info.finished],
            ["学完课时", info.lessonsDone],
            ["学习分钟", info.minutes],
            ["通过考试", info.examsPassed],
            ["证书", info.certificates.length],
          ].map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="no-print">
        <ListBar>
          <Tabs
            label="我的学习"
            tabs={[
              { name: "最近学习", href: to(paths.study()), current: tab === "recent" },
              { name: "成绩单", href: to(paths.study("grades")), current: tab === "grades" },
              { name: "笔记", href: to(paths.study("notes")), current: tab === "notes" },
              { name: "收藏的课程", href: to(paths.collection("course")), current: false },
              { name: "收藏的课时", href: to(paths.collection("lesson")), current: false },
              ...(info?.teaches
                ? [{ name: "管理的课程", href: to(paths.coursePreview()), current: false }]
                : []),
            ]}
          />
        </ListBar>
      </div>
      {info && recent ? <StudyPlan key={info.week?.plan ?? 0} week={info.week} /> : null}
      {recent ? <RecentStudies recent={recent} /> : null}
      {grades ? <Grades grades={grades} /> : null}
      {notes?.all ? <NotesList all={notes.all} query={asked} /> : null}
      {notes?.one ? <NoteForm key={notes.one.id} note={notes.one} /> : null}
      {tab !== "notes" && info && info.certificates.length > 0 ? (
        <section className={styles.part} aria-labelledby="certificates">
          <h2 id="certificates">证书</h2>
          <ul className={styles.certificates}>
            {info.certificates.map((one) => (
              <li key={one.publicId}>
                <Link to={to(paths.certificate(one.publicId))}>{one.name}</Link>
                <p className="facts">
                  <span>{one.course.name}</span>
                  <time dateTime={one.issuedAt}>{formatDay(one.issuedAt)}</time>
                  {one.state === "valid" ? null : (
                    <span className="label" data-kind="state">
                      {certificateStates.find(({ code }) => code === one.state)?.name}
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {info && tab !== "notes" ? <ListingChoice listed={info.listed} /> : null}
    </PersonalScreen>
  );
}

/** Whether the lists of top students and exam masters show the member; they show only members who agreed. */
function ListingChoice({ listed }: { listed: boolean }) {
  const answer = useActionData();
  const failure = failureOf(answer, "list") ?? failureOf(answer, "unlist");
  return (
    <section className={`${styles.part} no-print`} aria-labelledby="listed">
      <h2 id="listed">学习之星和考试达人</h2>
      <Form method="post" className={styles.listed} preventScrollReset replace>
        <FormToken />
        <FormProblems id="listed-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <p>
          {listed
            ? "你已同意：学得多、考得好时，昵称和成绩会列在培训课堂的首页。"
            : "同意后，学得多、考得好时，昵称和成绩会列在培训课堂的首页。不同意就不会出现。"}
        </p>
        <button type="submit" className="button" name="intent" value={listed ? "unlist" : "list"}>
          {listed ? "不再列入" : "同意列入"}
        </button>
      </Form>
    </section>
  );
}
