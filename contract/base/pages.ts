import type { Call } from "./call";

/** The effect of a write on the pages that visitors share. */
export interface PagesChange {
  /** Topics (by tid) whose pages the cache drops at once; or all pages. */
  drop: number[] | "all";
  /** Something was hidden from everybody: pages must not be made from older answers. */
  hides: boolean;
  /** Something was added or counted; other pages may show it some seconds later. */
  later: boolean;
}

/** A call's request, and its response as the contract has it. */
export interface CallOutcome {
  request: unknown;
  response: unknown;
}

export const noChange: PagesChange = { drop: [], hides: false, later: false };
export const laterChange: PagesChange = { drop: [], hides: false, later: true };
export const wholeChange: PagesChange = { drop: "all", hides: true, later: true };

export const changesNothing = ({ drop, later }: PagesChange): boolean => drop.length === 0 && !later;

/**
 * The effect of a call on shared pages, by its row.
 * @param outcome its request and response; undefined where they are not known: then the widest effect counts
 */
export function changeOf(
  { effect, changedTopics }: Pick<Call, "effect" | "changedTopics">,
  outcome: CallOutcome | undefined,
): PagesChange {
  if (effect === "reads" || effect === "private") return noChange;
  if (!changedTopics) return effect === "adds" ? laterChange : wholeChange;
  if (!outcome) return wholeChange;
  const drop = changedTopics(outcome.response, outcome.request);
  return { drop, hides: effect === "hides", later: true };
}

/** Above this number all pages are dropped: changes add up while other processes cannot be reached. */
const topicsMaximum = 1_000;

/** The effect of two changes together. */
export function changesTogether(one: PagesChange, other: PagesChange): PagesChange {
  const topics = [one.drop, other.drop].flatMap((drop) => (drop === "all" ? [] : drop));
  const all = one.drop === "all" || other.drop === "all" || topics.length > topicsMaximum;
  return {
    drop: all ? "all" : topics,
    hides: one.hides || other.hides,
    later: one.later || other.later,
  };
}
