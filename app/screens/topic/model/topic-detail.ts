import type { CallResponse } from "contract";
import { questionClass } from "contract/forum/constants";
import type { DepthPost, FloorPost } from "contract/forum/shapes";
import type { AuthorCard } from "contract/people/calls";

type Answer = CallResponse<"topicDetail">;

/** The author's data that a floor shows beside the name. */
export type FloorAuthor = Pick<AuthorCard, "role">;

/** The author's data for the card beside the topic. */
export type TopicAuthor = Pick<AuthorCard, "intro" | "topics" | "posts" | "followers">;

/** A page of a topic as the browser gets it. */
export type TopicDetail = Omit<Answer, "authors" | "lastReplier"> & {
  authors: Record<string, FloorAuthor>;
  card: TopicAuthor | null;
};

/** Removes what the page does not show, such as the cards of all other authors; plain members have no badge. */
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

/** A post with the name that dialogs and the reply form show. */
export type NamedPost = (FloorPost | DepthPost) & { name: string; isFloor: boolean };

/** Finds a post on this page of the topic. */
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
 * Whether a topic is a question, to which people are invited and which its author may end. A topic without a class may
 * be a question too, and an accepted answer makes any topic one.
 */
export function isQuestion({ topicClass, solved }: Pick<TopicDetail, "topicClass" | "solved">): boolean {
  return solved || topicClass === null || topicClass.name === questionClass;
}

/** Whether the reader may end the question: its author, or a moderator of its section. */
export function mayAccomplish(topic: TopicDetail, uid: number | undefined): boolean {
  return (
    uid !== undefined &&
    isQuestion(topic) &&
    topic.state === "listed" &&
    (topic.moderated || topic.author.uid === uid)
  );
}

/** Whether a post can be accepted as the answer: it is a floor after the first, and everybody can read it. */
export function isAcceptable(post: DepthPost | FloorPost): boolean {
  return "floor" in post && post.floor > 1 && !post.accepted && post.state === "listed";
}

/** Whether people can be invited to answer. */
export function mayInvite(topic: TopicDetail): boolean {
  return isQuestion(topic) && !topic.closed && topic.state === "listed";
}
