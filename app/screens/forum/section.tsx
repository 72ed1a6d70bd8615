import { questionClass } from "contract/questions";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Avatar } from "~/components/avatar";
import { FollowButton } from "~/components/follow-button";
import { EmptyState } from "~/components/empty-state";
import { Icon } from "~/components/icon";
import type { IconName } from "~/components/icon-names.gen";
import { NewTopicButton } from "~/components/new-topic-button";
import { Pagination } from "~/components/pagination";
import { Prose } from "~/components/prose";
import { TopicRow } from "~/components/topic-row";
import { shortCount } from "~/format/text";
import { Choices, ListBar } from "~/components/list-page";
import { paths } from "~/paths";
import { notFound, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { breadcrumbData } from "~/routing/structured-data.server";
import { useShell } from "~/shells/use-shell";
import styles from "./forum.module.css";
import { EmptyActions } from "./empty-actions";
import { SectionRail } from "./forum-rail";
import { OrderChoices } from "./list-controls";
import { listHref } from "./list-query";
import { readSections } from "./rail.server";
import { readListQuery } from "./list-query.server";

/** /forum/{id}: a section. The legacy /forum/thread-{tid}-… leads to /postDetail?tid= (spec 2.1). */
export const loader = screenLoader(async ({ scope, url, params }) => {
  const segment = params.fid ?? "";
  const legacy = /^thread-(\d{1,10})(?:[-.]|$)/.exec(segment)?.[1];
  if (legacy) throw await scope.redirect(`/postDetail?tid=${legacy}`);
  if (!/^[1-9]\d{0,8}$/.test(segment)) return notFound(scope, "没有这个版块");
  const fid = Number(segment);
  const query = readListQuery(url);
  const { page, order, classId, only } = query;
  const [section, list, sections] = await Promise.all([
    scope.gateway.call("sectionDetail", { fid }),
    scope.gateway.call("sectionTopicList", { fid, page, order, ...(classId ? { classId } : {}), ...(only ? { only } : {}) }),
    readSections(scope),
  ]);
  scope.structuredData.push(
    breadcrumbData(scope, [
      { name: "技术论坛", path: paths.forum() },
      { name: section.name, path: paths.section(fid) },
    ]),
  );
  return { section, list, query, groups: sections };
});
export const meta = screenMeta<{ section: { fid: number; name: string; summary: string }; list: { page: number } }>(
  ({ section }) => section.name,
  ({ section }) => section.summary,
  ({ section, list }) => ({ page: list.page, feed: { title: `${section.name}的新帖`, path: paths.feed("section", section.fid) } }),
);

const filters = [
  { only: undefined, name: "全部" },
  { only: "digest", name: "精华" },
  { only: "solved", name: "已解决" },
] as const;

export default function Section() {
  const { section, list, query, groups } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { to } = useShell();
  const isFiltered = query.classId !== undefined || query.only !== undefined;
  const questions = section.classes.find(({ name }) => name === questionClass);
  const unsolved = questions && {
    name: "待解决",
    href: listHref(pathname, query, { only: "unsolved", classId: questions.id }),
    current: query.only === "unsolved",
  };
  const classes = [{ id: undefined, name: "全部分类" }, ...section.classes];
  return (
    <div className={styles.page}>
      <section className={`surface ${styles.list}`}>
        <header className={styles.section}>
          <div className={styles.sectionHead}>
            <h1>
              <Icon name={section.icon as IconName} />
              {section.name}
            </h1>
            <FollowButton kind="section" target={section.fid} followed={section.followed} name={section.name} />
          </div>
          <p>{section.summary}</p>
          <p className={styles.facts}>
            <Link to={to(paths.forum())}>{section.group}</Link>
            <span>{shortCount(section.topics)} 个帖子</span>
            <span>{shortCount(section.posts)} 条内容</span>
            <span>{shortCount(section.followers)} 人关注</span>
            <a href={paths.feed("section", section.fid)} title="用订阅软件看新帖（Atom）">
              订阅
            </a>
            {section.rulesHtml || section.moderators.length > 0 ? <a href="#section-info">版规与版主</a> : null}
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
              ...filters.map(({ only, name }) => ({ name, href: listHref(pathname, query, { only }), current: query.only === only })),
              ...(unsolved ? [unsolved] : []),
            ]}
          />
        </ListBar>
        {list.topics.length === 0 ? (
          <EmptyState title="没有符合条件的帖子" text="换个分类或筛选看看，或者发一篇新帖。">
            <EmptyActions elsewhere={isFiltered ? { path: paths.section(section.fid), name: "看本版全部帖子" } : null} fid={section.fid} />
          </EmptyState>
        ) : (
          <ul>
            {list.topics.map((topic) => (
              <TopicRow key={topic.tid} topic={topic} showSection={false} />
            ))}
          </ul>
        )}
        <Pagination page={list.page} pages={list.pages} href={(page) => listHref(pathname, query, { page })} />
      </section>
      <aside className={styles.rail} aria-label="版块信息" id="section-info">
        <NewTopicButton fid={section.fid} />
        {section.moderators.length > 0 ? (
          <section className={`surface ${styles.railBox}`}>
            <h2>版主</h2>
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
          </section>
        ) : null}
        {section.rulesHtml ? (
          <section className={`surface ${styles.railBox}`}>
            <h2>版规</h2>
            <Prose html={section.rulesHtml} />
          </section>
        ) : null}
        <SectionRail groups={groups} />
      </aside>
    </div>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
