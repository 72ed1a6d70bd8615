import { type LinkedKeys, leadsSomewhere, linkProblem } from "./links";
import { type ReportAt, ringsOf, unique } from "./references";

interface Moved {
  from: string;
  to: string;
}

/** The row that an address takes, as `movedAddress` finds it: its own, or that of its path without the query. */
const rowIn = (next: ReadonlyMap<string, string>, address: string): string | undefined =>
  [address, address.split("?", 1)[0] ?? ""].find((at) => next.has(at));

/** Moved addresses that lead back to themselves, each ring once. */
export function ringsOfMoved(moved: readonly Moved[]): string[][] {
  const next = new Map(moved.map(({ from, to }) => [from, to]));
  return ringsOf(next.keys(), (from) => [rowIn(next, next.get(from) ?? "") ?? []].flat());
}

/** Whether what an address leads to is there, so that nobody is ever led away from it. */
export const isThere = (address: string, keys: LinkedKeys) => leadsSomewhere(address, keys)?.there === true;

/** Checks moved addresses of a pack. */
export function checkMoved(moved: readonly Moved[], keys: LinkedKeys, report: ReportAt) {
  const seen = new Map<string, string>();
  const next = new Map(moved.map(({ from, to }) => [from, to]));
  for (const [index, { from, to }] of moved.entries()) {
    unique(seen, from, "另一条", (message) => report(["redirects", index, "from"], message));
    if (isThere(from, keys)) report(["redirects", index, "from"], "这个地址的内容还在，不会转走");
    // The target may be another moved address.
    const problem = rowIn(next, to) === undefined ? linkProblem(to, keys) : null;
    if (problem) report(["redirects", index, "to"], problem);
  }
  for (const ring of ringsOfMoved(moved)) {
    const index = moved.findIndex(({ from }) => from === ring[0]);
    report(["redirects", index, "to"], `绕成了一圈：${[...ring, ring[0]].join(" → ")}`);
  }
}
