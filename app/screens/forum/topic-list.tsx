import { useLoaderData, useLocation } from "@remix-run/react";
import { EmptyState } from "~/components/empty-state";
import { Pagination } from "~/components/pagination";
import { TopicRow } from "~/components/topic-row";
import { cached } from "~/gateway-client/cached.server";
import { paths } from "~/paths";
import { screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { siteData } from "~/routing/structured-data.server";
import styles from "./forum.module.css";
import { NewTopicButton, SectionRail } from "./forum-rail";
import { ForumTabs, OrderChoices } from "./list-controls";
import { listHref } from "./list-query";
import { readListQuery } from "./list-query.server";

/** /forum/all and /forum/digest: topics of every section (spec 2.1, 7.2 topic lists). */
export const loader = screenLoader(async ({ scope, url }) => {
  const query = readListQuery(url);
  const kind = url.pathname.endsWith("/digest") ? "digest" : "all";
  const [list, sections] = await Promise.all([
    scope.gateway.call("homeTopicList", { kind, page: query.page, order: query.order }),
    cached("sections", 10, () => scope.publicGateway.call("sectionList", {})),
  ]);
  if (kind === "all") scope.structuredData.push(siteData(scope));
  return { list, query, groups: sections.groups };
});
export const meta = screenMeta<{ list: { page: number } }>(undefined, undefined, ({ list }) => ({
  page: list.page,
  feed: { title: "全部帖子", path: paths.feed("all") },
}));

export default function TopicList() {
  const { list, query, groups } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <section className={`surface ${styles.list}`}>
        <h1 className="visually-hidden">技术论坛</h1>
        <div className={styles.head}>
          <ForumTabs />
          <OrderChoices path={pathname} query={query} />
        </div>
        {list.topics.length === 0 ? (
          <EmptyState title="还没有帖子" text="这里还空着，来发第一篇吧。" />
        ) : (
          <ul>
            {list.topics.map((topic) => (
              <TopicRow key={topic.tid} topic={topic} showPinned={false} />
            ))}
          </ul>
        )}
        <Pagination page={list.page} pages={list.pages} href={(page) => listHref(pathname, query, { page })} />
      </section>
      <aside className={styles.rail} aria-label="版块">
        <NewTopicButton />
        <SectionRail groups={groups} />
      </aside>
    </div>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
