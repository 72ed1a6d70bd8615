import { logError } from "contract/base/log";

/**
 * Ends the process on an uncaught error, as Node would, because its state is unknown. Node itself would print the whole
 * error, including the parameters of a failed statement.
 */
export function endSafelyOnUncaught(): void {
  process.on("uncaughtException", (error) => {
    logError("没有处理的错误，进程结束：", error);
    process.exit(1);
  });
}
