import { logError } from "contract/base/log";

/**
 * An error that nothing caught ends the process, as it would by itself, since nobody knows what state it
 * left; but Node prints it whole, with the parameters of a failed statement.
 */
export function endSafelyOnUncaught(): void {
  process.on("uncaughtException", (error) => {
    logError("没有处理的错误，进程结束：", error);
    process.exit(1);
  });
}
