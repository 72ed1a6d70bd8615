import type { Caller, Services } from "./context";
import { hashToken, readCaller } from "./sessions/sessions";

/** Milliseconds for which the calls of one page view share a look-up of who makes them. */
const shareMilliseconds = 1_000;

const shared = new WeakMap<Services["database"], Map<string, Promise<Caller>>>();

/**
 * The caller, looked up once for all calls of a page view: the same session and trace id within a second.
 * Calls that need more than a signed-in person look theirs up afresh and do not come here.
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
 * Forgets the caller of a session whose account a call has changed, so that later calls of the same page view
 * see the change.
 */
export function forgetPageCaller(
  { database }: Pick<Services, "database">,
  tokenHash: string | undefined,
): void {
  const callers = shared.get(database);
  for (const key of callers?.keys() ?? []) if (key.endsWith(` ${tokenHash}`)) callers?.delete(key);
}
