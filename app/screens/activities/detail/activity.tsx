import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ActivityWhole, MySignup } from "contract/activities/shapes";
import { z } from "zod";
import { ActivityCover, ActivityFacts, ActivityLabels } from "~/activities/activity-cards";
import { kindName, momentOf } from "~/activities/words";
import { orWithout } from "~/failure/explain.server";
import { shownBytes } from "~/format/bytes";
import { activityData } from "~/metadata/activity-data.server";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";
import { signupBeside } from "../register/register.server";
import styles from "./activity.module.css";
import { ContestParts, Questions } from "./contest";
import { Countdown, Steps } from "./countdown";
import { type LedTeam, ledTeam } from "./led-team.server";
import { Gallery, Recap, Winners } from "./over";
import { Agenda, Results, Speakers } from "./parts";
import { Rail } from "./rail";
import { Searches } from "./searches";
import { WayIn } from "./way-in";

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ page: pageNumber, preview: previewQuery }),
  missing: "没有这个活动",
};

/**
 * /eventActivities/details/{id}: an activity with its description, time, place and free seats, and its results once
 * they are published.
 */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query: { page, preview } }) => {
  const signedIn = await scope.signedIn();
  // Only organisers see who organises the activity, so a member's own gateway is used.
  const gateway = signedIn ? scope.gateway : scope.publicGateway;
  const detail = gateway.call(
    "activityDetail",
    preview === undefined ? { activityId: id } : { activityId: id, preview },
  );
  const [activity, signup, gallery, searches] = await Promise.all([
    detail,
    // Of a draft nobody has signed up, and it may never have been published.
    preview === undefined ? signupBeside(scope, id) : null,
    preview === undefined
      ? orWithout(scope, scope.publicGateway.call("activityGallery", { activityId: id, page }), null)
      : null,
    detail.then(({ withdrawn, teams }) =>
      preview === undefined && !withdrawn && Date.now() < Date.parse(teams?.until ?? "")
        ? orWithout(scope, scope.publicGateway.call("activityTeamSearches", { activityId: id }), null)
        : null,
    ),
  ]);
  scope.page.structuredData.push(
    activityData(scope, activity),
    breadcrumbData(scope, [
      { name: "大赛活动", path: paths.activities() },
      { name: activity.title, path: paths.activity(id) },
    ]),
  );
  return {
    signup,
    gallery,
    searches,
    led: await ledTeam(scope, signup, searches),
    now: new Date().toISOString(),
    activity: {
      ...activity,
      html: await withStoredImages(scope, activity.html),
      rulesHtml: await withStoredImages(scope, activity.rulesHtml),
      home: activity.home && {
        ...activity.home,
        recapHtml: await withStoredImages(scope, activity.home.recapHtml),
      },
    },
  };
});
export const meta = screenMeta<typeof loader>({
  title: ({ activity }) => activity.title,
  description: ({ activity }) => activity.summary || activity.title,
  head: ({ activity }) => ({ type: "article", modified: activity.updatedAt, indexed: !activity.preview }),
});

