import { type AnswerKey, Answers, type AnswersToDrop, type KeepOptions } from "contract/base/answers";
import type { Database } from "../database/open";

/** Each database has its own cache, since tests have many databases in one process. */
const answersByDatabase = new WeakMap<Database, Answers>();

export function answersOf(database: Database): Answers {
  const present = answersByDatabase.get(database);
  if (present) return present;
  const answers = new Answers();
  answersByDatabase.set(database, answers);
  return answers;
}

type Keeper = { database: Database; now(): Date };

/** Returns the answer from this process's cache, or loads it once for all concurrent callers. */
export function keep<Value>(
  { database, now }: Keeper,
  key: AnswerKey,
  keeping: Omit<KeepOptions<Value>, "now">,
  load: () => Promise<Value>,
): Promise<Value> {
  return answersOf(database).keep(key, { ...keeping, now: now() }, load);
}

/** Removes answers from this process's cache: by name, by owner, or all that a change may have made outdated. */
export function forget({ database }: Pick<Keeper, "database">, what: AnswersToDrop): void {
  answersOf(database).forget(what);
}

/** The owner of answers of one account or one session. */
export const accountOwner = (id: number): string => `account ${id}`;
export const sessionOwner = (tokenHash: string): string => `session ${tokenHash}`;
