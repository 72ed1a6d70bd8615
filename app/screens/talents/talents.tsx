import { Link, useLoaderData } from "@remix-run/react";
import type { UniversityTalents } from "contract/training/people/calls";
import { Fragment } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { PageHead } from "~/lists/kit/page-head";
import { TopicRow } from "~/lists/topic-row";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";
import { Events } from "./events";
import { Contacts, Internships, Labs, Schools } from "./parts";
import styles from "./talents.module.css";

/** The number of students' works on the page. */
const worksMax = 6;
/** The number of coming competitions on the page. */
const eventsMax = 4;

const inputs = { query: z.object({ preview: previewQuery }) };

/**
 * /universityTalents: programmes, schools, joint labs, internships, coming competitions, students' works in the forum,
 * and contacts (spec 2.1).
 */
export const loader = screenLoader(inputs, async ({ scope, query: { preview } }) => {
  const talents = await scope.publicGateway.call(
    "universityTalents",
    preview === undefined ? {} : { preview },
  );
  const works = talents.works
    ? await orWithout(
        scope,
        scope.publicGateway.call("tagTopicList", { id: talents.works.id, order: "new" }),
        null,
      )
    : null;
  const events = await orWithout(
    scope,
    scope.publicGateway.call("activityList", { kind: "competition", size: eventsMax }),
    null,
  );
  scope.page.structuredData.push(
    breadcrumbData(scope, [{ name: "高校人才", path: paths.universityTalents() }]),
  );
  return {
    talents: { ...talents, html: await withStoredImages(scope, talents.html) },
    works: works?.topics.slice(0, worksMax) ?? [],
    events: events?.items.filter(({ state }) => state !== "ended") ?? [],
  };
});
export const meta = screenMeta<typeof loader>({
  description: ({ talents }) => talents.summary || "高校合作项目、联合实验室、实习岗位与学生作品。",
  head: ({ talents }) => ({ modified: talents.updatedAt, indexed: !talents.preview }),
});

export default function Talents() {
  const { talents, works, events } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { programmes, schools, labs, internships, internshipUrl, contacts } = talents;
  const parts = [
    { id: "programmes", name: "合作项目", has: programmes.length > 0 },
    { id: "internships", name: "实习", has: internships.length > 0 || internshipUrl !== null },
    { id: "events", name: "近期大赛", has: events.length > 0 },
    { id: "works", name: "学生作品", has: works.length > 0 },
    { id: "labs", name: "联合实验室", has: labs.length > 0 },
    { id: "schools", name: "合作院校", has: schools.length > 0 },
    { id: "contacts", name: "联系", has: contacts.length > 0 },
  ].filter(({ has }) => has);
  return (
    <div className={styles.page}>
      {talents.preview ? <PreviewNote kind="talents" contentKey="talents" /> : null}
      <PageHead title={talents.title}>
        {talents.summary ? <p>{talents.summary}</p> : null}
        <nav className={styles.parts} aria-label="本页内容">
          {parts.map(({ id, name }) => (
            <Fragment key={id}>
              <a href={`#${id}`}>{name}</a>{" "}
            </Fragment>
          ))}
          <Link to={to(paths.courses())}>培训课堂</Link>
        </nav>
      </PageHead>
      {talents.html ? (
        <section className={`surface ${styles.box}`} aria-label="介绍">
          <Prose html={talents.html} />
        </section>
      ) : null}
      {programmes.length > 0 ? <Programmes programmes={programmes} /> : null}
      {internships.length > 0 || internshipUrl ? (
        <Internships internships={internships} url={internshipUrl} />
      ) : null}
      {events.length > 0 ? <Events events={events} /> : null}
      {works.length > 0 && talents.works ? (
        <section className={`surface ${styles.box}`} aria-labelledby="works">
          <h2 id="works">
            学生作品<Link to={to(paths.tag(talents.works.id))}>全部</Link>
          </h2>
          <ul className={styles.works}>
            {works.map((topic) => (
              <TopicRow key={topic.tid} topic={topic} showPinned={false} />
            ))}
          </ul>
        </section>
      ) : null}
      <div className={styles.grid}>
        {labs.length > 0 ? <Labs labs={labs} /> : null}
        {schools.length > 0 ? <Schools schools={schools} /> : null}
        {contacts.length > 0 ? <Contacts contacts={contacts} /> : null}
      </div>
    </div>
  );
}

/** The text for the application period. */
const applicationPeriod = ({ from, until }: { from: string | null; until: string | null }): string => {
  if (from && until) return `申请时间 ${from} 至 ${until}`;
  if (until) return `${until} 截止申请`;
  return from ? `${from} 起接受申请` : "长期开放申请";
};

function Programmes({ programmes }: Pick<UniversityTalents, "programmes">) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="programmes">
      <h2 id="programmes">合作项目</h2>
      <ul className={styles.programmes}>
        {programmes.map((programme) => (
          <li key={programme.id}>
            {programme.cover ? (
              <Picture
                picture={programme.cover}
                sizes="(max-width: 767px) 100vw, 280px"
                className={styles.cover}
              />
            ) : null}
            <div>
              <h3>{programme.name}</h3>
              <p>{programme.summary}</p>
              <p className="facts">
                {programme.audience ? <span>面向{programme.audience}</span> : null}
                <span>{applicationPeriod(programme)}</span>
              </p>
              {programme.html ? (
                <details className={styles.more}>
                  <summary>详细内容</summary>
                  <Prose html={programme.html} />
                </details>
              ) : null}
              <p className={styles.links}>
                {programme.url ? (
                  <a href={programme.url} target="_blank" rel="noopener">
                    申请 <Icon name="external-link" />
                    <span className="visually-hidden">{programme.name}</span>
                  </a>
                ) : null}
                {programme.courses.map((course) => (
                  <Fragment key={course.id}>
                    <Link to={to(paths.course(course.id))}>{course.name}</Link>{" "}
                  </Fragment>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
