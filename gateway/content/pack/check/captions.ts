import { cleanText } from "contract/base/fields";
import { decodeNamedCharacterReference } from "decode-named-character-reference";

/** A line of captions. Times are seconds from the start of the video. */
export interface CaptionLine {
  at: number;
  until: number;
  text: string;
}

const start = /^\uFEFF?WEBVTT(?:[ \t].*)?(?:\r?\n|$)/;
const timing =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]|$)/;
const secondsOf = (text: string) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/g;
const characterOf = (code: number) =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "\ufffd";

/** A text without the tags of WebVTT (`<v 名字>`, `<b>`, times), with its HTML character references decoded once. */
const plain = (text: string) =>
  cleanText(
    text
      .replace(/<[^>]*>/g, "")
      .replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) =>
        decimal || hexadecimal
          ? characterOf(decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16))
          : decodeNamedCharacterReference(name ?? "") || whole,
      ),
  ).replaceAll("\u00a0", " ");

/**
 * Reads WebVTT captions. @returns their lines, or the problem and its line in the file: an invalid time, a caption that
 * ends before it begins, or one that begins before the previous one.
 */
export function readCaptions(
  content: Buffer,
): { lines: CaptionLine[]; places: number[] } | { problem: string; line?: number } {
  const text = content.toString("utf8");
  if (text.includes("\uFFFD")) return { problem: "不是 UTF-8 编码的文字" };
  if (!start.test(text)) return { problem: "内容不是 WebVTT 字幕，第一行应是 WEBVTT", line: 1 };
  const rows = text.split(/\r?\n/);
  const lines: CaptionLine[] = [];
  const places: number[] = [];
  for (let index = 1; index < rows.length; index += 1) {
    const row = rows[index] ?? "";
    if (!row.includes("-->")) continue;
    const line = index + 1;
    const match = timing.exec(row);
    if (!match) return { problem: `看不懂时间“${row.slice(0, 60)}”`, line };
    const [at, until] = [secondsOf(match[1] ?? ""), secondsOf(match[2] ?? "")];
    if (until <= at) return { problem: "字幕的结束时间不晚于开始时间", line };
    if (at < (lines.at(-1)?.at ?? 0)) return { problem: "字幕早于上一条，要按时间先后写", line };
    const cues: string[] = [];
    for (index += 1; (rows[index] ?? "").trim() !== ""; index += 1) cues.push(plain(rows[index] ?? ""));
    lines.push({ at, until, text: cues.join("\n").trim() });
    places.push(line);
  }
  return lines.length > 0 ? { lines, places } : { problem: "内容不是 WebVTT 字幕，或没有一条字幕" };
}
