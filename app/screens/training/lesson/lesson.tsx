import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { cleanText, numeric } from "contract/base/fields";
import { keywordMax, positionMax } from "contract/training/constants";
import { lazy, Suspense } from "react";
import { z } from "zod";
import { shownDuration } from "~/format/duration";
import { shortCount } from "~/format/text";
import { failureOfAny } from "~/forms/result";
import { RailBox } from "~/lists/list-page";
import { PostLink } from "~/lists/post-link";
import { CollectButton } from "~/lists/works/collect-button";
import { screenMeta } from "~/metadata/screen-meta";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId, previewQuery } from "~/request/inputs.server";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import { Outline } from "../outline";
import styles from "./lesson.module.css";
import { positionSchema } from "./lesson.schema";
import { loadLesson, savedNotice } from "./lesson.server";
import { ownPartsIntents } from "./own-parts/own-parts.server";
import { Player } from "./player";
import { ProgressForms } from "./progress-forms";
import { Slides } from "./slides";
import { LessonTopics } from "./topics";
import { Transcript } from "./transcript";
import { usePlayer } from "./use-player";
import { useTerms } from "./use-terms";

/** Only members, and editors who preview, load this code. */
const PreviewNote = lazy(chunk(() => import("./later").then(({ previewNote }) => previewNote())));
const OwnParts = lazy(chunk(() => import("./later").then(({ ownParts }) => ownParts())));

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({
    preview: previewQuery,
    t: numeric(z.number().int().min(0).max(positionMax)).optional().catch(undefined),
    q: z
      .string()
      .default("")
      .transform((text) => cleanText(text).trim().slice(0, keywordMax)),
    page: pageNumber,
  }),
  missing: "没有这节课",
};

/**
 * /trainingClass/lessons/{id}: the video with its captions, slides, transcript, and the topics about it. `t` is a
 * second of the video, `q` the search text in the transcript.
 */
export const loader = screenLoader(inputs, async ({ scope, params, query }) => ({
  ...(await loadLesson(scope, params.id, {
    page: query.page,
    preview: query.preview,
    ...(query.t === undefined ? {} : { t: query.t }),
  })),
  query: query.q,
}));
export const meta = screenMeta<typeof loader>({
  title: ({ lesson }) => `${lesson.title} · ${lesson.course.title}`,
  description: ({ lesson }) => `${lesson.course.title}第 ${lesson.number} 课：${lesson.title}`,
  head: ({ lesson }) => ({
    indexed: !lesson.preview,
    type: "article",
    modified: lesson.updatedAt,
    canonical: paths.lesson(lesson.id),
  }),
});

type Tools = ActionTools<typeof inputs.query, typeof inputs.params>;
const readSchema = z.object({ read: z.string().default("") });
const mark = (marked: boolean) =>
  submitted(noFields, async (_, { scope, params, done }: Tools) => {
    await scope.gateway.call("saveLessonPosition", { lesson: params.id, marked });
    return done(paths.lesson(params.id), marked ? "已自行标记，不计入证书" : "已取消自行标记");
  });

export const action = screenAction(inputs, {
  position: submitted(positionSchema, async ({ position }, { scope, params, done }: Tools) => {
    const saved = await scope.gateway.call("saveLessonPosition", { lesson: params.id, position });
    return done(paths.lesson(params.id), savedNotice(position, saved.certificate));
  }),
  learned: submitted(readSchema, async ({ read }, { scope, params, done }: Tools) => {
    const saved = await scope.gateway.call("saveLessonPosition", { lesson: params.id, read });
    const notice = saved.certificate ? savedNotice(0, saved.certificate) : "已学完这节课";
    return done(paths.lesson(params.id), notice);
  }),
  ...ownPartsIntents,
  mark: mark(true),
  unmark: mark(false),
});

