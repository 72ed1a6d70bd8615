import { diffArrays } from "diff";
import { type Change, differences, wordsOf } from "./changes";

/** A page of a document and its text, a paragraph in each line. */
export interface TextPage {
  page: number;
  text: string;
}

/** What changed on a page. A page that only one of the documents has lacks its number in the other. */
export interface PageChange {
  from: number | null;
  to: number | null;
  changes: Change[];
}

export interface DocumentChanges {
  pages: PageChange[];
  /** There are more than were kept. */
  more: boolean;
}

/** A line with its page. `key` is its text without spaces, which every program sets otherwise. */
interface Line {
  page: number;
  text: string;
  key: string;
}

/** A step through both documents: the same line of both, or a line of one of them. */
interface Step {
  before: Line | null;
  after: Line | null;
}

/** Neighbouring lines that were replaced, with the steps beside them. */
interface Hunk {
  removed: Line[];
  added: Line[];
  lead: Step | null;
  tail: Step | null;
  /** The place of its first step and of the one behind it. */
  begin: number;
  end: number;
}

/** A header or footer stands among so many lines at the head or the foot of a page. */
const edgeLines = 2;
/** A document with fewer pages has no line that runs through it. */
const runningPages = 3;
/** Where lines repeat themselves, more differences than these are shown as one replacement. */
const stepsMaximum = 400;
/** Replaced lines with more characters, or on more pages, are compared page by page. */
const [hunkCharacters, hunkPages] = [4_000, 2];
/** A page's changes are cut to so many characters, and those of all pages to so many. */
const [pageCharacters, allCharacters] = [8_000, 600_000];

const linesOf = ({ page, text }: TextPage): Line[] =>
  text
    .split("\n")
    .map((line) => ({ page, text: line, key: line.replace(/\s+/g, "") }))
    .filter(({ key }) => key !== "");

/**
 * What a running line may say on every page: its text, or its text with one of its numbers counted from the page's own,
 * as a page number is.
 */
const patternsOf = ({ key, page }: Line): string[] => [
  key,
  ...Array.from(key.matchAll(/\d{1,5}/g), ({ 0: number, index }) => {
    const rest = key.slice(index + number.length);
    return `${key.slice(0, index)}#${Number(number) - page}#${rest}`;
  }),
];

/**
 * The lines of a document without its headers and footers: they would differ on every page, by its number or by the name
 * of the version.
 */
function ownLines(pages: TextPage[]): Line[] {
  const byPage = pages.map(linesOf);
  const edges = byPage.map((lines) => [...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)]);
  const counts = new Map<string, number>();
  for (const some of edges)
    for (const pattern of new Set(some.flatMap(patternsOf)))
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  const isRunning = (line: Line) =>
    patternsOf(line).some((pattern) => {
      const count = counts.get(pattern) ?? 0;
      return count >= runningPages && count * 2 > byPage.length;
    });
  return byPage.flatMap((lines) =>
    lines.filter((line, at) => (at >= edgeLines && at < lines.length - edgeLines) || !isRunning(line)),
  );
}

