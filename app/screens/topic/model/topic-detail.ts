import type { CallResponse } from "contract";
import { questionClass } from "contract/forum/constants";
import type { DepthPost, FloorPost } from "contract/forum/shapes";
import type { AuthorCard } from "contract/people/calls";

type Answer = CallResponse<"topicDetail">;

/** What a floor shows of its author beside the name. */
export type FloorAuthor = Pick<AuthorCard, "role">;

/** What stands of the topic's author beside the topic. */
export type TopicAuthor = Pick<AuthorCard, "intro" | "topics" | "posts" | "followers">;

/** A topic's page as the browser is given it. */
export type TopicDetail = Omit<Answer, "authors" | "lastReplier"> & {
  authors: Record<string, FloorAuthor>;
  card: TopicAuthor | null;
};

/** Leaves out what the page does not show, such as the authors' cards: members have no badge. */
export function toTopicDetail({ authors, lastReplier: _, ...topic }: Answer): TopicDetail {
  const badges = Object.entries(authors).flatMap(([uid, { role }]) =>
    role === "member" ? [] : [[uid, { role }]],
  );
  return { ...topic, authors: Object.fromEntries(badges), card: toCard(authors[topic.author.uid]) };
}

function toCard(author: AuthorCard | undefined): TopicAuthor | null {
  if (!author) return null;
  const { intro, topics, posts, followers } = author;
  return { intro, topics, posts, followers };
}

/** A post as dialogs and the reply form name it. */
export type NamedPost = (FloorPost | DepthPost) & { name: string; isFloor: boolean };

/** Finds a post on the page that is shown. */
export function findPost(topic: TopicDetail, pid: number | undefined): NamedPost | null {
  if (!pid) return null;
  for (const floor of topic.floors) {
    if (floor.pid === pid)
      return { ...floor, name: floor.floor === 1 ? "主帖" : `${floor.floor} 楼`, isFloor: true };
    const depth = floor.depthPosts.find((post) => post.pid === pid);
    if (depth) return { ...depth, name: `${floor.floor} 楼下的回复`, isFloor: false };
  }
  return null;
}

/**
 * Whether a topic can be answered: only such a one is accomplished, and people are invited to it. A topic of
 * no class may be a question, and what was accepted makes any one.
 */
export function isQuestion({ topicClass, solved }: Pick<TopicDetail, "topicClass" | "solved">): boolean {
  return solved || topicClass === null || topicClass.name === questionClass;
}

/** Whether the one who looks may end the question: its asker, or a moderator of its section. */
export function mayAccomplish(topic: TopicDetail, uid: number | undefined): boolean {
  return (
    uid !== undefined &&
    isQuestion(topic) &&
    topic.state === "listed" &&
    (topic.moderated || topic.author.uid === uid)
  );
}

/** Whether a post can be accepted as the answer: a floor after the first that everyone reads. */
export function isAcceptable(post: DepthPost | FloorPost): boolean {
  return "floor" in post && post.floor > 1 && !post.accepted && post.state === "listed";
}

/** Whether people can be invited to answer. */
export function mayInvite(topic: TopicDetail): boolean {
  return isQuestion(topic) && !topic.closed && topic.state === "listed";
}