export default function Activity() {
  const { activity, signup, gallery, searches, led, now } = useLoaderData<typeof loader>() as {
    activity: ActivityWhole;
    signup: MySignup | null;
    gallery: CallResponse<"activityGallery"> | null;
    searches: CallResponse<"activityTeamSearches"> | null;
    led: LedTeam | null;
    now: string;
  };
  const { home } = activity;
  const isOver = activity.state === "ended";
  const { to } = useShell();
  return (
    <article className={styles.page}>
      <nav className={`crumbs ${styles.way}`} aria-label="所在位置">
        <Link to={to(paths.activities())}>大赛活动</Link>{" "}
        <Link to={to(paths.activities({ kind: activity.kind }))}>{kindName(activity.kind)}</Link>
      </nav>
      {activity.preview ? (
        // The note of other previews comes with the parts of products.
        <p className={styles.note} role="status">
          预览：这是最新保存的一版，只有知道这个地址的人能看到。
          <Link to={to(paths.contentPiece("activities", String(activity.id)))} prefetch="none">
            回到编辑
          </Link>
        </p>
      ) : null}
      <Head activity={activity} signup={signup} now={now} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {isOver ? <Recap activity={activity} /> : null}
          {home && home.winners.length > 0 ? <Winners winners={home.winners} /> : null}
          {activity.resultsAt ? <Results activity={activity} /> : null}
          {gallery && gallery.total > 0 ? <Gallery id={activity.id} gallery={gallery} /> : null}
          {activity.html ? (
            <section className={`surface ${styles.box}`} aria-label="活动介绍">
              <Prose html={activity.html} />
            </section>
          ) : null}
          <Steps activity={activity} now={now} />
          {home ? <ContestParts home={home} /> : null}
          {searches ? <Searches id={activity.id} found={searches} led={led} /> : null}
          {activity.agenda.length > 0 ? <Agenda agenda={activity.agenda} /> : null}
          {activity.speakers.length > 0 ? <Speakers speakers={activity.speakers} /> : null}
          {activity.rulesHtml ? (
            <section className={`surface ${styles.box}`} aria-labelledby="rules">
              <h2 id="rules">规则</h2>
              <Prose html={activity.rulesHtml} />
            </section>
          ) : null}
          {activity.attachments.length > 0 ? (
            <section className={`surface ${styles.box}`} aria-labelledby="attachments">
              <h2 id="attachments">附件</h2>
              <ul className={styles.rows}>
                {activity.attachments.map(({ name, address, bytes }) => (
                  <li key={address}>
                    <a href={address} rel="noopener">
                      <Icon name="paperclip" /> {name}
                    </a>
                    {bytes > 0 ? <small>{shownBytes(bytes)}</small> : null}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {home ? <Questions questions={home.questions} /> : null}
        </div>
        <Rail activity={activity} />
      </div>
    </article>
  );
}

function Head({ activity, signup, now }: { activity: ActivityWhole; signup: MySignup | null; now: string }) {
  return (
    <header className={`surface ${styles.head}`}>
      <div className={styles.cover}>
        {activity.cover ? (
          <Picture picture={activity.cover} sizes="(max-width: 767px) 100vw, 400px" alt="" first />
        ) : (
          <ActivityCover activity={activity} sizes="400px" />
        )}
      </div>
      <div className={styles.about}>
        <ActivityLabels activity={activity} />
        <h1>{activity.title}</h1>
        {activity.summary ? <p>{activity.summary}</p> : null}
        <ActivityFacts activity={activity} />
        {activity.withdrawn ? <p className={styles.note}>这个活动已撤下，这一页保留在这里供查阅。</p> : null}
        <Countdown activity={activity} now={now} />
        {activity.state === "ended" ? null : (
          <p className={styles.signUp}>
            报名时间：<time dateTime={activity.signUpFrom}>{momentOf(activity.signUpFrom)}</time> 至{" "}
            <time dateTime={activity.signUpUntil}>{momentOf(activity.signUpUntil)}</time>
          </p>
        )}
        {activity.preview ? null : <Ways activity={activity} signup={signup} />}
      </div>
    </header>
  );
}

/** The ways to sign up, and to what a member or an organiser does with the activity. */
function Ways({ activity, signup }: { activity: ActivityWhole; signup: MySignup | null }) {
  const { to } = useShell();
  return (
    <div className={styles.buttons}>
      <WayIn activity={activity} signup={signup} works={activity.works !== null} />
      <Link className="button" to={to(paths.activityEntry(activity.id))} prefetch="none">
        <Icon name="user-check" />
        我的报名
      </Link>{" "}
      {activity.state === "ended" ? null : (
        <a className="button" href={paths.activityCalendar(activity.id)}>
          <Icon name="calendar-event" />
          加入日历
        </a>
      )}
      {activity.organises ? (
        <a className="button" href={to(paths.manageActivity(activity.id))}>
          <Icon name="list-check" />
          组织者工作台
        </a>
      ) : null}
    </div>
  );
}
