import { setImmediate } from "node:timers/promises";
import { contentText } from "contract/content/kinds/stored";
import type { z } from "zod";
import type { PackFiles } from "../pack-files";
import type { Problem } from "../problems";
import { splitFrontMatter } from "./front-matter";
import { checkValue, parseYaml } from "./yaml";

/** A file of the pack with front matter and a text: a product, a resource, a notice, a piece of news. */
export interface PackText<Front> {
  file: string;
  front: Front;
  /** Markdown. */
  source: string;
  bodyLine: number;
  lineOf(path: PropertyKey[]): number;
}

/** Reads one file with front matter. When it has problems, reports them and returns null. */
export function parseText<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  problems: Problem[],
): PackText<z.output<Schema>> | null {
  const parts = splitFrontMatter(text, file, problems);
  if (!parts) return null;
  const front = parseYaml(schema, parts.front, file, problems, 2);
  const source = checkValue(contentText, parts.body, file, parts.bodyLine, problems);
  // `source` begins without blank lines, so `bodyLine` skips them too.
  const blank = /^\s*\n/.exec(parts.body)?.[0].split("\n").length ?? 1;
  if (!front || source === null) return null;
  return { file, front: front.value, source, bodyLine: parts.bodyLine + blank - 1, lineOf: front.lineOf };
}

/**
 * Parses the files of a pack whose paths match, one after the other. Between them the thread answers requests: a pack
 * may have thousands of files.
 * @param parse returns null for a file with problems
 */
export async function parseEach<Value>(
  files: PackFiles,
  pattern: RegExp,
  parse: (text: string, path: string) => Value | null,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const [path, content] of files) {
    if (!pattern.test(path)) continue;
    const value = parse(content.toString("utf8"), path);
    if (value !== null) values.push(value);
    await setImmediate();
  }
  return values;
}

/** Reads every Markdown file of a folder of the pack, with its subfolders. */
export const parseTexts = <Schema extends z.ZodType>(
  schema: Schema,
  folder: string,
  files: PackFiles,
  problems: Problem[],
): Promise<PackText<z.output<Schema>>[]> =>
  parseEach(files, new RegExp(`^${folder}/.*\\.md$`), (text, path) =>
    parseText(schema, text, path, problems),
  );
