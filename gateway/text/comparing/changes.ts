import { diffArrays } from "diff";

/** A segment of a comparison. `skipped` replaces unchanged lines; its text is their number. */
export interface Change {
  kind: "same" | "removed" | "added" | "skipped";
  text: string;
}

/** Texts with more differences are shown as one removed and one added text, which is cheaper and as clear. */
const stepsMaximum = 1_000;
/** The number of unchanged lines to show before and after a change. */
const context = 3;
const words = new Intl.Segmenter("zh", { granularity: "word" });

/** The words of a text, Chinese ones too, with the spaces between them. */
export const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);
/** The lines of a text with their line ends. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The change that replaces a text as a whole. */
export const wholeChange = (before: string, after: string): Change[] => [
  { kind: "removed", text: before },
  { kind: "added", text: after },
];

/** The changes from one row of words or lines to another. */
export function differences(before: string[], after: string[]): Change[] {
  const found = diffArrays(before, after, { maxEditLength: stepsMaximum });
  if (!found) return wholeChange(before.join(""), after.join(""));
  return found.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(""),
  }));
}

/** Compares replaced lines word by word, with Chinese words. */
function byWords(changes: Change[]): Change[] {
  return changes.flatMap((change, index) => {
    const [before, after] = [changes[index - 1], changes[index + 1]];
    if (change.kind === "removed" && after?.kind === "added")
      return differences(wordsOf(change.text), wordsOf(after.text));
    return change.kind === "added" && before?.kind === "removed" ? [] : [change];
  });
}

/** Cuts unchanged lines down to those beside a change. */
function cut({ kind, text }: Change, first: boolean, last: boolean): Change[] {
  const lines = linesOf(text);
  const [head, tail] = [first ? 0 : context, last ? 0 : context];
  const skipped = lines.length - head - tail;
  if (kind !== "same" || skipped <= 1) return [{ kind, text }];
  const same = (some: string[]): Change[] => (some.length > 0 ? [{ kind: "same", text: some.join("") }] : []);
  return [
    ...same(lines.slice(0, head)),
    { kind: "skipped", text: `${skipped} 行未变` },
    ...same(tail > 0 ? lines.slice(-tail) : []),
  ];
}

/** Compares two texts for readers: changed words within lines, and the lines around them. */
export function changesBetween(before: string, after: string): Change[] {
  const byLines = differences(linesOf(before), linesOf(after));
  const shortened = byLines.flatMap((change, index) =>
    cut(change, index === 0, index === byLines.length - 1),
  );
  return byWords(shortened);
}
