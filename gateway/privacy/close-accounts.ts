import { beijingTime } from "contract/base/beijing-time";
import { logError } from "contract/base/log";
import { and, asc, eq, inArray, isNull, lte, notExists, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  accountClosures,
  accounts,
  favorites,
  files,
  follows,
  likes,
  posts,
  sessions,
  uploads,
} from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import type { Account, Services } from "../server/context";
import { lockAccount } from "./closure";
import { erase } from "./erase";
import { contactsOf, notifyContacts } from "./receipts";
import { takeBackAll } from "./take-back";

type Closure = typeof accountClosures.$inferSelect;

const unfinished = and(isNull(accountClosures.cancelledAt), isNull(accountClosures.doneAt));

/**
 * The account can do nothing from now on; what it has done to others' things is counted before it is taken
 * back. Null when it was taken back.
 */
async function shut(database: Database, closure: Closure, now: Date): Promise<Account | null> {
  const account = await lockAccount(database, closure.accountId);
  const [still] = await database
    .select({ id: accountClosures.id })
    .from(accountClosures)
    .where(and(eq(accountClosures.id, closure.id), unfinished));
  if (!still) return null;
  if (account.closedAt) return account;
  const of = account.id;
  const summary = {
    likes: await database.$count(likes, eq(likes.accountId, of)),
    favorites: await database.$count(favorites, eq(favorites.accountId, of)),
    follows: await database.$count(follows, eq(follows.accountId, of)),
    topicsKept: account.topics,
    repliesKept: Math.max(0, account.posts - account.topics),
  };
  await database.update(accountClosures).set({ summary }).where(eq(accountClosures.id, closure.id));
  await database.update(accounts).set({ closedAt: now }).where(eq(accounts.id, of));
  await database.delete(sessions).where(eq(sessions.accountId, of));
  return account;
}

/** Files that nothing names any more. */
async function dropFiles(database: Database, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const used = database.select({ id: uploads.id }).from(uploads).where(eq(uploads.fileName, files.name));
  const shown = database.select({ id: accounts.id }).from(accounts).where(eq(accounts.avatar, files.name));
  const written = await database.execute(sql`
    select distinct named[1] as name from ${posts}, regexp_matches(${posts.html}, '/gateway/files/([0-9a-f]{32}\\.[a-z]+)', 'g') as named
    where ${posts.html} like '%/gateway/files/%'`);
  const inTexts = new Set((written as unknown as { rows: { name: string }[] }).rows.map(({ name }) => name));
  const gone = names.filter((name) => !inTexts.has(name));
  if (gone.length > 0)
    await database.delete(files).where(and(inArray(files.name, gone), notExists(used), notExists(shown)));
}

async function closeOne(services: Services, closure: Closure): Promise<void> {
  const { database } = services;
  const account = await transact(database, (inside) => shut(inside, closure, services.now()));
  if (!account) return;
  await takeBackAll(database, account.id);
  const named = await database
    .select({ name: uploads.fileName })
    .from(uploads)
    .where(eq(uploads.accountId, account.id));
  const doneAt = services.now();
  await transact(database, async (inside) => {
    await lockAccount(inside, account.id);
    const removed = await erase(inside, account);
    const [row] = await inside
      .select({ summary: accountClosures.summary })
      .from(accountClosures)
      .where(eq(accountClosures.id, closure.id));
    await inside
      .update(accountClosures)
      .set({ doneAt, summary: { ...row?.summary, ...removed } })
      .where(eq(accountClosures.id, closure.id));
  });
  // The contacts are known here and nowhere else any more.
  await notifyContacts(services, contactsOf(account), {
    subject: `${services.settings.siteName}：账号已注销`,
    text: `你的${services.settings.siteName}账号已于 ${beijingTime(doneAt).slice(0, 16)} 注销，回执编号 ${closure.number}。个人资料、联系方式、私信和收藏等已删除，发表过的帖子和回复以匿名方式保留。`,
  });
  await dropFiles(database, [...named.map(({ name }) => name), ...(account.avatar ? [account.avatar] : [])]);
}

/**
 * Carries out the ends of accounts whose 15 days are over. One that fails is logged, and tried again next
 * time.
 */
export const closeAccountsJob: Job = {
  name: "close-accounts",
  everySeconds: 300,
  async run(services) {
    const due = await services.database
      .select()
      .from(accountClosures)
      .where(and(unfinished, lte(accountClosures.effectiveAt, services.now())))
      .orderBy(asc(accountClosures.effectiveAt))
      .limit(100);
    for (const closure of due) {
      await closeOne(services, closure).catch((error: unknown) => {
        logError(`[网关] 账号注销 ${closure.number} 没有完成，稍后再试：`, error);
      });
    }
  },
};
