import type { TextMark } from "contract/base/wire";

/**
 * A message may quote what was typed: the quoted span stands between these two signs, which draw nothing
 * (first-strong isolate and its end), and `MarkedText` shows it as <mark>. So a message stays one string all
 * the way through a form.
 */
const opens = "\u2068";
const closes = "\u2069";

/** Characters of the text shown on each side of a span. */
const around = 12;
const quotesMaximum = 3;

const oneLine = (text: string) => text.replace(/\s+/g, " ").replace(/[\u2066-\u2069]/g, "");

/** Takes so many characters off the end (or the head) of a text, never half of one. */
function near(text: string, end: "head" | "tail"): string {
  const characters = [...text];
  if (characters.length <= around) return text;
  return end === "head"
    ? `${characters.slice(0, around).join("")}…`
    : `…${characters.slice(-around).join("")}`;
}

/** The message with the spans that it is about, each quoted from the text with what stands around it. */
export function quoting(message: string, texts: string[], marks: TextMark[]): string {
  const quotes = marks.slice(0, quotesMaximum).flatMap(({ start, end, item = 0 }) => {
    const text = texts[item] ?? "";
    if (end <= start || end > text.length) return [];
    const before = near(oneLine(text.slice(0, start)), "tail");
    const after = near(oneLine(text.slice(end)), "head");
    return [`“${before}${opens}${oneLine(text.slice(start, end))}${closes}${after}”`];
  });
  const more = marks.length > quotesMaximum ? ` 等 ${marks.length} 处` : "";
  return quotes.length === 0 ? message : `${message}：${quotes.join("、")}${more}`;
}

/** A message in its pieces: every second one is a quoted span. */
export function piecesOf(message: string): string[] {
  return message.split(/\u2068([^\u2068\u2069]*)\u2069/);
}
