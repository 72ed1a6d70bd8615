import type { Levels, PostCandidate, TopicCandidate } from "./candidates";
import type { SearchQuery } from "./query";

/** A found topic, and the reply that matches the query best, if any. */
export interface FoundTopic {
  tid: number;
  createdAt: Date;
  score: number;
  /** Whether its own text and one reply together contain all required parts of the query. */
  whole: boolean;
  reply: number | null;
}

/**
 * The worth of a word by its level: 0 no match, 1 a piece, 2 text, 3 tags, 4 title. Replies have only text.
 */
const topicWorth = [0, 0.2, 0.5, 0.85, 1] as const;
const replyWorth = [0, 0.1, 0.35, 0.35, 0.35] as const;
/** The share of an optional word. */
const optionalShare = 0.35;
/** The share of adjacent words that are adjacent in the text too. */
const neighbourShare = 0.3;
/**
 * The shares of each further matching reply, of newness and of activity. Together they are less than one match in the
 * text.
 */
const [replyShare, newShare, heatShare] = [0.03, 0.05, 0.05];
/** A topic is left out when it contains less than this share of the query parts that the best topic contains. */
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

/** The rarity of each part among the candidates: a word in all of them does not help to rank them. */
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
 * Ranks topics: title before tags, text and replies; rare words before common ones; adjacent words as in the query; of
 * equal topics the newer and more active ones. If some topics contain all parts, it returns only these; otherwise those
 * with the most parts.
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
    // Only one reply counts beside the topic's text: words spread over hundreds of replies mean nothing together.
    const [best] = replies
      .map(({ pid, levels }) => ({ pid, levels, says: says(levels) }))
      .sort((one, other) => other.says - one.says);
    const inReply = (part: number) => level(best?.levels ?? [], part);
    const worth = (part: number) => {
      const most = Math.max(topicWorth[level(own, part) as 0] ?? 0, replyWorth[inReply(part) as 0] ?? 0);
      // A match in both the topic and the reply counts a little more.
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
  const bestMatches = whole.length > 0 ? whole : found.filter(({ coverage }) => coverage >= least);
  return bestMatches
    .sort((one, other) => other.score - one.score || other.tid - one.tid)
    .map(({ coverage: _, ...topic }) => topic);
}

export interface FoundPost {
  pid: number;
  createdAt: Date;
  score: number;
}

/** Ranks replies by the same measure, each by itself. */
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
