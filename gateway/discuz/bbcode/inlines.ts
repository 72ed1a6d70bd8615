import type { PhrasingContent } from "mdast";

/** The formats of a run of text; a link's address is the new one. */
export interface Marks {
  link?: string;
  strong?: boolean;
  emphasis?: boolean;
  delete?: boolean;
}

/** A piece of a paragraph with its formats. */
export type Inline =
  | { type: "text"; value: string; marks: Marks }
  | { type: "code"; value: string; marks: Marks }
  | { type: "marker"; value: string; marks: Marks }
  | { type: "image"; url: string; alt: string; marks: Marks }
  | { type: "break"; marks: Marks };

const order = ["link", "strong", "emphasis", "delete"] as const;

const leaf = (inline: Inline): PhrasingContent => {
  if (inline.type === "image") return { type: "image", url: inline.url, alt: inline.alt };
  if (inline.type === "break") return { type: "break" };
  if (inline.type === "code") return { type: "inlineCode", value: inline.value };
  // The portal's own marks for raised and lowered text are written as they are, without escapes.
  if (inline.type === "marker") return { type: "html", value: inline.value };
  return { type: "text", value: inline.value };
};

function wrap(
  mark: (typeof order)[number],
  value: string | true,
  children: PhrasingContent[],
): PhrasingContent {
  if (mark === "link") return { type: "link", url: String(value), children: children as never[] };
  return { type: mark, children };
}

const isBlank = (inline: Inline) =>
  inline.type === "break" || (inline.type === "text" && !inline.value.trim());

/** Builds the tree of a paragraph: neighbours with the same format stand in one node of it. */
export function phrasing(inlines: Inline[], from = 0): PhrasingContent[] {
  const mark = order[from];
  if (mark === undefined) return merged(inlines);
  const result: PhrasingContent[] = [];
  for (let at = 0; at < inlines.length; ) {
    const value = inlines[at]?.marks[mark];
    let end = at + 1;
    while (end < inlines.length && inlines[end]?.marks[mark] === value) end += 1;
    result.push(
      ...(value
        ? wrapped(mark, value, inlines.slice(at, end), from)
        : phrasing(inlines.slice(at, end), from + 1)),
    );
    at = end;
  }
  return result;
}

/** Blanks and breaks at the ends stand outside of a format: Markdown has no emphasis that begins with a blank. */
function wrapped(mark: (typeof order)[number], value: string | true, inlines: Inline[], from: number) {
  const first = inlines.findIndex((each) => !isBlank(each));
  if (first < 0) return phrasing(inlines, from + 1);
  const last = inlines.findLastIndex((each) => !isBlank(each));
  return [
    ...phrasing(inlines.slice(0, first), from + 1),
    wrap(mark, value, phrasing(inlines.slice(first, last + 1), from + 1)),
    ...phrasing(inlines.slice(last + 1), from + 1),
  ];
}

function merged(inlines: Inline[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const inline of inlines) {
    const last = result.at(-1);
    if (inline.type === "text" && last?.type === "text") last.value += inline.value;
    else if (inline.type !== "text" || inline.value) result.push(leaf(inline));
  }
  return result;
}

/** Splits a run of pieces into paragraphs at empty lines. */
export function paragraphs(inlines: Inline[]): Inline[][] {
  const result: Inline[][] = [];
  let current: Inline[] = [];
  let breaks: Inline[] = [];
  const end = () => {
    const last = current.at(-1);
    if (last?.type === "text") current[current.length - 1] = { ...last, value: last.value.trimEnd() };
    if (current.some((each) => !isBlank(each))) result.push(current);
    current = [];
  };
  for (const inline of inlines) {
    if (inline.type === "break") {
      // Neither does one at the end of a line.
      const last = current.at(-1);
      if (last?.type === "text" && !last.value.trim()) current.pop();
      breaks.push(inline);
    } else if (inline.type === "text" && !inline.value.trim()) {
      // A blank at the beginning of a line draws nothing.
      if (breaks.length === 0 && current.length > 0) current.push(inline);
    } else {
      if (breaks.length > 1) end();
      else if (breaks.length === 1 && current.length > 0)
        current.push({ type: "break", marks: breaks[0]?.marks ?? {} });
      breaks = [];
      const isAtStart = current.length === 0 || current.at(-1)?.type === "break";
      current.push(
        isAtStart && inline.type === "text" ? { ...inline, value: inline.value.trimStart() } : inline,
      );
    }
  }
  end();
  return result;
}