export default function Lesson() {
  const {
    lesson,
    chapters,
    topics,
    study,
    own,
    collected,
    signedIn,
    place,
    start,
    preview,
    query: searchText,
  } = useLoaderData<typeof loader>();
  const { to, here } = useShell();
  // A form that came back because its session is over stays, with what was typed.
  const cameBack = failureOfAny(useActionData(), ["answer", "note"]);
  const hasOwnParts = own ?? preview ?? cameBack;
  const player = usePlayer({
    lesson,
    start,
    now: study?.now ?? null,
    done: place?.done ?? false,
  });
  const text = useTerms(lesson.id);
  const { course, video } = lesson;
  const question = paths.askLesson(lesson.id, player.second);
  return (
    <div className={styles.page}>
      <article className={styles.main}>
        {lesson.preview ? (
          <Suspense>
            <PreviewNote kind="courses" contentKey={String(course.id)} />
          </Suspense>
        ) : null}
        <header className={`surface ${styles.box} ${styles.head}`}>
          <nav className="crumbs" aria-label="所在课程">
            <Link to={to(paths.courses())}>培训课堂</Link>{" "}
            <Link to={to(paths.course(course.id, preview))}>{course.title}</Link>
          </nav>
          <h1>{lesson.title}</h1>
          <p className="facts">
            <span>第 {lesson.number} 课时</span>
            {lesson.chapter ? <span>{lesson.chapter}</span> : null}
            <span>{video ? shownDuration(video.seconds) : `读 ${lesson.minutes} 分钟`}</span>
            {video ? <span>播放 {shortCount(lesson.plays)}</span> : null}
            {course.delisted ? <span>课程已下架，不再更新</span> : null}
          </p>
        </header>
        {video ? <Player lesson={lesson} video={video} player={player} /> : null}
        {lesson.preview ? null : (
          <div className={`surface ${styles.box} ${styles.actions}`}>
            <ProgressForms
              key={lesson.id}
              signedIn={signedIn}
              place={place}
              hasVideo={video !== null}
              needs={lesson.needs}
              opened={study?.opened ?? ""}
              saved={player.saved}
            />
            <div className={styles.buttons}>
              {course.delisted && !collected ? null : (
                <CollectButton kind="lesson" target={lesson.id} collected={collected} name={lesson.title} />
              )}
              <PostLink className="button" path={question}>
                <Icon name="message-circle" />
                问这节课
              </PostLink>
            </div>
          </div>
        )}
        {lesson.html ? (
          <section className={`surface ${styles.box}`} aria-labelledby="text">
            <h2 id="text">讲义</h2>
            <div ref={text} className={styles.explained}>
              <Prose html={lesson.html} />
            </div>
          </section>
        ) : null}
        {lesson.slideList.length > 0 ? <Slides lesson={lesson} onSeek={player.seek} /> : null}
        {lesson.transcript.length > 0 ? (
          <Transcript key={`${lesson.id} ${searchText}`} lesson={lesson} query={searchText} player={player} />
        ) : null}
        {hasOwnParts ? (
          <Suspense>
            <OwnParts key={lesson.id} lesson={lesson} own={own} />
          </Suspense>
        ) : lesson.quiz.length > 0 ? (
          <p className={`surface ${styles.box} ${styles.note}`}>
            随堂练习 {lesson.quiz.length} 题，<a href={paths.login(here)}>登录</a>后作答。
          </p>
        ) : null}
        <nav className={styles.turning} aria-label="上一节和下一节">
          {lesson.previous ? (
            <Link className="button" to={to(paths.lesson(lesson.previous.id, { preview }))} rel="prev">
              <Icon name="chevron-left" />
              {lesson.previous.name}
            </Link>
          ) : null}
          {lesson.next ? (
            <Link
              className="button"
              data-primary
              to={to(paths.lesson(lesson.next.id, { preview }))}
              rel="next"
            >
              {lesson.next.name}
              <Icon name="chevron-right" />
            </Link>
          ) : (
            <Link className="button" to={to(paths.course(course.id, preview))}>
              回到课程
            </Link>
          )}
        </nav>
        {topics ? <LessonTopics lesson={lesson.id} topics={topics} question={question} /> : null}
      </article>
      <aside className={styles.rail} aria-label="课程目录">
        {chapters.length > 0 ? (
          <RailBox title="课程目录">
            <Outline
              chapters={chapters}
              study={study}
              current={lesson.id}
              {...(preview ? { preview } : {})}
            />
          </RailBox>
        ) : null}
      </aside>
    </div>
  );
}
