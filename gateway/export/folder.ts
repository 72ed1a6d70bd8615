import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import {
  chmod,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { cutBytes } from "../backup/cut-lines";
import { contentPath, ExportProblem, manifestName } from "./format";
import type { Content, ExportSink } from "./write-export";

/** Characters of a file that are gathered before they are written. */
const gathered = 256 * 1024;

/** Is in the folder while an export is written. */
const markName = "unfinished";

/** Writes an export into a folder of its own, which only its owner can read. */
export class FolderSink implements ExportSink {
  #name = "";
  #file: FileHandle | undefined;
  #lines: string[] = [];
  #size = 0;
  /** The files that it made, in the folder. */
  readonly #made = new Set<string>();

  private constructor(private readonly folder: string) {}

  /** Throws ExportProblem when the folder has something in it. */
  static async make(folder: string): Promise<FolderSink> {
    const problem = (why: string) => new ExportProblem(`文件夹 ${folder} ${why}`);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
      throw problem(`无法建立（${code}）。`);
    });
    const notEmpty = () =>
      problem("不是空的：导出不覆盖任何文件，请换一个文件夹；里面若是没有写完的导出，请先删除它。");
    if ((await readdir(folder)).length > 0) throw notEmpty();
    // Of two exports into one folder, one makes the mark.
    await writeFile(join(folder, markName), "", { flag: "wx", mode: 0o600 }).catch(
      ({ code }: NodeJS.ErrnoException) => {
        throw code === "EEXIST" ? notEmpty() : problem(`无法写入（${code}）。`);
      },
    );
    await chmod(folder, 0o700);
    return new FolderSink(folder);
  }

  async line(file: string, line: string): Promise<void> {
    if (file !== this.#name) {
      await this.#close();
      this.#name = file;
      // Contents in two places make a file go on after others.
      this.#file = await open(join(this.folder, file), this.#made.has(file) ? "a" : "wx", 0o600);
      this.#made.add(file);
    }
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size >= gathered) await this.#flush();
  }

  async content(parts: AsyncIterable<Uint8Array>): Promise<Content> {
    const unfinished = join(this.folder, `${markName}-${randomBytes(6).toString("hex")}`);
    const hash = createHash("sha256");
    const file = await open(unfinished, "wx", 0o600);
    let bytes = 0;
    try {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.byteLength;
        await file.writeFile(part);
      }
      // On the disk before the manifest says that it is there.
      await file.sync();
    } finally {
      await file.close();
    }
    const sha256 = hash.digest("hex");
    const path = join(this.folder, contentPath(sha256));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(path)) await rm(unfinished);
    else await rename(unfinished, path);
    return { sha256, bytes };
  }

  async #flush(): Promise<void> {
    if (this.#lines.length > 0) await this.#file?.appendFile(`${this.#lines.join("\n")}\n`);
    this.#lines = [];
    this.#size = 0;
  }

  async #close(): Promise<void> {
    await this.#flush();
    await this.#file?.sync();
    await this.#file?.close();
    this.#file = undefined;
  }

  /** Writes what is left to the disk. */
  async end(): Promise<void> {
    await this.#close();
    await rm(join(this.folder, markName));
  }

  /** Removes what an export that failed has written. */
  async remove(): Promise<void> {
    await this.#file?.close();
    const unfinished = (await readdir(this.folder)).filter((name) => name.startsWith(`${markName}-`));
    for (const name of [...this.#made, ...unfinished, "files", markName])
      await rm(join(this.folder, name), { recursive: true, force: true });
  }
}

/** An export that is read. */
export interface ExportSource {
  /** The text of the manifest; null without one. */
  manifest(): Promise<string | null>;
  /** The names of its files of lines. */
  names(): Promise<string[]>;
  /** Throws NotUtf8 at a line that is none. */
  lines(file: string): AsyncIterable<string>;
  /** A content by its hash; null if it is not there. */
  content(sha256: string): Promise<{ bytes: number; body: AsyncIterable<Uint8Array> } | null>;
}

const nullWithout = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT") return null;
  throw error;
};

/** An export in a folder. Throws ExportProblem without such a folder. */
export async function openExportFolder(folder: string): Promise<ExportSource> {
  const names = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ExportProblem(
      code === "ENOENT" ? `没有文件夹 ${folder}。` : `文件夹 ${folder} 无法读取（${code}）。`,
    );
  });
  return {
    manifest: () => readFile(join(folder, manifestName), "utf8").catch(nullWithout),
    names: async () => names.filter((name) => name.endsWith(".jsonl")).sort(),
    lines: (file) => cutBytes(createReadStream(join(folder, file))),
    async content(sha256) {
      const path = join(folder, contentPath(sha256));
      const found = await stat(path).catch(nullWithout);
      // Opened when it is read, not before.
      const body = (async function* () {
        yield* createReadStream(path);
      })();
      return found?.isFile() ? { bytes: found.size, body } : null;
    },
  };
}
