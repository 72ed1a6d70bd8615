import type { PackTopic } from "../../pack/parse/topic";
import type { PackMember } from "../../pack/schemas/community";
import { type Deed, favoritesOf, likesOf } from "./activity";

/** A post to store, without ids. */
export interface PlannedPost {
  author: string;
  source: string;
  createdAt: Date;
  /** Its own floor, or the floor that it is nested under. */
  floor: number;
  /** Position under its floor; null for a floor. */
  depth: number | null;
  /** The key of the answered member, when the reply does not answer the floor itself. */
  replyTo: string | null;
  likes: Deed[];
  /** The number of nested replies under this floor. */
  depthTotal: number;
}

export interface PlannedTopic {
  topic: PackTopic;
  createdAt: Date;
  posts: PlannedPost[];
  favorites: Deed[];
  lastFloor: number;
  /** The newest reply, a floor or nested; null without replies. */
  lastReply: { author: string; createdAt: Date } | null;
}

/** Computes everything about a topic that needs no database: times, positions, likes, counters. */
export function planTopic(topic: PackTopic, members: PackMember[], now: Date): PlannedTopic {
  const createdAt = new Date(now.getTime() - topic.ago);
  const first = { author: topic.author, at: 0, source: topic.source, floor: 1, depth: null, answers: null };
  const posts = [first, ...topic.replies].map((reply): PlannedPost => {
    const beneath = topic.replies.filter((other) => other.floor === reply.floor && other.depth !== null);
    const post = { author: reply.author, createdAt: new Date(createdAt.getTime() + reply.at) };
    const standing = {
      first: reply.floor === 1 && reply.depth === null,
      digest: topic.digest,
      accepted: reply.depth === null && reply.floor === topic.solved,
    };
    return {
      ...post,
      source: reply.source,
      floor: reply.floor,
      depth: reply.depth,
      replyTo:
        reply.answers === null
          ? null
          : (beneath.find((other) => other.depth === reply.answers)?.author ?? null),
      likes: likesOf(
        { ...post, name: `${topic.key}#${reply.floor}.${reply.depth ?? 0}` },
        standing,
        members,
        now,
      ),
      depthTotal: reply.depth === null ? beneath.length : 0,
    };
  });
  const replies = posts.slice(1);
  const newest = replies.reduce<PlannedPost | null>(
    (latest, post) => (latest && latest.createdAt > post.createdAt ? latest : post),
    null,
  );
  return {
    topic,
    createdAt,
    posts,
    favorites: favoritesOf({ name: topic.key, author: topic.author, createdAt }, topic.digest, members, now),
    lastFloor: Math.max(...posts.map((post) => post.floor)),
    lastReply: newest && { author: newest.author, createdAt: newest.createdAt },
  };
}
