import type { Highlight } from "contract/forum/constants";
import type { PinScope } from "contract/moderation/actions";
import type { TextState } from "../../forum/states/visibility";
import { decodeTitle } from "../bbcode/characters";
import { numberOf, type OldRow, textOf } from "../read/old-tables";

/** What a topic of the board becomes here, as far as its own row says. */

type State = Pick<TextState, "hiddenAt" | "deletedAt" | "review"> & {
  recycledById: number | null;
  stateReason: string | null;
};

const listed: State = {
  hiddenAt: null,
  deletedAt: null,
  review: "approved",
  recycledById: null,
  stateReason: null,
};

/** Kinds of topics whose own data has no place here. */
const specials: Record<number, string> = { 2: "商品", 4: "活动", 5: "辩论" };
export const pollKind = 1;
export const rewardKind = 3;
export const specialName = (topic: OldRow): string | null => specials[numberOf(topic.special)] ?? null;

/** Whether readers needed a right or had to pay. */
export const isRestricted = (topic: OldRow): boolean =>
  numberOf(topic.readperm) > 0 || (numberOf(topic.price) > 0 && numberOf(topic.special) === 0);

/** @param ghost the account in whose name the old moderators' decisions stand */
export function topicState(topic: OldRow, now: Date, ghost: number): State {
  const order = numberOf(topic.displayorder);
  if (order === -1)
    return { ...listed, deletedAt: now, recycledById: ghost, stateReason: "在旧论坛的回收站里" };
  if (order === -2 || order === -3) return { ...listed, review: "pending" };
  if (isRestricted(topic)) return { ...listed, hiddenAt: now, stateReason: "在旧论坛限制了阅读权限" };
  return listed;
}

export function postState(post: OldRow, now: Date, ghost: number): State {
  const invisible = numberOf(post.invisible);
  if (invisible === -1 || invisible === -5)
    return { ...listed, deletedAt: now, recycledById: ghost, stateReason: "在旧论坛的回收站里" };
  if (invisible < 0) return { ...listed, review: "pending" };
  if ((numberOf(post.status) & 1) === 1) return { ...listed, hiddenAt: now, stateReason: "在旧论坛被屏蔽" };
  return listed;
}

/**
 * The state of a topic with its first post. A moderator of the board could block that post alone, and the topic went on
 * being listed with a note in its place; here the topic's own row says whether its text is shown.
 */
export function stateWithFirst(topic: OldRow, first: OldRow, now: Date, ghost: number): State {
  const state = topicState(topic, now, ghost);
  const isListed = !state.deletedAt && !state.hiddenAt && state.review === "approved";
  return isListed ? postState(first, now, ghost) : state;
}

const pinScopes: Record<number, PinScope> = { 1: "section", 2: "group", 3: "site" };
/** The board's colours are numbers: 1 red, 2 orange, 3 brown, 4 green, 5 cyan, 6 blue, 7 violet, 8 pink. */
const colours: Record<number, Highlight> = {
  1: "red",
  2: "amber",
  3: "amber",
  4: "green",
  5: "green",
  6: "blue",
  7: "blue",
  8: "red",
};
/** The board's first stamps by number, where one of ours says the same. */
const stamps: Record<number, { stamp: string; icon: string }> = {
  3: { stamp: "优秀", icon: "trophy" },
  5: { stamp: "推荐", icon: "star" },
  7: { stamp: "推荐", icon: "star" },
};

const titleMaximum = 200;

export function topicMarks(topic: OldRow) {
  const scope = pinScopes[numberOf(topic.displayorder)] ?? null;
  const digestLevel = Math.max(0, Math.min(3, numberOf(topic.digest)));
  const stamp = stamps[numberOf(topic.stamp)];
  return {
    title:
      [...decodeTitle(textOf(topic.subject)).replace(/\s+/g, " ").trim()].slice(0, titleMaximum).join("") ||
      "（无标题）",
    pinned: scope !== null,
    pinScope: scope,
    digest: digestLevel > 0,
    digestLevel,
    highlight: colours[numberOf(topic.highlight) % 10] ?? null,
    closed: numberOf(topic.closed) === 1,
    stamp: stamp?.stamp ?? null,
    icon: stamp?.icon ?? null,
    views: Math.max(0, Math.min(2_000_000_000, numberOf(topic.views))),
  };
}

