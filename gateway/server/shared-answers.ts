import type { Call } from "contract/base/call";
import { type Answered, changeOf } from "contract/base/pages";
import { forgetMemos, memoized } from "../database/memo";
import type { Services } from "./context";
import { forgetEverybodys } from "./own-answers";

/** How long an answer may lack what other processes added since. */
export const sharedSeconds = 5;

const beginning = "shared ";

/** What is the same for everybody, made once however many ask, and kept for some seconds in this process. */
export function sharedAnswer<Value>(
  { database, now }: Pick<Services, "database" | "now">,
  key: unknown[],
  load: () => Promise<Value>,
): Promise<Value> {
  return memoized(database, beginning + JSON.stringify(key), now(), sharedSeconds, load);
}

/**
 * Forgets the shared answers after a call that changed what they may show, so that whoever wrote sees it at
 * once. A button that was pressed moves a counter, which can wait: likes come many a second.
 */
export function forgetChanged({ database }: Pick<Services, "database">, row: Call, answer: Answered): void {
  const { drop, later } = changeOf(row, answer);
  if (drop.length > 0 || (later && row.limit !== "press")) forgetShared(database);
}

/** Forgets all of them, and what is kept for one person each: something changed elsewhere. */
export function forgetShared(database: Services["database"]): void {
  forgetMemos(database, beginning);
  forgetEverybodys(database);
}
