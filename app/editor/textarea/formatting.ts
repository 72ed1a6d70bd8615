/**
 * What the toolbar and the shortcuts do to Markdown: from a text and its selection to the change, without a
 * browser.
 */
import type { Selected, TextEdit } from "./text-edit";

/** Puts marks around what is selected, or takes them away where they stand already, inside or around it. */
export function toggleMark({ text, start, end }: Selected, mark: string, placeholder: string): TextEdit {
  const inside = text.slice(start, end);
  const size = mark.length;
  if (
    text.slice(start - size, start) === mark &&
    text.slice(end, end + size) === mark &&
    isWhole(text, start - size, end + size, mark)
  ) {
    return { start: start - size, end: end + size, text: inside, select: [start - size, end - size] };
  }
  if (inside.length >= 2 * size && inside.startsWith(mark) && inside.endsWith(mark)) {
    const bare = inside.slice(size, -size);
    return { start, end, text: bare, select: [start, start + bare.length] };
  }
  // Marks do not work around white space: it stays outside.
  const core = inside.trim() || placeholder;
  const before = inside.trim() ? (/^\s*/.exec(inside)?.[0] ?? "") : "";
  const after = inside.trim() ? (/\s*$/.exec(inside)?.[0] ?? "") : "";
  const from = start + before.length + size;
  return { start, end, text: `${before}${mark}${core}${mark}${after}`, select: [from, from + core.length] };
}

/** `*` around a selection is emphasis only where it is not half of `**`. */
function isWhole(text: string, from: number, to: number, mark: string): boolean {
  const character = mark[0];
  return text[from - 1] !== character && text[to] !== character;
}

/** The whole lines that a selection touches. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at a line's beginning does not mean that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next === -1 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

function withLines(selected: Selected, change: (lines: string[]) => string[]): TextEdit {
  const { from, to, lines } = linesOf(selected);
  const text = change(lines).join("\n");
  const gained = text.length - (to - from);
  const select: [number, number] =
    selected.start === selected.end
      ? [Math.max(from, selected.start + gained), Math.max(from, selected.start + gained)]
      : [from, from + text.length];
  return { start: from, end: to, text, select };
}

const marker = /^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d{1,9}[.)] )?/;
const kinds = {
  list: { is: /^\s*[-*+] (?!\[[ xX]\] )/, mark: () => "- " },
  orderedList: { is: /^\s*\d{1,9}[.)] /, mark: (index: number) => `${index + 1}. ` },
  taskList: { is: /^\s*[-*+] \[[ xX]\] /, mark: () => "- [ ] " },
} as const;

/** Makes lines items of a list, takes them out of it again, or makes another kind of list of them. */
export function toggleList(selected: Selected, kind: keyof typeof kinds): TextEdit {
  const { is, mark } = kinds[kind];
  return withLines(selected, (lines) => {
    const isTarget = (line: string) => lines.length === 1 || line.trim() !== "";
    const already = lines.filter(isTarget).every((line) => is.test(line));
    let index = -1;
    return lines.map((line) => {
      if (!isTarget(line)) return line;
      index += 1;
      return line.replace(marker, (_, indent: string) => (already ? indent : indent + mark(index)));
    });
  });
}

/** Quotes lines, or takes the quotation marks away. */
export function toggleQuote(selected: Selected): TextEdit {
  return withLines(selected, (lines) => {
    const already = lines.every((line) => line.startsWith(">"));
    return lines.map((line) => (already ? line.replace(/^> ?/, "") : line ? `> ${line}` : ">"));
  });
}

