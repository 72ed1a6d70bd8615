import { useLoaderData, useLocation } from "@remix-run/react";
import { ListBar } from "~/lists/list-page";
import frame from "~/lists/list-page.module.css";
import { MarkedRow, ReadAll } from "~/lists/reading/marked-row";
import { readMarks } from "~/lists/reading/read-marks.server";
import { screenMeta } from "~/metadata/screen-meta";
import { siteData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { EmptyActions } from "./empty-actions";
import styles from "./forum.module.css";
import { ForumTabs, OrderChoices, SectionChips } from "./list-controls";
import { listHref } from "./list-query";
import { listQuery } from "./list-query.server";
import { readBanners } from "./rail.server";

/** /forum/all, /forum/digest and /forum/hot: topics of all sections (spec 2.1, 7.2 topic lists). */
export const loader = screenLoader({ query: listQuery }, async ({ scope, url, query }) => {
  const kind = kindOf(url.pathname);
  const [list, banners] = await Promise.all([
    scope.gateway.call("homeTopicList", { kind, page: query.page, order: query.order }),
    kind === "all" && query.page === 1 ? readBanners(scope) : [],
  ]);
  if (kind === "all") scope.page.structuredData.push(siteData(scope));
  return { kind, list, query, banners, marks: await readMarks(scope, list) } as const;
});
export const meta = screenMeta<typeof loader>({
  head: ({ list }) => ({ page: list.page, feed: { title: "全部帖子", path: paths.feed("all") } }),
});

/** The kind of list in a path. The router accepts any case and trailing slashes. */
function kindOf(pathname: string): "all" | "digest" | "hot" {
  const last = pathname
    .toLowerCase()
    .split("/")
    .findLast((part) => part !== "");
  return last === "digest" || last === "hot" ? last : "all";
}

const texts = {
  all: { heading: "技术论坛", empty: "还没有帖子", hint: "这里还空着，来发第一篇吧。" },
  digest: {
    heading: "精华帖",
    empty: "还没有精华帖",
    hint: "版主会把写得好的帖子加为精华，先看看全部帖子。",
  },
  hot: { heading: "热门帖", empty: "还没有热门帖", hint: "有了回复、赞和收藏，帖子就会热起来。" },
};

export default function TopicList() {
  const { kind, list, query, marks } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { heading, empty, hint } = texts[kind];
  return (
    <section className={`surface ${frame.list}`}>
      <h1 className="visually-hidden">{heading}</h1>
      <SectionChips />
      <ListBar>
        <ForumTabs />
        {kind === "hot" ? (
          <p className={styles.note}>按热度：回复、赞、收藏和浏览，随时间冷却</p>
        ) : (
          <OrderChoices path={pathname} query={query} />
        )}
      </ListBar>
      {list.topics.length === 0 ? (
        <EmptyState title={empty} text={hint}>
          <EmptyActions elsewhere={kind === "all" ? null : { path: paths.forum(), name: "看全部帖子" }} />
        </EmptyState>
      ) : (
        <ul id="topics" tabIndex={-1}>
          {list.topics.map((topic) => (
            <MarkedRow key={topic.tid} topic={topic} marks={marks} showPinned={false} />
          ))}
        </ul>
      )}
      <ReadAll marks={marks} />
      <Pagination page={list.page} pages={list.pages} href={(page) => listHref(pathname, query, { page })} />
    </section>
  );
}
