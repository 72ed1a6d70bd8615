import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { FollowedPerson } from "contract/follows/calls";
import type { TopicRow as Topic } from "contract/forum/shapes";
import { PersonRow } from "~/lists/person-row";
import { PostRow } from "~/lists/post-row";
import { TopicRow } from "~/lists/topic-row";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import type { HomeTab } from "./tabs";

type List =
  | { tab: "topics" | "favorites"; topics: Topic[] }
  | { tab: "replies"; posts: CallResponse<"otherUserPosts">["posts"] }
  | { tab: "following" | "followers"; people: FollowedPerson[] };

/** The texts of an empty part, on the member's own page and on another member's. */
const empty: Record<HomeTab, { own: [string, string]; other: [string, string] }> = {
  topics: {
    own: ["你还没有发过帖", "遇到的问题、踩过的坑、做好的作品，都可以写下来。"],
    other: ["还没有发过帖", "关注 TA，有新帖会出现在你的关注里。"],
  },
  replies: {
    own: ["你还没有回复过", "看看有没有你能答上的问题。"],
    other: ["还没有回复过", "去论坛看看别人在讨论什么。"],
  },
  favorites: {
    own: ["还没有收藏", "在帖子页点“收藏”，以后从这里找回来。"],
    other: ["还没有收藏", "去论坛看看别人在讨论什么。"],
  },
  following: {
    own: ["你还没有关注别人", "在别人的主页点“关注”，TA 的新帖会出现在你的关注里。"],
    other: ["还没有关注别人", "去论坛看看别人在讨论什么。"],
  },
  followers: {
    own: ["还没有粉丝", "多发帖、多回答，别人会认识你。"],
    other: ["还没有粉丝", "关注 TA，做第一个粉丝。"],
  },
};

/** The current part of a member's page; `list` is null for private favourites. */
export function HomeList({
  card,
  own,
  list,
}: {
  card: CallResponse<"authorInfo">;
  own: boolean;
  list: List | null;
}) {
  const { to } = useShell();
  if (list === null)
    return (
      <EmptyState title="TA 没有公开收藏" text="收藏默认只有自己能看见。">
        <Link className="button" to={to(paths.user(card.uid))}>
          看 TA 的主题
        </Link>
      </EmptyState>
    );
  const rows =
    "topics" in list
      ? list.topics.map((topic) => <TopicRow key={topic.tid} topic={topic} showPinned={false} />)
      : "posts" in list
        ? list.posts.map((post) => <PostRow key={post.pid} post={post} />)
        : list.people.map((person) => <PersonRow key={person.uid} person={person} />);
  if (rows.length > 0) return <ul>{rows}</ul>;
  const [title, text] = empty[list.tab][own ? "own" : "other"];
  return (
    <EmptyState title={title} text={text}>
      <Link
        className="button"
        data-primary={own || undefined}
        to={to(own && list.tab === "topics" ? paths.newTopic() : paths.forum())}
        prefetch="none"
      >
        {own && list.tab === "topics" ? "发帖" : "去论坛看看"}
      </Link>
    </EmptyState>
  );
}
