import type { Caller, Services } from "./context";
import { hashToken, readCaller } from "./sessions";

/** Milliseconds for which the calls of one page view share a look-up of who makes them. */
const shareMilliseconds = 1_000;

const shared = new WeakMap<Services["database"], Map<string, Promise<Caller>>>();

/**
 * Who calls, looked up once for the several calls of one page view: the same session under the same trace id,
 * within a second. Calls that need more than a signed-in person are looked up afresh by the caller of this.
 */
export function readPageCaller(
  services: Services,
  token: string,
  from: { address: string; traceId: string },
): Promise<Caller> {
  if (from.traceId === "") return readCaller(services, token, from);
  const callers = shared.get(services.database) ?? new Map<string, Promise<Caller>>();
  shared.set(services.database, callers);
  const key = `${from.traceId} ${from.address} ${hashToken(token)}`;
  const known = callers.get(key);
  if (known) return known;
  const caller = readCaller(services, token, from);
  callers.set(key, caller);
  const forget = () => callers.delete(key);
  caller.catch(forget);
  setTimeout(forget, shareMilliseconds).unref();
  return caller;
}

/**
 * The session's account was changed by a call: those that come after it in the same page view are to see it
 * as it is now.
 */
export function forgetPageCaller(
  { database }: Pick<Services, "database">,
  tokenHash: string | undefined,
): void {
  const callers = shared.get(database);
  for (const key of callers?.keys() ?? []) if (key.endsWith(` ${tokenHash}`)) callers?.delete(key);
}
