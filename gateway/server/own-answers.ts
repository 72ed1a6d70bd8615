import { LRUCache } from "lru-cache";
import type { Services } from "./context";

/** How long an answer may lack what the same person did through another process. */
const keptSeconds = 30;
const accountsMaximum = 1_000;

interface CachedAnswer {
  until: number;
  value: Promise<unknown>;
}
type Answers = Map<string, CachedAnswer>;

const answersByDatabase = new WeakMap<Services["database"], LRUCache<number, Answers>>();

/**
 * What one account gets and takes several queries to find, kept for some seconds in this process, until the
 * account does something. A failure is not kept. @param key one of few
 */
export function ownAnswer<Value>(
  { database, now }: Pick<Services, "database" | "now">,
  accountId: number,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const accounts = answersByDatabase.get(database) ?? new LRUCache<number, Answers>({ max: accountsMaximum });
  answersByDatabase.set(database, accounts);
  const answers = accounts.get(accountId) ?? new Map<string, CachedAnswer>();
  accounts.set(accountId, answers);
  const cached = answers.get(key);
  if (cached && cached.until > now().getTime()) return cached.value as Promise<Value>;
  const own = { until: now().getTime() + keptSeconds * 1000, value: load() };
  answers.set(key, own);
  own.value.catch(() => {
    if (answers.get(key) === own) answers.delete(key);
  });
  return own.value;
}

/** Forgets what an account got: it did something. */
export function forgetOwn(database: Services["database"], accountId: number): void {
  answersByDatabase.get(database)?.delete(accountId);
}

/** Forgets what every account got: something was taken out of sight. */
export function forgetEverybodys(database: Services["database"]): void {
  answersByDatabase.get(database)?.clear();
}
