import { logWarning } from "contract/base/log";
import { dayOf } from "contract/base/time";
import { transact } from "../../database/transact";
import type { CallContext } from "../../server/context";
import { networkOf } from "../../server/limits";
import { officesOf } from "../../server/offices";
import { addUses, type KeyServices, type Use, usageKey } from "./add";

/** Searches wait in memory and are written together, so that nobody waits for them. More than these are dropped. */
const waitingMost = 2_000;
const writeAfterMilliseconds = 5_000;
/** Longer texts are sentences, which nobody else types. */
const lengthMost = 30;

interface Waiting {
  uses: Use[];
  timer: NodeJS.Timeout | null;
  /** The last writing: a server that stops waits for it too. */
  writing: Promise<void>;
}
const waitingBy = new WeakMap<object, Waiting>();

function waitingOf({ database }: KeyServices): Waiting {
  const waiting = waitingBy.get(database) ?? { uses: [], timer: null, writing: Promise.resolve() };
  waitingBy.set(database, waiting);
  return waiting;
}

/**
 * Writes the searches that wait, after those that are being written. The server calls it before it stops. Those that
 * cannot be written are lost.
 */
export function writeSearches(services: KeyServices): Promise<void> {
  const waiting = waitingOf(services);
  waiting.writing = waiting.writing.then(() => write(services, waiting));
  return waiting.writing;
}

async function write(services: KeyServices, waiting: Waiting): Promise<void> {
  if (waiting.timer) clearTimeout(waiting.timer);
  const { uses } = waiting;
  Object.assign(waiting, { uses: [], timer: null });
  if (uses.length === 0) return;
  try {
    const secret = await usageKey(services);
    await transact(services.database, (inside) => addUses(inside, secret, uses));
  } catch (error) {
    logWarning("[网关] 搜索的次数没有记下：", error);
  }
}

/**
 * Counts a search, and whether it found nothing, for the numbers of the moderation area; staff's searches are not
 * counted. It returns at once. @param text see foldQuery
 */
export function countSearchUse(context: CallContext, text: string, missed: boolean): void {
  if (text === "" || text.length > lengthMost || officesOf(context).length > 0) return;
  const waiting = waitingOf(context);
  if (waiting.uses.length >= waitingMost) return;
  const { account, address } = context.caller;
  const use = {
    day: dayOf(context.now()),
    kind: "searches",
    key: text,
    source: "site",
    who: account ? `account ${account.id}` : networkOf(address),
  } as const;
  waiting.uses.push({ ...use, measure: "search" }, ...(missed ? [{ ...use, measure: "miss" } as const] : []));
  waiting.timer ??= setTimeout(() => void writeSearches(context), writeAfterMilliseconds).unref();
}
