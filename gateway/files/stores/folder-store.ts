import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type FileStore,
  keyPattern,
  type ListedObject,
  markName,
  StoreAway,
  StoreProblem,
  streamOf,
} from "./file-store";
import { giveToOwner } from "./folder-owner";

/** The folder for files that are still being written. */
const partsFolder = ".parts";
/** The bytes that stay free for other files on the disk. */
const roomNeeded = 64 * 1024 * 1024;
const partBytes = 256 * 1024;

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The entries of a folder in order; none if the folder does not exist. */
const entriesOf = (folder: string) =>
  readdir(folder).then(
    (names) => names.sort(),
    (error) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );

/** Flushes a folder to the disk. Without it, a crash can lose the entry of a new file. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files in a folder of this machine, or one that all machines of the site share. */
export function createFolderStore(folder: string): FileStore {
  const placeOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error(`no key of a stored file: ${key}`);
    return join(folder, key);
  };
  /** Turns errors of the disk into StoreAway, because an unmounted or full folder may work again later. */
  async function guarded<Result>(operation: StoreAway["operation"], work: () => Promise<Result>) {
    try {
      return await work();
    } catch (error) {
      // Errors of the content that is being written are passed on.
      const isDisk = typeof (error as NodeJS.ErrnoException).syscall === "string";
      throw isDisk ? new StoreAway("folder", operation, error) : error;
    }
  }
  const size = (key: string) =>
    guarded("read", () =>
      stat(placeOf(key)).then(
        (found) => found.size,
        async (error) => {
          if (!isMissing(error)) throw error;
          // If the store's folder itself is missing, this throws: the file may still exist.
          await access(folder);
          return null;
        },
      ),
    );
  async function* bytesOf(key: string, first: number, last: number) {
    const handle = await guarded("read", () => open(placeOf(key)));
    try {
      for (let at = first; at <= last; ) {
        const length = Math.min(partBytes, last - at + 1);
        const { bytesRead, buffer } = await guarded("read", () =>
          handle.read(Buffer.alloc(length), 0, length, at),
        );
        if (bytesRead === 0) throw new Error(`a stored file is shorter than it was: ${key}`);
        yield new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead);
        at += bytesRead;
      }
    } finally {
      await handle.close();
    }
  }
  const write: FileStore["write"] = (key, content) =>
    guarded("write", async () => {
      const place = placeOf(key);
      const part = join(folder, partsFolder, randomBytes(16).toString("hex"));
      await mkdir(dirname(part), { recursive: true, mode: 0o700 });
      await mkdir(dirname(place), { recursive: true, mode: 0o750 });
      try {
        await pipeline(Readable.from(content), createWriteStream(part, { flush: true, mode: 0o640 }));
        giveToOwner(folder, part, dirname(part), dirname(dirname(place)), dirname(place));
        await rename(part, place);
        // Another writer may have just created these folders and not flushed them yet.
        for (const above of [dirname(place), dirname(dirname(place)), folder]) await syncFolder(above);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
    });
  return {
    name: "folder",
    title: `存放文件的文件夹 ${folder}（FILES_DIR）`,
    mark: () =>
      guarded("read", () =>
        readFile(join(folder, markName), "utf8").then(
          (text) => text.trim(),
          (error) => {
            if (isMissing(error)) return null;
            throw error;
          },
        ),
      ),
    setMark: (id) =>
      guarded("write", async () => {
        await writeFile(join(folder, markName), `${id}\n`, { flush: true, mode: 0o640 });
        giveToOwner(folder, join(folder, markName));
        await syncFolder(folder);
      }),
    write,
    size,
    async read(key, range) {
      const bytes = await size(key);
      if (bytes === null) return null;
      const { first, last } = range ?? { first: 0, last: bytes - 1 };
      return { bytes, body: streamOf(bytesOf(key, first, Math.min(last, bytes - 1))) };
    },
    remove: (key) => guarded("remove", () => rm(placeOf(key), { force: true })),
    async *list(): AsyncGenerator<ListedObject> {
      const names = (...path: string[]) => guarded("list", () => entriesOf(join(folder, ...path)));
      await guarded("list", () => access(folder));
      for (const kind of await names())
        for (const group of /^[a-z]+$/.test(kind) ? await names(kind) : [])
          for (const name of /^[0-9a-z]{2}$/.test(group) ? await names(kind, group) : []) {
            const key = `${kind}/${group}/${name}`;
            if (!keyPattern.test(key)) continue;
            const found = await guarded("list", () => stat(placeOf(key)).catch(() => null));
            if (found?.isFile()) yield { key, writtenAt: found.mtime };
          }
    },
    async check() {
      try {
        await mkdir(join(folder, partsFolder), { recursive: true, mode: 0o700 });
        giveToOwner(folder, join(folder, partsFolder));
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
        const probe = join(folder, partsFolder, `probe-${randomBytes(8).toString("hex")}`);
        await (await open(probe, "wx")).close();
        await rm(probe);
      } catch (error) {
        throw new StoreProblem(
          `存放文件的文件夹 ${folder} 不能读写（${(error as NodeJS.ErrnoException).code ?? (error as Error).message}）：请检查 FILES_DIR 和它的权限，或者它是否已挂载`,
        );
      }
    },
    hasRoom: (bytes) =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize >= roomNeeded + bytes,
        // Some file systems do not report their free space.
        () => true,
      ),
    directAddress: () => Promise.resolve(null),
  };
}
