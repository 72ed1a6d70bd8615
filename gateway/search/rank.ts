import type { Levels, PostCandidate, TopicCandidate } from "./candidates";
import type { SearchQuery } from "./query";

/** A topic that was found, and the reply that says most about what was asked, if one does. */
export interface FoundTopic {
  tid: number;
  createdAt: Date;
  score: number;
  /** Whether everything that was asked for stands in its own text and one reply together. */
  whole: boolean;
  reply: number | null;
}

/**
 * What a word is worth by where it stands: 0 nowhere, 1 a piece, 2 text, 3 tags, 4 title. Replies have text
 * alone.
 */
const topicWorth = [0, 0.2, 0.5, 0.85, 1] as const;
const replyWorth = [0, 0.1, 0.35, 0.35, 0.35] as const;
/** A word that need not be there. */
const optionalShare = 0.35;
/** Asked side by side and standing side by side. */
const neighbourShare = 0.3;
/**
 * One more reply that speaks of it; how new it is; how much is going on. Together less than a place in the
 * text.
 */
const [replyShare, newShare, heatShare] = [0.03, 0.05, 0.05];
/** A topic that holds less of the query than this share of what the best one holds is left out. */
const partialShare = 0.6;

interface Gathered {
  topic: Omit<TopicCandidate, "levels">;
  own: Levels;
  replies: PostCandidate[];
}

function gather(topics: TopicCandidate[], posts: PostCandidate[]): Map<number, Gathered> {
  const gathered = new Map<number, Gathered>();
  for (const { levels, ...topic } of topics) gathered.set(topic.tid, { topic, own: levels, replies: [] });
  for (const post of posts) {
    const entry = gathered.get(post.tid) ?? { topic: post.topic, own: [], replies: [] };
    if (!entry.replies.some(({ pid }) => pid === post.pid)) entry.replies.push(post);
    gathered.set(post.tid, entry);
  }
  return gathered;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const level = (levels: Levels, part: number) => levels[part] ?? 0;

/** How rare each part is among what was found: a word that all have says little about any. */
export function rarity(parts: number, rows: Levels[]): number[] {
  return Array.from({ length: parts }, (_, part) => {
    const having = rows.filter((levels) => level(levels, part) > 0).length;
    return 0.3 + Math.log(1 + rows.length / (1 + having));
  });
}

function liveliness(topic: Gathered["topic"], now: Date): number {
  const days = Math.max(0, now.getTime() - topic.createdAt.getTime()) / 86_400_000;
  const heat = Math.log1p(topic.replies + topic.likes + topic.views / 50) / 12;
  return newShare * Math.exp(-days / 365) + heatShare * Math.min(1, heat);
}

/**
 * Puts topics in order: title before tags before text before replies, rare words before common ones, words
 * side by side as they were asked; among equals the newer and livelier. Topics that hold everything come
 * alone if there are any; otherwise those that hold the most.
 */
export function rankTopics(
  query: SearchQuery,
  topics: TopicCandidate[],
  posts: PostCandidate[],
  now: Date,
): FoundTopic[] {
  const { terms, phrases, neighbours } = query;
  const termCount = terms.length + phrases.length;
  const needed = [...terms.map(({ required }) => required), ...phrases.map(() => true)];
  const rare = rarity(termCount, [
    ...topics.map(({ levels }) => levels),
    ...posts.map(({ levels }) => levels),
  ]);
  const weight = (part: number) => (rare[part] ?? 1) * (needed[part] ? 1 : optionalShare);
  const everything = sum(needed.map((_, part) => weight(part)));
  const required = sum(needed.map((need, part) => (need ? weight(part) : 0)));

  const parts = needed.map((_, part) => part);
  const says = (levels: Levels) => sum(parts.map((part) => (level(levels, part) > 0 ? weight(part) : 0)));
  const found = [...gather(topics, posts).values()].map(({ topic, own, replies }) => {
    // One reply beside the topic itself: words strewn over hundreds of replies are about nothing.
    const [best] = replies
      .map(({ pid, levels }) => ({ pid, levels, says: says(levels) }))
      .sort((one, other) => other.says - one.says);
    const inReply = (part: number) => level(best?.levels ?? [], part);
    const worth = (part: number) => {
      const most = Math.max(topicWorth[level(own, part) as 0] ?? 0, replyWorth[inReply(part) as 0] ?? 0);
      // Here and there says a little more than here alone.
      return most + (level(own, part) > 1 && inReply(part) > 1 ? 0.05 : 0);
    };
    const holds = (part: number) => level(own, part) > 0 || inReply(part) > 0;
    const coverage = sum(parts.filter((part) => needed[part] && holds(part)).map(weight)) / (required || 1);
    const relevance = sum(parts.map((part) => weight(part) * worth(part))) / everything;
    const beside = Math.max(0, ...neighbours.map((_, index) => worth(termCount + index)));
    return {
      tid: topic.tid,
      createdAt: topic.createdAt,
      coverage,
      whole: parts.every((part) => !needed[part] || holds(part)),
      score:
        coverage ** 2 * (relevance + neighbourShare * beside + replyShare * Math.log1p(replies.length)) +
        liveliness(topic, now),
      reply: best && best.says > says(own) ? best.pid : null,
    };
  });
  const whole = found.filter((each) => each.whole);
  const least = partialShare * Math.max(0, ...found.map(({ coverage }) => coverage));
  const kept = whole.length > 0 ? whole : found.filter(({ coverage }) => coverage >= least);
  return kept
    .sort((one, other) => other.score - one.score || other.tid - one.tid)
    .map(({ coverage: _, ...topic }) => topic);
}

export interface FoundPost {
  pid: number;
  createdAt: Date;
  score: number;
}

/** Puts replies in order by the same measure, each for itself. */
export function rankPosts(query: SearchQuery, posts: PostCandidate[], now: Date): FoundPost[] {
  const { terms, phrases, neighbours } = query;
  const termCount = terms.length + phrases.length;
  const rare = rarity(
    termCount,
    posts.map(({ levels }) => levels),
  );
  return posts
    .map(({ pid, levels, createdAt, likes, topic }) => {
      const relevance = sum(rare.map((weight, part) => weight * (replyWorth[level(levels, part) as 0] ?? 0)));
      const beside = Math.max(
        0,
        ...neighbours.map((_, index) => replyWorth[level(levels, termCount + index) as 0] ?? 0),
      );
      return {
        pid,
        createdAt,
        score: relevance + beside + liveliness({ ...topic, createdAt, likes, replies: 0, views: 0 }, now),
      };
    })
    .sort((one, other) => other.score - one.score || other.pid - one.pid);
}
