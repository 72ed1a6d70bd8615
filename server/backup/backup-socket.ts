import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { logError, logWarning } from "contract/base/log";
import { BackupProblem } from "gateway/backup/archive";
import { takeBackup, type WriteLine } from "gateway/backup/take-backup";
import type { OpenDatabase } from "gateway/database/open";

/** In the data folder, which only its owner can open, so the socket gives no more access than the database's files. */
const socketIn = (dataDir: string) => join(dataDir, "backup.sock");

/** Operating systems limit the length of a socket's path. */
const nameMaximum = 100;

/** The lines of a backup while it is made; a slow reader slows the backup down. */
export function backupLines(database: OpenDatabase): PassThrough {
  const stream = new PassThrough();
  const write: WriteLine = async (line) => {
    if (stream.destroyed) throw new BackupProblem("备份中断了，没有写完。");
    if (!stream.write(`${line}\n`)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  };
  takeBackup(database, new Date(), write).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

/**
 * Serves backups on a socket in the data folder, because only this process can open the embedded database. Without the
 * socket the process has to be stopped for a backup.
 * @returns a function that ends it
 */
export function serveBackups(dataDir: string, database: OpenDatabase): () => void {
  const path = socketIn(dataDir);
  if (path.length > nameMaximum) {
    logWarning(`数据文件夹的路径太长，运行时不能备份：${dataDir}`);
    return () => undefined;
  }
  // This process holds the folder's lock, so a socket there is left from a process that was killed.
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/backup") {
      response.writeHead(404).end();
      return;
    }
    const lines = backupLines(database);
    lines.on("error", (error) => {
      logError("备份没有完成：", error);
      response.destroy();
    });
    response.on("close", () => lines.destroy());
    lines.pipe(response);
  });
  server.on("error", (error) => logWarning("运行时不能备份：", error));
  server.listen(path, () => chmodSync(path, 0o600));
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Reads a backup from the process that holds the data folder. Throws BackupProblem when it does not answer. */
export async function askForBackup(dataDir: string): Promise<AsyncIterable<Uint8Array>> {
  const request = get({ socketPath: socketIn(dataDir), path: "/backup" });
  const [response] = (await once(request, "response").catch(() => {
    throw new BackupProblem(`使用数据文件夹 ${dataDir} 的进程没有回应：请停止它，再备份。`);
  })) as [AsyncIterable<Uint8Array>];
  return response;
}
