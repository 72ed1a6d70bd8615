import type { TextMark } from "contract/base/wire";

/**
 * A message can quote typed text. The quoted part is between these two invisible characters (first-strong isolate and
 * pop directional isolate), and `MarkedText` shows it as <mark>. So a message stays one string in all layers of a
 * form.
 */
const opens = "\u2068";
const closes = "\u2069";

/** How many characters of the text are shown on each side of a quoted part. */
const around = 12;
const quotesMaximum = 3;

const oneLine = (text: string) => text.replace(/\s+/g, " ").replace(/[\u2066-\u2069]/g, "");

/** The first or last characters of a text, without splitting a character. */
function near(text: string, end: "head" | "tail"): string {
  const characters = [...text];
  if (characters.length <= around) return text;
  return end === "head"
    ? `${characters.slice(0, around).join("")}…`
    : `…${characters.slice(-around).join("")}`;
}

/** The message with the parts of the text that it is about, each quoted with the text around it. */
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

/** The pieces of a message: every second one is a quoted part. */
export function piecesOf(message: string): string[] {
  return message.split(/\u2068([^\u2068\u2069]*)\u2069/);
}
