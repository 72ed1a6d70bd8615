import { type AnswerKey, Answers, type AnswersToDrop, type KeepOptions } from "contract/base/answers";
import type { Database } from "../database/open";

/** Each database has its own, since tests have many in a process. */
const answersByDatabase = new WeakMap<Database, Answers>();

export function answersOf(database: Database): Answers {
  const present = answersByDatabase.get(database);
  if (present) return present;
  const answers = new Answers();
  answersByDatabase.set(database, answers);
  return answers;
}

type Keeper = { database: Database; now(): Date };

/** What `load` gives, kept in this process as `keeping` says, and made once however many ask for it. */
export function keep<Value>(
  { database, now }: Keeper,
  key: AnswerKey,
  keeping: Omit<KeepOptions<Value>, "now">,
  load: () => Promise<Value>,
): Promise<Value> {
  return answersOf(database).keep(key, { ...keeping, now: now() }, load);
}

/** Drops kept answers of this process: by name, by owner, or all that a change may have made wrong. */
export function forget({ database }: Pick<Keeper, "database">, what: AnswersToDrop): void {
  answersOf(database).forget(what);
}

/** Who owns answers that are one account's, or one session's. */
export const accountOwner = (id: number): string => `account ${id}`;
export const sessionOwner = (tokenHash: string): string => `session ${tokenHash}`;
