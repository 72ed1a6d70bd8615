import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The files of a pack by their path within it (with `/`), in the order of their names. */
export type PackFiles = Map<string, Buffer>;

const endings = /\.(?:yaml|md|svg)$/;

/** Reads every YAML, Markdown and SVG file of a folder. Throws when the folder cannot be read. */
export async function readPackFiles(folder: string): Promise<PackFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  return new Map(
    paths.map((path, index) => [
      path.slice(folder.length).replaceAll("\\", "/").replace(/^\/+/, ""),
      contents[index] ?? Buffer.alloc(0),
    ]),
  );
}

/** One hash over names and contents: it changes when, and only when, the pack does. */
export function fingerprintOf(files: PackFiles): string {
  const hash = createHash("sha256");
  for (const [path, content] of files) hash.update(`${path}\0${content.byteLength}\0`).update(content);
  return hash.digest("hex");
}
