import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BackupProblem, damaged } from "gateway/backup/archive";

/**
 * Writes a compressed file of what comes: under another name until it is whole and on the disk, readable by its owner
 * alone. Throws BackupProblem where the file is there already.
 */
export async function writeBackupFile(
  file: string,
  source: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const existing = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST")
      throw new BackupProblem(`文件 ${file} 已经存在：备份不覆盖任何文件，请换一个名字。`);
    throw new BackupProblem(`文件 ${file} 无法写入（${error.code}）。`);
  });
  await existing.close();
  const part = `${file}.part`;
  try {
    const handle = await open(part, "w", 0o600);
    try {
      await pipeline(source, createGzip(), handle.createWriteStream({ autoClose: false }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(file, { force: true })]);
    throw error;
  }
}

/** The lines of a backup's file. Throws BackupProblem where it is not there, no backup, or damaged. */
export async function* backupFileLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  // What goes wrong reaches the reader of the lines.
  source.on("error", (error) => unpacked.destroy(error));
  const lines = createInterface({ input: source.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY });
  let failure: NodeJS.ErrnoException | undefined;
  unpacked.on("error", (error) => {
    failure = error;
    lines.close();
  });
  let read = 0;
  try {
    for await (const line of lines) {
      read += 1;
      yield line;
    }
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (!failure) return;
  const { code = "" } = failure;
  if (code === "ENOENT") throw new BackupProblem(`没有文件 ${file}。`);
  if (!code.startsWith("Z_")) throw new BackupProblem(`文件 ${file} 无法读取（${code}）。`);
  throw read === 0 ? new BackupProblem(`文件 ${file} 不是本程序的备份。`) : damaged("不完整");
}
