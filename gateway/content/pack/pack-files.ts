import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "./problems";

/** The text files of a pack by their path within it (with `/`), in the order of their names. */
export type PackFiles = Map<string, Buffer>;

/** A binary file of a pack. Its content is not in memory: the load reads it in pieces when it stores it. */
export interface PackBinary {
  path: string;
  /** Its path on the disk. */
  place: string;
  bytes: number;
  sha256: string;
}

/** The contents of a pack's folder. */
export interface PackFolder {
  texts: PackFiles;
  binaries: Map<string, PackBinary>;
  /** Problems of files that are too large, have a wrong name, or are not text. */
  problems: Problem[];
}

const mebibyte = 1024 * 1024;
const textEndings = /\.(?:yaml|md|svg)$/;
const binaryFolders = /^(?:images|files|media)\//;
/** The paths that references in a pack can name. A file in these folders with another name could never be used. */
const binaryNames =
  /^(?:images\/[a-z0-9-]+\.(?:png|jpg|gif|webp)|files\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.(?:pdf|zip)|media\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.(?:webm|mp4|vtt))$/;

/** Whether a file of a pack is a text, which is read into memory. */
export const isPackText = (path: string) => textEndings.test(path);

/** Whether a path of a pack's folder is read; what else lies there is nobody's. */
export const isPackPath = (path: string) => textEndings.test(path) || binaryFolders.test(path);

/** The maximal size of a file of this kind, in MB. */
function megabytesMaximum(path: string): number {
  if (path.endsWith(".yaml")) return 8;
  if (path.endsWith(".md") || path.endsWith(".svg") || path.endsWith(".vtt")) return 1;
  return path.startsWith("images/") ? 5 : 200;
}

/**
 * Reads in pieces of 1 MiB at most, and never allocates more than the file has: a pack has hundreds of small files, and
 * a buffer of 1 MiB for each of them kept the garbage collector busy for a fifth of a start.
 */
async function hashOf(place: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  const pieces = createReadStream(place, { highWaterMark: Math.min(Math.max(bytes, 1), mebibyte) });
  for await (const piece of pieces) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/**
 * Reads a pack's folder: the contents of YAML, Markdown and SVG, and the sizes and hashes of pictures, files and
 * videos. Symbolic links are ignored, because they may lead out of the folder. Throws when the folder is not readable.
 */
export async function readPackFolder(folder: string): Promise<PackFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length))
    .map((path) => path.replaceAll("\\", "/").replace(/^\/+/, ""))
    .sort();
  const found: PackFolder = { texts: new Map(), binaries: new Map(), problems: [] };
  for (const file of paths) {
    if (!isPackPath(file)) continue;
    const isText = textEndings.test(file);
    const report = (message: string) => found.problems.push({ file, message });
    if (!isText && !binaryNames.test(file)) {
      report("文件名不合要求，没有地方能引用它（见 content/README.md 的“文件”）");
      continue;
    }
    const place = join(folder, file);
    const { size } = await stat(place);
    const most = megabytesMaximum(file);
    if (size > most * mebibyte) {
      report(
        isText || most < 200
          ? `文件不能超过 ${most} MB`
          : "文件不能超过 200 MB，更大的放到别处，用 url 写地址",
      );
      continue;
    }
    if (!isText)
      found.binaries.set(file, { path: file, place, bytes: size, sha256: await hashOf(place, size) });
    else {
      const content = await readFile(place);
      if (isUtf8(content)) found.texts.set(file, content);
      else report("不是 UTF-8 编码的文字");
    }
  }
  return found;
}

/** A hash over names and contents: it changes exactly when the pack changes. */
export function fingerprintOf({ texts, binaries }: PackFolder): string {
  const hash = createHash("sha256");
  for (const [path, content] of texts) hash.update(`${path}\0${content.byteLength}\0`).update(content);
  for (const { path, sha256 } of binaries.values()) hash.update(`${path}\0${sha256}\0`);
  return hash.digest("hex");
}