/** A heading, a smaller heading, no heading: each press goes one on. */
export function cycleHeading(selected: Selected): TextEdit {
  return withLines(selected, (lines) =>
    lines.map((line) => {
      const level = /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0;
      const bare = line.replace(/^#{1,6} +/, "");
      return level === 0 ? `## ${bare}` : level === 2 ? `### ${bare}` : bare;
    }),
  );
}

/** The text that has to stand between what is there and a block of its own. */
function gap(text: string, at: number, side: "before" | "after"): string {
  if (side === "before") {
    const before = text.slice(0, at);
    return before === "" || /\n[ \t]*\n$/.test(before) ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  }
  const after = text.slice(at);
  return after === "" ? "\n" : /^\n[ \t]*\n/.test(after) ? "" : after.startsWith("\n") ? "\n" : "\n\n";
}

function block({ text, start, end }: Selected, content: string, select: readonly [number, number]): TextEdit {
  const before = gap(text, start, "before");
  const from = start + before.length;
  return {
    start,
    end,
    text: `${before}${content}${gap(text, end, "after")}`,
    select: [from + select[0], from + select[1]],
  };
}

/**
 * A fenced block around what is selected, without a language; the caret stands inside, where one pastes. The
 * fence is longer than any inside.
 */
export function codeBlock(selected: Selected): TextEdit {
  const code = selected.text.slice(selected.start, selected.end).replace(/^\n+|\n+$/g, "");
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const end = fence.length + 1 + code.length;
  return block(selected, `${fence}\n${code}\n${fence}`, [end, end]);
}

/** Inline code; what goes over lines becomes a block. */
export function toggleCode(selected: Selected): TextEdit {
  return selected.text.slice(selected.start, selected.end).includes("\n")
    ? codeBlock(selected)
    : toggleMark(selected, "`", "代码");
}

const address = /^https?:\/\/\S+$/;
/**
 * A link or image: what is selected is its text, or its address when it looks like one; what is missing is
 * selected.
 */
export function link({ text, start, end }: Selected, kind: "link" | "image" = "link"): TextEdit {
  const sign = kind === "image" ? "!" : "";
  const inside = text.slice(start, end);
  const placeholder = kind === "image" ? "图片说明" : "链接文字";
  if (address.test(inside)) {
    const from = start + sign.length + 1;
    return {
      start,
      end,
      text: `${sign}[${placeholder}](${inside})`,
      select: [from, from + placeholder.length],
    };
  }
  const name = inside.trim().replace(/\n+/g, " ") || placeholder;
  const head = `${sign}[${name}](`;
  return {
    start,
    end,
    text: `${head}https://)`,
    select: [start + head.length, start + head.length + "https://".length],
  };
}

/** A table to fill in, its first heading selected. */
export function table(selected: Selected): TextEdit {
  const after = { ...selected, start: selected.end };
  return block(after, "| 列 1 | 列 2 | 列 3 |\n| --- | --- | --- |\n|  |  |  |", [2, 5]);
}

/** What names the language of the fenced block that an offset stands in: from `start` to `end`. */
export interface FenceInfo {
  start: number;
  end: number;
  language: string;
}

/** The info of the fenced code block that an offset stands inside; null outside of one. */
export function fenceAt(text: string, at: number): FenceInfo | null {
  let open: (FenceInfo & { fence: string }) | null = null;
  let from = 0;
  for (const line of text.slice(0, text.lastIndexOf("\n", at - 1) + 1).split("\n")) {
    const [head = "", fence] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence && open === null) {
      const start = from + head.length;
      open = { fence, start, end: from + line.length, language: line.slice(head.length).trim() };
    } else if (
      fence &&
      open &&
      fence[0] === open.fence[0] &&
      fence.length >= open.fence.length &&
      /^\s*[`~]+\s*$/.test(line)
    )
      open = null;
    from += line.length + 1;
  }
  return open;
}

/** Whether an offset stands inside a fenced code block. */
export const isInFence = (text: string, at: number): boolean => fenceAt(text, at) !== null;

/**
 * What Enter does where a list item, task or quotation stands: the next one begins, numbers going on; in an
 * empty one the list ends. Null where Enter is only a new line.
 */
export function continueList({ text, start, end }: Selected): TextEdit | null {
  if (start !== end || isInFence(text, start)) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const match = /^(\s*)((?:> ?)+|([-*+])( \[[ xX]\])? |(\d{1,9})([.)]) )/.exec(line);
  if (!match) return null;
  const [whole, indent = "", quote = "", bullet, task, number, dot] = match;
  const next = text.indexOf("\n", start);
  const rest = text.slice(start, next === -1 ? text.length : next);
  if (line.length === whole.length && rest.trim() === "") return { start: from, end: start, text: "" };
  const mark = bullet ? `${bullet}${task ? " [ ]" : ""} ` : number ? `${Number(number) + 1}${dot} ` : quote;
  return { start, end, text: `\n${indent}${mark}` };
}

const indentation = "  ";

/**
 * What Tab does: lines that are selected, and a list item, go in by two spaces; elsewhere (in code) it is a
 * tab.
 * @param outward with Shift: the other way
 */
export function indent(selected: Selected, outward: boolean): TextEdit | null {
  const { text, start, end } = selected;
  const { from, lines } = linesOf(selected);
  const fenced = isInFence(text, from);
  const isItem = !fenced && lines.length === 1 && /^\s*(?:[-*+]|\d{1,9}[.)]) /.test(lines[0] ?? "");
  if (outward) {
    if (!lines.some((line) => /^(\t| )/.test(line))) return null;
    return withLines(selected, (all) => all.map((line) => line.replace(/^(?:\t| {1,2})/, "")));
  }
  if (lines.length === 1 && !isItem) return { start, end, text: "\t" };
  return withLines(selected, (all) =>
    all.map((line) => (line === "" ? line : (fenced ? "\t" : indentation) + line)),
  );
}
