import { logError } from "contract/base/log";
import { BackupProblem } from "gateway/backup/archive";
import { SettingsError } from "../app/settings/portal-settings";

/** The reason why the program cannot start, as one Chinese sentence that says what to do. */
export class StartError extends Error {}

/** Whether the message is a sentence for people. */
export const isKnown = (error: unknown): boolean =>
  error instanceof StartError || error instanceof SettingsError || error instanceof BackupProblem;

/**
 * Ends the process with code 1, with the sentence only if the reason is known, otherwise with the whole error.
 * @param what what failed
 */
export const failWith =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof Error && isKnown(error)) logError(`${what}：${error.message}`);
    else logError(`${what}：`, error);
    process.exit(1);
  };
export const failToStart = failWith("无法启动");

/** The error of listening, in words for people. @param prefix the prefix of the two variables for host and port */
export function listenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  prefix: "" | "METRICS_" = "",
): Error {
  if (error.code === "EADDRINUSE")
    return new StartError(
      `端口 ${port} 已被占用。请停止占用它的程序，或用 ${prefix}PORT 指定另一个端口，如 ${prefix}PORT=${port + 100}。`,
    );
  if (error.code === "EACCES")
    return new StartError(`没有权限监听端口 ${port}。请用 ${prefix}PORT 指定 1024 以上的端口。`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartError(`本机没有地址 ${host}。请检查 ${prefix}HOST。`);
  return error;
}
