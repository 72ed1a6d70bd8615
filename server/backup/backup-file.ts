import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BackupProblem, damaged } from "gateway/backup/archive";
import { cutLines } from "gateway/backup/cut-lines";

type Source = AsyncIterable<string | Uint8Array>;

/**
 * Writes a compressed file, which only its owner can read. It has a temporary name until it is complete and on the
 * disk. Throws BackupProblem when the file exists or cannot be made; then nothing is read.
 */
export async function writeBackupFile(file: string, read: () => Source | Promise<Source>): Promise<void> {
  const existing = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST")
      throw new BackupProblem(`文件 ${file} 已经存在：备份不覆盖任何文件，请换一个名字。`);
    throw new BackupProblem(`文件 ${file} 无法写入（${error.code}）。`);
  });
  await existing.close();
  const part = `${file}.part`;
  try {
    await pipeline(await read(), createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, file);
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(file, { force: true })]);
    throw error;
  }
}

/** The reason why reading a file failed. @param read whether some of it could be read */
function problemOf(file: string, code: string, read: boolean): BackupProblem {
  if (code === "ENOENT") return new BackupProblem(`没有文件 ${file}。`);
  if (!code.startsWith("Z_")) return new BackupProblem(`文件 ${file} 无法读取（${code}）。`);
  return read ? damaged("不完整") : new BackupProblem(`文件 ${file} 不是本程序的备份。`);
}

/** The lines of a backup file. Throws BackupProblem when the file is missing, is no backup, or is damaged. */
export async function* backupFileLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  // Passes errors of the file on to the reader of the lines.
  source.on("error", (error) => unpacked.destroy(error));
  const lines = cutLines(source.pipe(unpacked).setEncoding("utf8"));
  let read = false;
  try {
    for (;;) {
      const next = await lines.next().catch(({ code = "" }: NodeJS.ErrnoException) => {
        throw problemOf(file, code, read);
      });
      if (next.done) return;
      read = true;
      yield next.value;
    }
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}
