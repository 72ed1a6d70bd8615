import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { logError, logWarning } from "contract/base/log";
import { BackupProblem } from "gateway/backup/archive";
import { cutLines } from "gateway/backup/cut-lines";
import { takeBackup, type WriteLine } from "gateway/backup/take-backup";
import type { OpenDatabase } from "gateway/database/open";
import { checkFiles, removeOrphans } from "gateway/files/moving/check-files";
import type { FileStores } from "gateway/files/stores/file-stores";
import { sendExport } from "./export-stream";

/** In the data folder, which only its owner can open, so the socket gives no more access than the database's files. */
const socketIn = (dataDir: string) => join(dataDir, "backup.sock");

/** Operating systems limit the length of a socket's path. */
const nameMaximum = 100;

/** Lines as a stream while they are made; a slow reader slows their maker down. */
function streamOf(make: (write: WriteLine) => Promise<unknown>): PassThrough {
  const stream = new PassThrough();
  const write: WriteLine = async (line) => {
    if (stream.destroyed) throw new BackupProblem("对方中断了，没有写完。");
    if (stream.write(`${line}\n`)) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    const next = Promise.race([once(stream, "drain", { signal }), once(stream, "close", { signal })]);
    await next.finally(() => waiting.abort());
  };
  make(write).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}

/** The lines of a backup while it is made. */
export const backupLines = (database: OpenDatabase, stores: FileStores): PassThrough =>
  streamOf((write) => takeBackup(database, new Date(), write, stores));

/** What a route gives in lines; null for another route. */
function linesFor(route: string, database: OpenDatabase, files: FileStores): PassThrough | null {
  if (route === "GET /backup") return backupLines(database, files);
  const isExport = route === "GET /export" || route === "GET /export?passwords";
  if (!isExport) return null;
  const options = { withPasswords: route.endsWith("?passwords"), now: new Date() };
  return streamOf((write) => sendExport(database, files, options, write));
}

/**
 * Serves backups, exports and checks of files on a socket in the data folder, because only this process can open the embedded
 * database. Without the socket the process has to be stopped for these.
 * @returns a function that ends it
 */
export function serveCommands(dataDir: string, database: OpenDatabase, files: FileStores): () => void {
  const path = socketIn(dataDir);
  if (path.length > nameMaximum) {
    logWarning(`数据文件夹的路径太长，运行时不能备份：${dataDir}`);
    return () => undefined;
  }
  // This process holds the folder's lock, so a socket there is left from a process that was killed.
  rmSync(path, { force: true });
  const server = createServer((incoming, response) => {
    const route = `${incoming.method} ${incoming.url}`;
    if (route === "GET /files" || route === "DELETE /files") {
      const checking = { database: database.work, files, now: () => new Date() };
      const work = incoming.method === "GET" ? checkFiles(checking) : removeOrphans(checking);
      work.then(
        (found) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found)),
        (error: unknown) => {
          logError("文件没有检查完：", error);
          response.destroy();
        },
      );
      return;
    }
    const lines = linesFor(route, database, files);
    if (!lines) {
      response.writeHead(404).end();
      return;
    }
    lines.on("error", (error) => {
      logError("备份或导出没有完成：", error);
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

/** Asks the process that has the data folder. Throws BackupProblem if it does not answer. */
async function ask(dataDir: string, method: string, path: string): Promise<AsyncIterable<Uint8Array>> {
  const outgoing = request({ socketPath: socketIn(dataDir), method, path }).end();
  const [response] = (await once(outgoing, "response").catch(() => {
    throw new BackupProblem(`使用数据文件夹 ${dataDir} 的进程没有回应：请停止它，再运行一次。`);
  })) as [IncomingMessage];
  if (response.statusCode === 200) return response;
  response.resume();
  throw new BackupProblem(
    `使用数据文件夹 ${dataDir} 的进程是较早的版本，还不会做这件事：请停止它，或者用新的版本重启它，再运行一次。`,
  );
}

/** Asks the process that has the data folder for a backup. Throws BackupProblem if it gives none. */
export const askForBackup = (dataDir: string) => ask(dataDir, "GET", "/backup");

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of bytes) yield decoder.decode(part, { stream: true });
}

/** Asks that process for an export. Throws BackupProblem if it does not answer. */
export const askForExport = async (
  dataDir: string,
  withPasswords: boolean,
): Promise<AsyncIterable<string>> => {
  const bytes = await ask(dataDir, "GET", withPasswords ? "/export?passwords" : "/export");
  return cutLines(decoded(bytes));
};

/** Asks that process to check its files (GET) or to remove orphans (DELETE). Throws BackupProblem if it fails. */
export async function askAboutFiles<Answer>(dataDir: string, method: "GET" | "DELETE"): Promise<Answer> {
  const parts: Uint8Array[] = [];
  for await (const part of await ask(dataDir, method, "/files")) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString()) as Answer;
}
