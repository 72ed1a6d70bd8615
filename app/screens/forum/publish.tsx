import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { z } from "zod";
import { stateLabels } from "~/format/content-state";
import { shortCount } from "~/format/text";
import { Choices, ListBar } from "~/lists/list-page";
import frame from "~/lists/list-page.module.css";
import { MarkedRow, type ReadMarks } from "~/lists/reading/marked-row";
import { readMarks } from "~/lists/reading/read-marks.server";
import { screenMeta } from "~/metadata/screen-meta";
import { addressOf } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import { EmptyActions } from "./empty-actions";
import styles from "./forum.module.css";
import { ForumTabs } from "./list-controls";

const query = z.object({ page: pageNumber, tab: z.literal("replies").optional().catch(undefined) });

/**
 * /forum/publish: the member's own topics and replies. Those in review, hidden or recycled show their reasons (spec
 * 2.1, 7.2).
 */
export const loader = screenLoader({ query }, async ({ scope, query: { page, tab } }) => {
  const replies = tab === "replies";
  const [topics, posts] = await Promise.all([
    replies ? null : scope.gateway.call("myTopics", { page }),
    replies ? scope.gateway.call("myPosts", { page }) : null,
  ]);
  return { topics, posts, marks: await readMarks(scope, topics) };
});
export const meta = screenMeta();

export default function Publish() {
  const { topics, posts, marks } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { to } = useShell();
  const list = topics ?? posts;
  const href = (page: number) => addressOf(pathname, { tab: posts ? "replies" : undefined, page });
  return (
    <section className={`surface ${frame.list}`}>
      <h1 className="visually-hidden">我的发布</h1>
      <ListBar>
        <ForumTabs />
        <Choices
          label="我的发布"
          choices={[
            { name: "主题", href: pathname, current: !posts },
            { name: "回复", href: `${pathname}?tab=replies`, current: posts !== null },
            { name: "草稿", href: to(paths.drafts()), current: false },
          ]}
        />
      </ListBar>
      {topics ? <OwnTopics topics={topics.topics} marks={marks} /> : null}
      {posts ? <OwnPosts posts={posts.posts} /> : null}
      {list ? <Pagination page={list.page} pages={list.pages} href={href} /> : null}
    </section>
  );
}

function OwnTopics({
  topics,
  marks,
}: Pick<CallResponse<"myTopics">, "topics"> & { marks: ReadMarks | null }) {
  if (topics.length === 0)
    return (
      <EmptyState title="你还没有发过帖" text="遇到的问题、踩过的坑、做好的作品，都可以写下来。">
        <EmptyActions elsewhere={null} />
      </EmptyState>
    );
  return (
    <ul id="topics" tabIndex={-1}>
      {topics.map((topic) => (
        <MarkedRow key={topic.tid} topic={topic} marks={marks} showPinned={false} />
      ))}
    </ul>
  );
}

function OwnPosts({ posts }: Pick<CallResponse<"myPosts">, "posts">) {
  const { to } = useShell();
  if (posts.length === 0)
    return (
      <EmptyState title="你还没有回复过" text="看看有没有你能答上的问题。">
        <Link className="button" data-primary to={to(paths.forum())}>
          去论坛看看
        </Link>
      </EmptyState>
    );
  return (
    <ul id="topics" tabIndex={-1}>
      {posts.map((post) => (
        <li key={post.pid} className={styles.ownPost}>
          <p className={styles.ownPostHead}>
            {post.state === "listed" ? null : (
              <span className="label" data-kind="state">
                {stateLabels[post.state]}
              </span>
            )}
            <Link to={to(paths.topic(post.tid, { pid: post.pid, seek: true }))}>{post.topicTitle}</Link>
          </p>
          <p className={styles.excerpt}>{post.excerpt}</p>
          {post.reason ? <p className={styles.reason}>原因：{post.reason}</p> : null}
          <p className="facts">
            <span>{post.floor === null ? "楼中回复" : `${post.floor} 楼`}</span>
            <RelativeTime at={post.createdAt} />
            <span>
              <Icon name="thumb-up" label="赞" /> {shortCount(post.likes)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
