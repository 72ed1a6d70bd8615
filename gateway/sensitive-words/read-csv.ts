import { entry, importLinesMost, type WordLevel, wordLevels } from "contract/moderation/words/fields";
import { parse } from "csv-parse/sync";
import { type Matcher, type Word, wordKey } from "./matcher";

/** An imported entry, with the word of the list that it matches; null for a new word. */
export interface ImportedWord extends Word {
  existing: Word | null;
}

export interface ReadWords {
  entries: ImportedWord[];
  /** The problems, by line; when there are any, nothing is imported. */
  problems: string[];
}

/** The names of levels that people may write in a table. */
const levelNames: Record<string, WordLevel> = {
  ...Object.fromEntries(
    Object.entries(wordLevels).flatMap(([level, name]) => [
      [level, level as WordLevel],
      [name, level as WordLevel],
    ]),
  ),
  ...({ 拒绝: "refuse", 禁止: "refuse", 审核: "review", 替换: "replace" } as const),
};
const headings = new Set(["词", "词语", "敏感词", "word"]);
const problemsMax = 5;

/** The word of the list that equals this text in any spelling. */
export function sameWord(matcher: Matcher, text: string): Word | null {
  const key = wordKey(text);
  return matcher.find(text).find(({ word }) => wordKey(word.word) === key)?.word ?? null;
}

/**
 * Reads words from CSV: word, level, replacement. A line without a level gets the default level; a first line with
 * headings is skipped.
 */
export function readWords(matcher: Matcher, { text, level }: { text: string; level: WordLevel }): ReadWords {
  const problems: string[] = [];
  const found = new Map<string, ImportedWord>();
  const lines = new Map<string, number>();
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // Text pasted from several sources may mix line endings.
      record_delimiter: ["\r\n", "\n", "\r"],
      delimiter: [",", "，", "\t"],
    }) as unknown as typeof rows;
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? 1;
    return { entries: [], problems: [`第 ${line} 行：引号没有成对`] };
  }
  if (rows.length > importLinesMost)
    return { entries: [], problems: [`一次最多导入 ${importLinesMost.toLocaleString("en-US")} 行`] };
  for (const [index, { record, info }] of rows.entries()) {
    const [word = "", levelTyped = "", replacement = "", ...rest] = record;
    if (index === 0 && headings.has(word.toLowerCase())) continue;
    if (record.every((cell) => cell === "")) continue;
    const addProblem = (message: string) => problems.push(`第 ${info.lines} 行：${message}`);
    const chosenLevel = levelTyped === "" ? level : levelNames[levelTyped.toLowerCase()];
    if (chosenLevel === undefined) {
      addProblem(`不认识级别「${levelTyped.slice(0, 20)}」，请写 ${Object.values(wordLevels).join("、")}`);
      continue;
    }
    const read = entry.safeParse({ word, level: chosenLevel, replacement });
    if (!read.success) {
      addProblem(read.error.issues[0]?.message ?? "格式有误");
      continue;
    }
    if (rest.some((cell) => cell !== "")) {
      addProblem("多于三列");
      continue;
    }
    const key = wordKey(read.data.word);
    const earlier = lines.get(key);
    if (earlier !== undefined) {
      addProblem(`和第 ${earlier} 行是同一个词`);
      continue;
    }
    lines.set(key, info.lines);
    found.set(key, {
      word: read.data.word,
      level: chosenLevel,
      replacement: read.data.replacement || null,
      existing: sameWord(matcher, read.data.word),
    });
  }
  if (problems.length === 0 && found.size === 0) problems.push("没有找到词语，每行写一个");
  const more = problems.length - problemsMax;
  return {
    entries: problems.length > 0 ? [] : [...found.values()],
    problems: more > 0 ? [...problems.slice(0, problemsMax), `另有 ${more} 行也有问题`] : problems,
  };
}
