import { logError, loggedPath, logWarning } from "contract/base/log";
import { asRequestId } from "contract/base/request-id";
import { isDatabaseAway } from "./database/failures";
import { StoreAway } from "./files/stores/file-store";
import { Refusal } from "./server/refusal";

const cannotStore = "文件现在存不下来，请过几分钟再上传一次";

/** The requested value, for the log. */
interface RefusalOptions {
  method: string;
  path: string;
  traceId: string | undefined;
}

/** The refusal for an error: the thrown refusal itself, or a general one for other errors, which it logs. */
export function refusalOf(error: unknown, { method, path, traceId }: RefusalOptions): Refusal {
  if (error instanceof Refusal) return error;
  const requestId = asRequestId(traceId);
  const line = `[网关] ${method} ${loggedPath(path)} 跟踪号 ${requestId ?? "-"}`;
  if (error instanceof StoreAway) {
    logWarning(`${line} 存放文件的地方暂时没有回答：`, error, { requestId });
    return error.operation === "write"
      ? new Refusal("FILES_AWAY", { file: [cannotStore] }, cannotStore)
      : new Refusal("FILES_AWAY");
  }
  if (isDatabaseAway(error)) {
    logWarning(`${line} 数据库暂时没有回答：`, error, { requestId });
    return new Refusal("UNAVAILABLE");
  }
  logError(line, error, { requestId });
  return new Refusal("SERVER_ERROR");
}
