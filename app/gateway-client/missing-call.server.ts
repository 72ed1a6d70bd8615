import type { CallName } from "contract";
import { logWarning } from "contract/base/log";

const reportedCalls = new Set<CallName>();

/** Says in the log, once a thread for each call, that the upstream does not have it. Pages do without its part. */
export function tellMissingCall(name: CallName): void {
  if (reportedCalls.has(name)) return;
  reportedCalls.add(name);
  logWarning(`[门户] 上游网关没有接口 ${name}，页面里相应的部分会空着`);
}
