import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { Choices, ListBar } from "~/lists/list-page";
import { PostRow } from "~/lists/post-row";
import { TopicRow } from "~/lists/topic-row";
import { screenMeta } from "~/metadata/screen-meta";
import { addressOf } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { PersonalScreen } from "./personal-frame";

const tabNames = { topics: "主题", replies: "回复" } as const;
type Tab = keyof typeof tabNames;

const query = z.object({ page: pageNumber, tab: z.enum(["topics", "replies"]).catch("topics") });

/**
 * /personalCenter/posts: the member's own topics and replies with their states, and the link to the drafts (spec 2.1).
 */
export const loader = screenLoader({ query }, async ({ scope, query: { page, tab } }) => {
  const [topics, posts] = await Promise.all([
    tab === "topics" ? scope.gateway.call("myTopics", { page }) : null,
    tab === "replies" ? scope.gateway.call("myPosts", { page }) : null,
  ]);
  return { tab, topics, posts };
});
export const meta = screenMeta();

export default function Posts() {
  const { tab, topics, posts } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { to } = useShell();
  const href = (name: Tab, page = 1) =>
    addressOf(pathname, { tab: name === "topics" ? undefined : name, page });
  const list = topics ?? posts;
  const choices = [
    ...(Object.keys(tabNames) as Tab[]).map((name) => ({
      name: tabNames[name],
      href: href(name),
      current: name === tab,
    })),
    { name: "草稿", href: to(paths.drafts()), current: false },
  ];
  return (
    <PersonalScreen title="我的帖子">
      <ListBar>
        <Choices label="我的帖子" choices={choices} />
      </ListBar>
      {topics?.topics.length === 0 ? (
        <EmptyState title="你还没有发过帖" text="遇到的问题、踩过的坑、做好的作品，都可以写下来。">
          <Link className="button" data-primary to={to(paths.newTopic())} prefetch="none">
            发帖
          </Link>
        </EmptyState>
      ) : null}
      {posts?.posts.length === 0 ? (
        <EmptyState title="你还没有回复过" text="看看有没有你能答上的问题。">
          <Link className="button" data-primary to={to(paths.forum())}>
            去论坛看看
          </Link>
        </EmptyState>
      ) : null}
      {topics && topics.topics.length > 0 ? (
        <ul>
          {topics.topics.map((topic) => (
            <TopicRow key={topic.tid} topic={topic} showPinned={false} />
          ))}
        </ul>
      ) : null}
      {posts && posts.posts.length > 0 ? (
        <ul>
          {posts.posts.map((post) => (
            <PostRow key={post.pid} post={post} />
          ))}
        </ul>
      ) : null}
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href(tab, page)} /> : null}
    </PersonalScreen>
  );
}