/** The longest rising chain of pairs by their second number; the pairs rise by their first one. */
function rising(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous = pairs.map(() => -1);
  for (const [at, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const chain: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chain.push(pair);
  }
  return chain.reverse();
}

/** The pairs of equal lines that occur once in each part: what stays in its place while pages move around it. */
function uniquePairs(before: Line[], after: Line[]): [number, number][] {
  const placesOf = (lines: Line[]) => {
    const places = new Map<string, number>();
    // -1 is a line that occurs again.
    for (const [at, { key }] of lines.entries()) places.set(key, places.has(key) ? -1 : at);
    return places;
  };
  const [places, others] = [placesOf(before), placesOf(after)];
  const pairs: [number, number][] = [];
  for (const [key, at] of places) {
    const other = others.get(key) ?? -1;
    if (at >= 0 && other >= 0) pairs.push([at, other]);
  }
  return rising(pairs);
}

const only = (side: "before" | "after", lines: Line[]): Step[] =>
  lines.map((line) => ({ before: null, after: null, [side]: line }));

/** The steps through lines of which none is unique in both parts. */
function repeatedSteps(before: Line[], after: Line[]): Step[] {
  const found =
    before.length > 0 && after.length > 0
      ? diffArrays(before, after, {
          maxEditLength: stepsMaximum,
          comparator: (one, other) => one.key === other.key,
        })
      : undefined;
  if (!found) return [...only("before", before), ...only("after", after)];
  let [at, other] = [0, 0];
  return found.flatMap(({ added, removed, value }): Step[] => {
    const [head, foot] = [at, other];
    if (!added) at += value.length;
    if (!removed) other += value.length;
    if (added) return only("after", after.slice(foot, other));
    if (removed) return only("before", before.slice(head, at));
    return value.map((_, index) => ({
      before: before[head + index] ?? null,
      after: after[foot + index] ?? null,
    }));
  });
}

/**
 * The steps through two parts. Equal heads and tails are taken off, and lines that occur once in both divide the rest, so
 * that a document of thousands of pages costs little more than reading it.
 */
function stepsOf(before: Line[], after: Line[]): Step[] {
  const same = (one: number, other: number) => before[one]?.key === after[other]?.key;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && same(head, head)) head += 1;
  let foot = 0;
  while (foot < shorter - head && same(before.length - 1 - foot, after.length - 1 - foot)) foot += 1;
  const paired = (from: number, other: number, count: number): Step[] =>
    Array.from({ length: count }, (_, index) => ({
      before: before[from + index] ?? null,
      after: after[other + index] ?? null,
    }));
  const [left, right] = [before.slice(head, before.length - foot), after.slice(head, after.length - foot)];
  const pairs = uniquePairs(left, right);
  const steps = paired(0, 0, head);
  const append = (some: Step[]) => {
    for (const step of some) steps.push(step);
  };
  if (pairs.length === 0) append(repeatedSteps(left, right));
  else {
    let [at, other] = [0, 0];
    for (const [next, otherNext] of [...pairs, [left.length, right.length] as const]) {
      append(stepsOf(left.slice(at, next), right.slice(other, otherNext)));
      if (next < left.length) append([{ before: left[next] ?? null, after: right[otherNext] ?? null }]);
      [at, other] = [next + 1, otherNext + 1];
    }
  }
  append(paired(before.length - foot, after.length - foot, foot));
  return steps;
}

const textOf = (lines: Line[]) => lines.map(({ text }) => text).join("\n");
const keyOf = (lines: Line[]) => lines.map(({ key }) => key).join("");
const present = (lines: (Line | null)[]): Line[] => lines.filter((line) => line !== null);

