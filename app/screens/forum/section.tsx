import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { browserForumRefusals, questionClass } from "contract/forum/constants";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { MissingPart } from "~/failure/missing-part";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { Choices, ListBar, RailBox } from "~/lists/list-page";
import frame from "~/lists/list-page.module.css";
import { NewTopicButton } from "~/lists/new-topic-button";
import { MarkedRow, ReadAll } from "~/lists/reading/marked-row";
import { readMarks } from "~/lists/reading/read-marks.server";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import { Pagination } from "~/ui/pagination";
import { Prose } from "~/ui/prose";
import { EmptyActions } from "./empty-actions";
import styles from "./forum.module.css";
import { SectionRail } from "./forum-rail";
import { OrderChoices, SkipToTopics } from "./list-controls";
import { isNarrowed, listHref } from "./list-query";
import { listQuery } from "./list-query.server";
import { readSections } from "./rail.server";

/** The topic number of a legacy /forum/thread-{tid}-… address, as a text. */
const legacyThread = z
  .string()
  .transform((segment) => /^thread-(\d{1,15})(?:[-.]|$)/.exec(segment)?.[1])
  .pipe(z.string());
const sectionParams = z.object({ fid: z.union([pathId, legacyThread]) });

/** /forum/{id}: a section. The legacy address /forum/thread-{tid}-… redirects to /postDetail?tid= (spec 2.1). */
export const loader = screenLoader(
  { query: listQuery, params: sectionParams, missing: "没有这个版块" },
  async ({ scope, query, params: { fid } }) => {
    if (typeof fid === "string") throw await scope.redirect(paths.legacyTopic(fid));
    const { page, order, classId, only } = query;
    const [section, list, sections] = await Promise.all([
      scope.gateway.call("sectionDetail", { fid }),
      orWithout(
        scope,
        scope.gateway.call("sectionTopicList", {
          fid,
          page,
          order,
          ...(classId ? { classId } : {}),
          ...(only ? { only } : {}),
        }),
        null,
      ),
      readSections(scope),
    ]);
    scope.page.structuredData.push(
      breadcrumbData(scope, [
        { name: "技术论坛", path: paths.forum() },
        { name: section.name, path: paths.section(fid) },
      ]),
    );
    const closed = section.archived
      ? "这个版块已归档，内容仍可阅读"
      : section.postingClosed && browserForumRefusals.SECTION_POSTING_CLOSED.message;
    return { section, closed, list, query, groups: sections, marks: await readMarks(scope, list) };
  },
);
export const meta = screenMeta<typeof loader>({
  title: ({ section }) => section.name,
  description: ({ section }) => section.summary,
  head: ({ section, list }) => ({
    page: list?.page ?? 1,
    feed: { title: `${section.name}的新帖`, path: paths.feed("section", section.fid) },
  }),
});

const filters = [
  { only: undefined, name: "全部" },
  { only: "digest", name: "精华" },
  { only: "solved", name: "已解决" },
] as const;

export default function Section() {
  const { section, closed, list, query, groups, marks } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { to } = useShell();
  const questions = section.classes.find(({ name }) => name === questionClass);
  const unsolved = questions && {
    name: "待解决",
    href: listHref(pathname, query, { only: "unsolved", classId: questions.id }),
    current: query.only === "unsolved",
  };
  const classes = [{ id: undefined, name: "全部分类" }, ...section.classes];
  return (
    <div className={frame.page}>
      <section className={`surface ${frame.list}`}>
        <SkipToTopics />
        <header className={styles.section}>
          <div className={styles.sectionHead}>
            <h1>
              <Icon name={section.icon as IconName} />
              {section.name}
            </h1>
            <FollowButton
              kind="section"
              target={section.fid}
              followed={section.followed}
              name={section.name}
            />
          </div>
          <p>{section.summary}</p>
          {closed ? (
            <p className={styles.closed}>
              <Icon name="lock" />
              {closed}
            </p>
          ) : null}
          <p className="facts">
            <Link to={to(paths.forum())}>{section.group}</Link>
            <span>{shortCount(section.topics)} 个帖子</span>
            <span className={styles.posts}>{shortCount(section.posts)} 条内容</span>
            <span>{shortCount(section.followers)} 人关注</span>
            <a href={paths.feed("section", section.fid)} title="用订阅软件看新帖（Atom）">
              订阅
            </a>
            {section.rulesHtml || section.moderators.length > 0 ? (
              <a href="#section-info">版规与版主</a>
            ) : null}
          </p>
        </header>
        <ListBar>
          <Choices
            label="分类"
            choices={classes.map(({ id, name }) => ({
              name,
              href: listHref(pathname, query, { classId: id }),
              current: query.classId === id,
            }))}
          />
          <OrderChoices path={pathname} query={query} />
        </ListBar>
        <ListBar>
          <Choices
            label="筛选"
            choices={[
              ...filters.map(({ only, name }) => ({
                name,
                href: listHref(pathname, query, { only }),
                current: query.only === only,
              })),
              ...(unsolved ? [unsolved] : []),
            ]}
          />
        </ListBar>
        {list === null ? (
          <MissingPart name="帖子" />
        ) : list.topics.length === 0 ? (
          <EmptyState title="没有符合条件的帖子" text="换个分类或筛选看看，或者发一篇新帖。">
            <EmptyActions
              elsewhere={
                isNarrowed(query) ? { path: paths.section(section.fid), name: "看本版全部帖子" } : null
              }
              {...(section.postingClosed ? {} : { fid: section.fid })}
            />
          </EmptyState>
        ) : (
          <ul id="topics" tabIndex={-1}>
            {list.topics.map((topic) => (
              <MarkedRow
                key={topic.tid}
                topic={topic}
                marks={marks}
                showSection={topic.section.fid !== section.fid}
              />
            ))}
          </ul>
        )}
        <ReadAll marks={marks} fid={section.fid} />
        {list ? (
          <Pagination
            page={list.page}
            pages={list.pages}
            href={(page) => listHref(pathname, query, { page })}
          />
        ) : null}
      </section>
      <aside className={frame.rail} aria-label="版块信息" id="section-info">
        {section.postingClosed ? null : <NewTopicButton fid={section.fid} />}
        {section.recommended.length > 0 ? (
          <RailBox title="版主推荐">
            <ul className={styles.recommended}>
              {section.recommended.map(({ tid, title }) => (
                <li key={tid}>
                  <Link to={to(paths.topic(tid))}>{title}</Link>
                </li>
              ))}
            </ul>
          </RailBox>
        ) : null}
        {section.moderators.length > 0 ? (
          <RailBox title="版主">
            <ul>
              {section.moderators.map((moderator) => (
                <li key={moderator.uid}>
                  <Link className={styles.person} to={to(paths.user(moderator.uid))}>
                    <Avatar icon={moderator.icon} size={24} />
                    {moderator.nickName}
                  </Link>
                </li>
              ))}
            </ul>
          </RailBox>
        ) : null}
        {section.rulesHtml ? (
          <RailBox title="版规">
            <Prose html={section.rulesHtml} />
          </RailBox>
        ) : null}
        <SectionRail groups={groups} />
      </aside>
    </div>
  );
}
