import { logError } from "contract/base/log";
import { wholeChange } from "contract/base/pages";
import { minuteOf } from "contract/base/time";
import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { contactsOf } from "../account/contacts";
import type { Database } from "../database/open";
import {
  accountClosures,
  accounts,
  collections,
  favorites,
  follows,
  likes,
  profiles,
  sessions,
  uploads,
} from "../database/schema";
import { transact } from "../database/transact";
import { removeFiles, unusedOf } from "../files/needs/uses";
import type { Job } from "../jobs";
import { forget } from "../server/answers";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import type { Account, Services } from "../server/context";
import { lockAccount } from "./closure";
import { erase } from "./erase";
import { messagesTo } from "./receipts";
import { takeBackAll } from "./take-back";

type Closure = typeof accountClosures.$inferSelect;

const unfinished = and(isNull(accountClosures.cancelledAt), isNull(accountClosures.doneAt));

/**
 * Closes the account to all use, and counts its likes, favourites and follows before they are removed. Null when the
 * closure was cancelled.
 */
async function shut(database: Database, closure: Closure, now: Date): Promise<Account | null> {
  const account = await lockAccount(database, closure.accountId);
  const [openClosure] = await database
    .select({ id: accountClosures.id })
    .from(accountClosures)
    .where(and(eq(accountClosures.id, closure.id), unfinished));
  if (!openClosure) return null;
  if (account.closedAt) return account;
  const of = account.id;
  const summary = {
    likes: await database.$count(likes, eq(likes.accountId, of)),
    favorites: await database.$count(favorites, eq(favorites.accountId, of)),
    collections: await database.$count(collections, eq(collections.accountId, of)),
    follows: await database.$count(follows, eq(follows.accountId, of)),
    topicsKept: account.topics,
    repliesKept: Math.max(0, account.posts - account.topics),
  };
  await database.update(accountClosures).set({ summary }).where(eq(accountClosures.id, closure.id));
  await database.update(accounts).set({ closedAt: now }).where(eq(accounts.id, of));
  await database.delete(sessions).where(eq(sessions.accountId, of));
  return account;
}

/** The files of an account: its uploads, and its avatar in both sizes. */
async function namesOfFiles(database: Database, { id, avatar }: Account): Promise<string[]> {
  const uploaded = await database
    .select({ name: uploads.fileName })
    .from(uploads)
    .where(eq(uploads.accountId, id));
  const [profile] = await database
    .select({ large: profiles.largeAvatar })
    .from(profiles)
    .where(eq(profiles.accountId, id));
  const names = [...uploaded.map(({ name }) => name), avatar, profile?.large];
  return [...new Set(names.filter((name) => typeof name === "string"))];
}

/** Deletes those files of an account that nothing refers to any more, and that nobody else uploaded. */
async function dropFiles(
  { domains }: Services,
  database: Database,
  names: string[],
  now: Date,
): Promise<void> {
  const unused = await unusedOf(domains, database, names);
  if (unused.length === 0) return;
  const others = await database
    .select({ name: uploads.fileName })
    .from(uploads)
    .where(inArray(uploads.fileName, unused));
  const usedNames = new Set(others.map(({ name }) => name));
  const unusedNames = unused.filter((name) => !usedNames.has(name));
  await removeFiles(database, unusedNames, now);
}

async function closeOne(services: Services, closure: Closure): Promise<void> {
  const { database } = services;
  const account = await transact(database, (inside) => shut(inside, closure, services.now()));
  if (!account) return;
  await takeBackAll(database, account.id);
  const fileNames = await namesOfFiles(database, account);
  const doneAt = services.now();
  const { siteName } = services.settings;
  const closureMessages = await transact(database, async (inside) => {
    await lockAccount(inside, account.id);
    const removed = await erase(services.domains, inside, account, doneAt);
    const [row] = await inside
      .select({ summary: accountClosures.summary })
      .from(accountClosures)
      .where(eq(accountClosures.id, closure.id));
    await inside
      .update(accountClosures)
      .set({ doneAt, summary: { ...row?.summary, ...removed } })
      .where(eq(accountClosures.id, closure.id));
    await dropFiles(services, inside, fileNames, doneAt);
    // The contacts are deleted in this transaction, so the messages are enqueued here.
    const messages = messagesTo(contactsOf(account), {
      subject: `${siteName}：账号已注销`,
      text: `你的${siteName}账号已于 ${minuteOf(doneAt)} 注销，回执编号 ${closure.number}。个人资料、联系方式、私信和收藏等已删除，发表过的帖子和回复以匿名方式保留。`,
    });
    return askForMessages(inside, messages, doneAt);
  });
  await sendContactMessages(services, closureMessages);
}

/** Closes accounts whose 15 days are over. One that fails is logged and retried next time. */
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
    if (due.length === 0) return;
    // The closed accounts may be named on any page.
    forget(services, { effect: "hides" });
    services.pagesChanged(wholeChange);
  },
};
