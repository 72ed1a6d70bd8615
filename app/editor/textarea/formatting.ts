/**
 * The toolbar's and shortcuts' changes to Markdown: functions from a text and its selection to an edit. They need no
 * browser.
 */
import type { Selected, TextEdit } from "./text-edit";

/** Puts marks around the selection, or removes marks that are already inside or around it. */
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
  // Markdown ignores marks next to white space: the white space stays outside of them.
  const core = inside.trim() || placeholder;
  const before = inside.trim() ? (/^\s*/.exec(inside)?.[0] ?? "") : "";
  const after = inside.trim() ? (/\s*$/.exec(inside)?.[0] ?? "") : "";
  const from = start + before.length + size;
  return { start, end, text: `${before}${mark}${core}${mark}${after}`, select: [from, from + core.length] };
}

/** A `*` around a selection is emphasis only when it is not part of `**`. */
function isWhole(text: string, from: number, to: number, mark: string): boolean {
  const character = mark[0];
  return text[from - 1] !== character && text[to] !== character;
}

/** The whole lines that a selection touches. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the beginning of a line does not include that line.
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

/** Turns lines into list items, list items into plain lines, or one kind of list into another. */
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

/** Quotes lines, or removes the quotation marks. */
export function toggleQuote(selected: Selected): TextEdit {
  return withLines(selected, (lines) => {
    const already = lines.every((line) => line.startsWith(">"));
    return lines.map((line) => (already ? line.replace(/^> ?/, "") : line ? `> ${line}` : ">"));
  });
}

/** Each press goes on from no heading to a heading, a smaller heading, and back. */
export function cycleHeading(selected: Selected): TextEdit {
  return withLines(selected, (lines) =>
    lines.map((line) => {
      const level = /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0;
      const bare = line.replace(/^#{1,6} +/, "");
      return level === 0 ? `## ${bare}` : level === 2 ? `### ${bare}` : bare;
    }),
  );
}

/** The line ends needed between the existing text and a new block. */
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
 * Puts a fenced code block without a language around the selection. The caret goes inside, ready for a paste. The
 * fence is longer than any fence in the selection.
 */
export function codeBlock(selected: Selected): TextEdit {
  const code = selected.text.slice(selected.start, selected.end).replace(/^\n+|\n+$/g, "");
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const end = fence.length + 1 + code.length;
  return block(selected, `${fence}\n${code}\n${fence}`, [end, end]);
}

/** Makes inline code; a selection over several lines becomes a block. */
export function toggleCode(selected: Selected): TextEdit {
  return selected.text.slice(selected.start, selected.end).includes("\n")
    ? codeBlock(selected)
    : toggleMark(selected, "`", "代码");
}

const address = /^https?:\/\/\S+$/;
/**
 * Makes a link or an image. The selected text becomes the label, or the address when it looks like one. The other
 * part is a placeholder, and is selected.
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

/** Inserts an empty table and selects its first heading. */
export function table(selected: Selected): TextEdit {
  const after = { ...selected, start: selected.end };
  return block(after, "| 列 1 | 列 2 | 列 3 |\n| --- | --- | --- |\n|  |  |  |", [2, 5]);
}

/** The language of a fenced code block, and the offsets `start` and `end` of that language in the text. */
export interface FenceInfo {
  start: number;
  end: number;
  language: string;
}

/** The info of the fenced code block around an offset; null outside of one. */
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

/** Whether an offset is inside a fenced code block. */
export const isInFence = (text: string, at: number): boolean => fenceAt(text, at) !== null;

/**
 * The edit that Enter makes in a list item, task or quotation: it begins the next item, with the next number; in an
 * empty item it ends the list. Null where Enter only makes a new line.
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
 * The edit that Tab makes: selected lines and list items are indented by two spaces; in other places (code) it
 * inserts a tab.
 * @param outward true for Shift+Tab, which removes the indent
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
