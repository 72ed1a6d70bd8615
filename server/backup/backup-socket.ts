import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { logError, logWarning } from "contract/base/log";
import { BackupProblem } from "gateway/backup/archive";
import { takeBackup, type WriteLine } from "gateway/backup/take-backup";
import type { OpenDatabase } from "gateway/database/open";

/** In the data folder, which is its owner's alone: who may open it may read the database's files as well. */
const socketIn = (dataDir: string) => join(dataDir, "backup.sock");

/** Systems cut longer names of sockets. */
const nameMaximum = 100;

/** The lines of a backup as they are made; whoever reads slowly slows its making down. */
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
 * The embedded database is one process's alone: this process gives its backup to whoever may open the socket in the
 * data folder. Without a socket it has to be stopped for a backup.
 * @returns ends it
 */
export function serveBackups(dataDir: string, database: OpenDatabase): () => void {
  const path = socketIn(dataDir);
  if (path.length > nameMaximum) {
    logWarning(`数据文件夹的路径太长，运行时不能备份：${dataDir}`);
    return () => undefined;
  }
  // The folder is ours: what lies there was left by a process that was killed.
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

/** The backup that the process makes which has the data folder. Throws BackupProblem where it gives none. */
export async function askForBackup(dataDir: string): Promise<AsyncIterable<Uint8Array>> {
  const request = get({ socketPath: socketIn(dataDir), path: "/backup" });
  const [response] = (await once(request, "response").catch(() => {
    throw new BackupProblem(`使用数据文件夹 ${dataDir} 的进程没有回应：请停止它，再备份。`);
  })) as [AsyncIterable<Uint8Array>];
  return response;
}
