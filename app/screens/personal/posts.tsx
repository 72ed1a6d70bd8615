import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { page as pageField } from "contract/fields";
import { EmptyState } from "~/components/empty-state";
import { Choices, ListBar } from "~/components/list-page";
import { Pagination } from "~/components/pagination";
import { PostRow } from "~/components/post-row";
import { TopicRow } from "~/components/topic-row";
import { paths } from "~/paths";
import { screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import { PersonalFrame } from "./personal-frame";

const tabNames = { topics: "主题", replies: "回复" } as const;
type Tab = keyof typeof tabNames;

/** /personalCenter/posts: one's own topics and replies with what became of them, and the way to one's drafts (spec 2.1). */
export const loader = screenLoader(async ({ scope, url }) => {
  const page = pageField.catch(1).parse(url.searchParams.get("page") ?? 1);
  const tab: Tab = url.searchParams.get("tab") === "replies" ? "replies" : "topics";
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
  const href = (name: Tab, page = 1) => {
    const search = new URLSearchParams(name === "topics" ? {} : { tab: name });
    if (page > 1) search.set("page", String(page));
    return search.size > 0 ? `${pathname}?${search}` : pathname;
  };
  const list = topics ?? posts;
  const choices = [
    ...(Object.keys(tabNames) as Tab[]).map((name) => ({ name: tabNames[name], href: href(name), current: name === tab })),
    { name: "草稿", href: to(paths.drafts()), current: false },
  ];
  return (
    <PersonalFrame title="我的帖子">
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
    </PersonalFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