/** The heads of a topic's posts, in the order in which the board shows them. */
export function inOrder(posts: readonly OldRow[]): OldRow[] {
  const keys = (post: OldRow) => [
    numberOf(post.first) === 1 ? 0 : 1,
    numberOf(post.position),
    numberOf(post.dateline),
    numberOf(post.pid),
  ];
  return [...posts].sort((one, other) => {
    const [a, b] = [keys(one), keys(other)];
    return a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

const gapMaximum = 50;

/** Whether the positions can stay as floors: they grow, begin with 1, and few are missing. */
export function keepsPositions(posts: readonly OldRow[]): boolean {
  const positions = posts.map((post) => numberOf(post.position));
  const grows = positions.every((position, at) => position > (at === 0 ? 0 : (positions[at - 1] ?? 0)));
  const missing = (positions.at(-1) ?? 0) - positions.length;
  return grows && positions[0] === 1 && missing <= Math.max(gapMaximum, positions.length);
}

/** A post with its floor; the floors before it that the board destroyed are kept free. */
export interface Floor {
  post: OldRow;
  floor: number;
  destroyed: number[];
}

/**
 * The floors of posts that are not written yet: as they were where that is possible, else one after the other.
 * @param lastFloor the highest floor that the topic has here
 */
export function floorsOf(all: readonly OldRow[], waiting: ReadonlySet<number>, lastFloor: number): Floor[] {
  const ordered = inOrder(all);
  const keeps = keepsPositions(ordered);
  const floors: Floor[] = [];
  let last = lastFloor;
  for (const post of ordered) {
    if (!waiting.has(numberOf(post.pid))) continue;
    const position = numberOf(post.position);
    const floor = keeps && position > last ? position : last + 1;
    floors.push({
      post,
      floor,
      destroyed: Array.from({ length: floor - last - 1 }, (_, at) => last + 1 + at),
    });
    last = floor;
  }
  return floors;
}

/** The accepted answer of a solved reward: the board moves it to the second after the question. */
export function acceptedPid(
  topic: OldRow,
  posts: readonly OldRow[],
  answererId: number | null,
): number | null {
  if (numberOf(topic.special) !== rewardKind || numberOf(topic.price) >= 0) return null;
  const replies = inOrder(posts).filter((post) => numberOf(post.first) !== 1);
  const byTime = replies.find((post) => numberOf(post.dateline) === numberOf(topic.dateline) + 1);
  const byAuthor =
    answererId === null ? undefined : replies.find((post) => numberOf(post.authorid) === answererId);
  const found = byTime ?? byAuthor;
  return found ? numberOf(found.pid) : null;
}

const cell = (text: string) =>
  decodeTitle(text)
    .replace(/[\\|`*_[\]<>$~]/g, "\\$&")
    .replace(/\s+/g, " ")
    .trim();

/** The result of a poll as a table in Markdown. */
export function pollMarkdown(poll: OldRow | undefined, options: readonly OldRow[]): string {
  if (options.length === 0) return "";
  const ordered = [...options].sort(
    (one, other) =>
      numberOf(one.displayorder) - numberOf(other.displayorder) ||
      numberOf(one.polloptionid) - numberOf(other.polloptionid),
  );
  const rows = ordered.map((row) => `| ${cell(textOf(row.polloption))} | ${numberOf(row.votes)} |`);
  const voters = numberOf(poll?.voters);
  return `**投票结果**（旧论坛，${voters} 人参加）\n\n| 选项 | 票数 |\n| --- | --- |\n${rows.join("\n")}`;
}