function hunksOf(steps: Step[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (let begin = 0; begin < steps.length; ) {
    let end = begin;
    while (end < steps.length && !(steps[end]?.before && steps[end]?.after)) end += 1;
    if (end > begin) {
      const own = steps.slice(begin, end);
      const hunk = {
        removed: present(own.map(({ before }) => before)),
        added: present(own.map(({ after }) => after)),
        lead: steps[begin - 1] ?? null,
        tail: steps[end] ?? null,
        begin,
        end,
      };
      // Where a page ends elsewhere, the same paragraph is divided elsewhere.
      if (keyOf(hunk.removed) !== keyOf(hunk.added)) hunks.push(hunk);
    }
    begin = end + 1;
  }
  return hunks;
}

/** Groups lines by their page. */
function pagesOf(lines: Line[]): Line[][] {
  const pages: Line[][] = [];
  for (const line of lines) {
    const last = pages.at(-1);
    if (last?.[0]?.page === line.page) last.push(line);
    else pages.push([line]);
  }
  return pages;
}

/**
 * Divides a long hunk into its pages, each with the one that stands at its place in the other document. A short one stays
 * whole, because a paragraph may go on behind the end of its page.
 */
function divided(hunk: Hunk): Hunk[] {
  const { removed, added, lead, tail } = hunk;
  const [before, after] = [pagesOf(removed), pagesOf(added)];
  const count = Math.max(before.length, after.length);
  if (count <= hunkPages && textOf(removed).length + textOf(added).length <= hunkCharacters) return [hunk];
  return Array.from({ length: count }, (_, at) => ({
    ...hunk,
    removed: before[at] ?? [],
    added: after[at] ?? [],
    lead: at === 0 ? lead : null,
    tail: at === count - 1 ? tail : null,
  }));
}

/** Cuts the changes of a page to their limit, and says how much is left out. */
function shortened(changes: Change[]): Change[] {
  let left = pageCharacters;
  const kept: Change[] = [];
  for (const change of changes) {
    if (left > 0) kept.push({ ...change, text: change.text.slice(0, left) });
    left -= change.text.length;
  }
  return left >= 0 ? kept : [...kept, { kind: "skipped", text: `其余 ${-left} 字没有显示` }];
}

/**
 * Compares two documents for readers: changed words, each with the line before and the line after it, by page. Pages that
 * moved, paragraphs that a page divides elsewhere, and running headers and footers are no changes.
 */
export function documentChanges(before: TextPage[], after: TextPage[]): DocumentChanges {
  const steps = stepsOf(ownLines(before), ownLines(after));
  const kept = steps.filter((step) => step.before && step.after);
  const [keptBefore, keptAfter] = [
    new Set(kept.map((step) => step.before?.page)),
    new Set(kept.map((step) => step.after?.page)),
  ];
  const groups: { place: Pick<PageChange, "from" | "to">; hunks: Hunk[] }[] = [];
  for (const hunk of hunksOf(steps).flatMap(divided)) {
    const { removed, added, lead, tail } = hunk;
    const to = added[0]?.page ?? lead?.after?.page ?? tail?.after?.page ?? null;
    const from = removed[0]?.page ?? lead?.before?.page ?? tail?.before?.page ?? null;
    const isNew = removed.length === 0 && !keptAfter.has(added[0]?.page);
    const isGone = added.length === 0 && !keptBefore.has(removed[0]?.page);
    const place = { from: isNew ? null : from, to: isGone ? null : to };
    const last = groups.at(-1);
    const isSame =
      last && (place.to === null ? last.place.to === null && last.place.from === from : last.place.to === to);
    if (last && isSame) {
      last.place.from ??= place.from;
      last.hunks.push(hunk);
    } else groups.push({ place, hunks: [hunk] });
  }
  const pages: PageChange[] = [];
  let characters = 0;
  for (const { place, hunks } of groups) {
    const changes = shortened(shownChanges(hunks, steps));
    characters += changes.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > allCharacters) return { pages, more: true };
    pages.push({ ...place, changes });
  }
  return { pages, more: false };
}

/** The changes of one page, with the unchanged lines beside them. */
function shownChanges(hunks: Hunk[], steps: Step[]): Change[] {
  const changes: Change[] = [];
  /** The step behind the last one that is shown; null before the first. */
  let shown: number | null = null;
  const same = (at: number) => {
    const line = steps[at]?.after;
    if (line && steps[at]?.before) changes.push({ kind: "same", text: `${line.text}\n` });
  };
  for (const { removed, added, lead, tail, begin, end } of hunks) {
    if (lead && begin - 1 >= (shown ?? 0)) {
      const skipped: number = shown === null ? 0 : begin - 1 - shown;
      if (skipped > 0) changes.push({ kind: "skipped", text: `${skipped} 行未变` });
      same(begin - 1);
    }
    const [was, is] = [textOf(removed), textOf(added)];
    if (was && is) changes.push(...differences(wordsOf(`${was}\n`), wordsOf(`${is}\n`)));
    else changes.push({ kind: was ? "removed" : "added", text: `${was || is}\n` });
    shown = end;
    if (tail) {
      same(end);
      shown = end + 1;
    }
  }
  return changes;
}
