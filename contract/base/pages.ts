import type { Call, CallLimit } from "./call";

/** What a write does to the pages that visitors share (decision 108). */
export interface PagesChange {
  /** Pages that show one of these topics, by tid, or all pages, are gone at once: something left their sight. */
  drop: number[] | "all";
  /** Something was added or counted, which other pages may show some seconds later. */
  later: boolean;
}

/** A call's request, and its response as the contract has it. */
export interface Answered {
  request: unknown;
  response: unknown;
}

export const noChange: PagesChange = { drop: [], later: false };
export const laterChange: PagesChange = { drop: [], later: true };
export const wholeChange: PagesChange = { drop: "all", later: true };

export const changesNothing = ({ drop, later }: PagesChange): boolean => drop.length === 0 && !later;

/** Limits of calls that only read. */
const ofReading = new Set<CallLimit>(["render", "wordCheck", "search", "suggest"]);

/**
 * What an answered call does to shared pages, as its row says.
 * @param answered what was asked and answered; undefined where nobody knows, which counts as everything it
 * could be
 */
export function changeOf(
  row: Pick<Call, "limit" | "pages" | "changedTopics">,
  answered: Answered | undefined,
): PagesChange {
  const { limit, pages } = row;
  if (!limit || ofReading.has(limit) || pages === "unchanged") return noChange;
  if (pages === "later") return laterChange;
  if (!row.changedTopics || !answered) return wholeChange;
  return { drop: row.changedTopics(answered.response, answered.request), later: true };
}

/** Both at once. */
export function changesTogether(one: PagesChange, other: PagesChange): PagesChange {
  const drop = one.drop === "all" || other.drop === "all" ? "all" : [...one.drop, ...other.drop];
  return { drop, later: one.later || other.later };
}
