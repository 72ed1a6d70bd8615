import { createHash } from "node:crypto";
import { z } from "zod";
import { NotUtf8 } from "../backup/cut-lines";
import type { ExportFile } from "./describe";
import { exportFiles } from "./files";
import type { ExportSource } from "./folder";
import {
  contentPath,
  type ExportManifest,
  ExportProblem,
  formatName,
  formatVersion,
  manifestName,
  manifestSchema,
} from "./format";
import { lineSchemaOf } from "./line-schema";

/** How many mistakes are told at once. */
const problemsMaximum = 50;

/** What an export has. */
export interface CheckedExport {
  manifest: ExportManifest;
  /** The lines of each file of the format, 0 for one that is not there. */
  lines: Record<string, number>;
  contents: number;
}

/** Mistakes, each with its place. */
class Problems {
  readonly #found: string[] = [];

  get isFull(): boolean {
    return this.#found.length >= problemsMaximum;
  }

  add(place: string, what: string): void {
    if (!this.isFull) this.#found.push(`${place}：${what}`);
  }

  /** Throws ExportProblem where there are any. */
  end(): void {
    if (this.#found.length === 0) return;
    const more = this.isFull ? `（只列出前 ${problemsMaximum} 处）` : "";
    throw new ExportProblem(
      `导出里有 ${this.#found.length} 处不对${more}，什么都没有写入：\n${this.#found.join("\n")}`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the manifest. Throws ExportProblem for what is no export, is not whole or is newer. */
export function readExportManifest(text: string | null): ExportManifest {
  if (text === null)
    throw new ExportProblem(
      `里面没有 ${manifestName}：这不是本程序的导出，或者导出没有写完。请重新导出到一个空的文件夹。`,
    );
  const value = parsed(text);
  const head = z.looseObject({ format: z.literal(formatName), version: z.int() }).safeParse(value);
  if (!head.success) throw new ExportProblem(`${manifestName} 不是本程序的导出写的。`);
  if (head.data.version > formatVersion)
    throw new ExportProblem(
      `导出的格式是第 ${head.data.version} 版，本程序只认到第 ${formatVersion} 版：请用更新的程序导入。`,
    );
  const manifest = manifestSchema.safeParse(value);
  if (manifest.success) return manifest.data;
  throw new ExportProblem(`${manifestName} 有误：\n${z.prettifyError(manifest.error)}`);
}

/**
 * Whether a value has characters that PostgreSQL does not keep: NUL, and halves of characters. Texts may have the words
 * \\u0000 in them, so the value is asked, not its JSON.
 */
function hasUnkept(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || /\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, part]) => hasUnkept(key) || hasUnkept(part));
}

const sayIssue = ({ path, message }: z.core.$ZodIssue): string =>
  path.length > 0 ? `${path.join(".")} ${message}` : message;

/** Contents that lines name, and that were looked at. */
class Contents {
  readonly #sizes = new Map<string, number | null>();

  constructor(private readonly source: ExportSource) {}

  get count(): number {
    return this.#sizes.size;
  }

  /** What is wrong with a content; undefined if nothing is. */
  async problemOf(sha256: string, bytes: number): Promise<string | undefined> {
    let size = this.#sizes.get(sha256);
    if (size === undefined) {
      size = await this.#read(sha256);
      this.#sizes.set(sha256, size);
    }
    if (size === null) return `没有文件 ${contentPath(sha256)}`;
    if (size < 0) return `文件 ${contentPath(sha256)} 的内容与它的名字不符`;
    return size === bytes ? undefined : `contentBytes 是 ${bytes}，文件却有 ${size} 字节`;
  }

  async #read(sha256: string): Promise<number | null> {
    const content = await this.source.content(sha256);
    if (!content) return null;
    const hash = createHash("sha256");
    for await (const part of content.body) hash.update(part);
    return hash.digest("hex") === sha256 ? content.bytes : -1;
  }
}

interface Checking {
  source: ExportSource;
  problems: Problems;
  contents: Contents;
}

/** Checks a file's lines. @returns how many it has */
async function checkFile(
  { source, problems, contents }: Checking,
  file: ExportFile,
  expected: { lines: number; sha256?: string | undefined },
): Promise<number> {
  const schema = lineSchemaOf(file);
  const hash = createHash("sha256");
  let lines = 0;
  const reader = source.lines(file.name)[Symbol.asyncIterator]();
  const next = () =>
    reader.next().catch((error: unknown) => {
      if (!(error instanceof NotUtf8)) throw error;
      return null;
    });
  for (let read = await next(); !read?.done; read = await next()) {
    lines += 1;
    if (read === null) problems.add(`${file.name}:${lines}`, "不是 UTF-8 的文字");
    if (read === null || problems.isFull) return lines;
    const line = read.value;
    hash.update(line).update("\n");
    const place = `${file.name}:${lines}`;
    const value = parsed(line);
    if (value === undefined) {
      problems.add(place, "不是一行 JSON");
      continue;
    }
    const checked = schema.safeParse(value, { error: z.locales.zhCN().localeError });
    if (!checked.success) for (const issue of checked.error.issues) problems.add(place, sayIssue(issue));
    else if (hasUnkept(value)) problems.add(place, "有数据库存不了的字符");
    else if (file.content && typeof checked.data.content === "string") {
      const { content, contentBytes } = checked.data;
      const problem = await contents.problemOf(content, Number(contentBytes));
      if (problem) problems.add(place, problem);
    }
  }
  if (lines !== expected.lines)
    problems.add(file.name, `有 ${lines} 行，${manifestName} 里写的是 ${expected.lines} 行`);
  else if (expected.sha256 !== undefined && expected.sha256 !== hash.digest("hex"))
    problems.add(file.name, "与导出时不同");
  return lines;
}

/**
 * Checks an export from its first line to its last file, and writes nothing. Throws ExportProblem with its mistakes,
 * each with file and line.
 */
export async function checkExport(source: ExportSource): Promise<CheckedExport> {
  const manifest = readExportManifest(await source.manifest());
  const checking = { source, problems: new Problems(), contents: new Contents(source) };
  const present = new Set(await source.names());
  const known = new Set(exportFiles.map(({ name }) => name));
  for (const name of new Set([...present, ...Object.keys(manifest.files)]))
    if (!known.has(name)) checking.problems.add(name, "格式里没有这个文件");
  const lines: Record<string, number> = {};
  for (const file of exportFiles) {
    const expected = manifest.files[file.name];
    lines[file.name] = 0;
    if (!present.has(file.name)) {
      if (expected && expected.lines > 0) checking.problems.add(file.name, "没有这个文件");
    } else if (!expected) checking.problems.add(file.name, `${manifestName} 里没有它`);
    else lines[file.name] = await checkFile(checking, file, expected);
  }
  checking.problems.end();
  return { manifest, lines, contents: checking.contents.count };
}
