import type { Call } from "./call";

/** What a write does to the pages that visitors share. */
export interface PagesChange {
  /** Pages that show one of these topics, by tid, or all pages, are gone at once. */
  drop: number[] | "all";
  /** Something left everybody's sight: what pages are made of is not to be taken from what was read before. */
  hides: boolean;
  /** Something was added or counted, which other pages may show some seconds later. */
  later: boolean;
}

/** A call's request, and its response as the contract has it. */
export interface Answered {
  request: unknown;
  response: unknown;
}

export const noChange: PagesChange = { drop: [], hides: false, later: false };
export const laterChange: PagesChange = { drop: [], hides: false, later: true };
export const wholeChange: PagesChange = { drop: "all", hides: true, later: true };

export const changesNothing = ({ drop, later }: PagesChange): boolean => drop.length === 0 && !later;

/**
 * What an answered call does to shared pages, as its row says.
 * @param answered what was asked and answered; undefined where nobody knows, which counts as everything it
 * could be
 */
export function changeOf(
  { effect, changedTopics }: Pick<Call, "effect" | "changedTopics">,
  answered: Answered | undefined,
): PagesChange {
  if (effect === "reads" || effect === "private") return noChange;
  if (!changedTopics) return effect === "adds" ? laterChange : wholeChange;
  if (!answered) return wholeChange;
  const drop = changedTopics(answered.response, answered.request);
  return { drop, hides: effect === "hides", later: true };
}

/** More topics than this are all pages: changes are put together for as long as nobody can be told. */
const topicsMaximum = 1_000;

/** Both at once. */
export function changesTogether(one: PagesChange, other: PagesChange): PagesChange {
  const topics = [one.drop, other.drop].flatMap((drop) => (drop === "all" ? [] : drop));
  const all = one.drop === "all" || other.drop === "all" || topics.length > topicsMaximum;
  return {
    drop: all ? "all" : topics,
    hides: one.hides || other.hides,
    later: one.later || other.later,
  };
}
