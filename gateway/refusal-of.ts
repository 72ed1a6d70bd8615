import { logError, loggedPath, logWarning } from "contract/base/log";
import { isDatabaseAway } from "./database/failures";
import { Refusal } from "./server/refusal";

/** What was asked for, for the log. */
interface RefusalOptions {
  method: string;
  path: string;
  traceId: string | undefined;
}

/** What a failure is to the caller: the refusal that was thrown, or one that says no more than it must, and a line in the log. */
export function refusalOf(error: unknown, { method, path, traceId }: RefusalOptions): Refusal {
  if (error instanceof Refusal) return error;
  const line = `[网关] ${method} ${loggedPath(path)} 跟踪号 ${traceId?.slice(0, 64) || "-"}`;
  if (isDatabaseAway(error)) {
    logWarning(`${line} 数据库暂时没有回答：`, error);
    return new Refusal("UNAVAILABLE");
  }
  logError(line, error);
  return new Refusal("SERVER_ERROR");
}
