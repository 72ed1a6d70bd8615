import type { Problem } from "../problems";

/** The two parts of a file with front matter, not parsed yet. */
export interface FrontMatter {
  front: string;
  body: string;
  /** The line of the file that the body starts on. */
  bodyLine: number;
}

/**
 * Splits a file into the YAML between its two `---` lines and the body. Reports a file without them and returns null.
 */
export function splitFrontMatter(text: string, file: string, problems: Problem[]): FrontMatter | null {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const end = lines.indexOf("---", 1);
  if (lines[0] !== "---" || end < 0) {
    problems.push({ file, line: 1, message: "文件要以 --- 开头，头部信息之后再用一行 --- 结束" });
    return null;
  }
  return { front: lines.slice(1, end).join("\n"), body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
}
