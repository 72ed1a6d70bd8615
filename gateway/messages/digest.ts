import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { actorsOf, deedOf } from "contract/notice-words";
import type { Services } from "../context";
import { accounts } from "../database/schema";
import type { Job } from "../jobs";
import { conversationList } from "./conversations";
import { noticeList } from "./notices";
import { unreadCounts } from "./unread";
import { unsubscribeAddress } from "./unsubscribe";

/** Accounts looked at in one go. */
const batch = 100;
/** Notices and people that a mail names. */
const noticesNamed = 10;
const peopleNamed = 5;

const columns = {
  id: accounts.id,
  nickname: accounts.nickname,
  email: accounts.email,
  digest: accounts.digest,
  digestSentAt: accounts.digestSentAt,
  mutedNotices: accounts.mutedNotices,
};
type Reader = { [Name in keyof typeof columns]: (typeof accounts.$inferSelect)[Name] };

/** The next accounts whose digest is due: a day or a week after the one before. */
function dueReaders({ database }: Services, now: Date, afterId: number): Promise<Reader[]> {
  const period = sql`case ${accounts.digest} when 'daily' then interval '1 day' else interval '7 days' end`;
  const due = or(isNull(accounts.digestSentAt), sql`${accounts.digestSentAt} <= ${now.toISOString()}::timestamptz - ${period}`);
  return database
    .select(columns)
    .from(accounts)
    .where(and(gt(accounts.id, afterId), sql`${accounts.digest} <> 'off'`, isNotNull(accounts.email), isNull(accounts.closedAt), due))
    .orderBy(asc(accounts.id))
    .limit(batch);
}

/** Takes a person's digest for this process, once: of several that want it, one gets it. It stays taken if the mail then fails. */
async function claim({ database }: Services, { id, digestSentAt }: Reader, now: Date): Promise<boolean> {
  const same = digestSentAt === null ? isNull(accounts.digestSentAt) : eq(accounts.digestSentAt, digestSentAt);
  const claimed = await database
    .update(accounts)
    .set({ digestSentAt: now })
    .where(and(eq(accounts.id, id), same))
    .returning({ id: accounts.id });
  return claimed.length > 0;
}

/** What is unread, in lines of text; null where nothing of it is newer than the digest before. */
async function linesOf({ database }: Services, reader: Reader): Promise<{ total: number; lines: string[] } | null> {
  const counts = await unreadCounts(database, reader);
  const total = counts.system + counts.forum + counts.inner;
  if (total === 0) return null;
  const since = reader.digestSentAt?.toISOString() ?? "";
  const lists = await Promise.all((["system", "forum"] as const).map((type) => noticeList(database, reader.id, { type, unread: true })));
  const notices = lists.flatMap((list) => list.notices).filter(({ createdAt }) => createdAt > since);
  const { conversations } = counts.inner > 0 ? await conversationList(database, reader.id, { unread: true }) : { conversations: [] };
  const people = conversations.filter(({ lastAt }) => lastAt > since).map(({ person }) => person.nickName);
  if (notices.length + people.length === 0) return null;
  const named = notices.slice(0, noticesNamed).map((notice) => {
    const words = `${actorsOf(notice)} ${deedOf(notice)}`.trim();
    return `· ${words}${notice.topic ? `：${notice.topic.title}` : ""}`;
  });
  const from =
    people.length > 0 ? [`· 私信：来自 ${people.slice(0, peopleNamed).join("、")}${people.length > peopleNamed ? " 等" : ""}`] : [];
  const head = `系统消息 ${counts.system} 条，论坛消息 ${counts.forum} 条，私信 ${counts.inner} 条。`;
  return { total, lines: [head, "", ...named, ...from] };
}

async function sendDigest(services: Services, reader: Reader, origin: string): Promise<void> {
  const unread = await linesOf(services, reader);
  if (!unread || reader.email === null) return;
  const { siteName } = services.settings;
  const leave = origin + unsubscribeAddress(services, reader.id);
  const often = reader.digest === "daily" ? "每天" : "每周";
  const text = [
    `${reader.nickname}，你好：`,
    "",
    `你在${siteName}有 ${unread.total} 条未读消息：${unread.lines.join("\n")}`,
    "",
    `查看全部：${origin}/personalCenter/msg`,
    "",
    `你选择了${often}收一封未读消息的摘要。不想再收，打开这个链接退订：${leave}`,
  ].join("\n");
  const headers = { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  await services.delivery.send({
    channel: "email",
    recipient: reader.email,
    subject: `【${siteName}】你有 ${unread.total} 条未读消息`,
    text,
    headers,
  });
}

/**
 * Mails what is unread to everybody who chose so and whose turn it is; nothing to those with nothing new. A mail that could not be
 * handed over is not sent again before the next turn: one too few is better than the same one over and over.
 */
async function sendDigests(services: Services): Promise<void> {
  const { settings, delivery } = services;
  // Mail needs whole addresses; the outbox is read on the site itself.
  const origin = settings.allowedOrigins[0] ?? (delivery.usesOutbox("email") ? "" : null);
  if (origin === null) {
    console.warn("[网关] 没有设置 SITE_URL，邮件里没法写网址，邮件摘要不发送。");
    return;
  }
  const now = services.now();
  for (let readers = await dueReaders(services, now, 0); readers.length > 0; ) {
    for (const reader of readers) {
      if (!(await claim(services, reader, now))) continue;
      await sendDigest(services, reader, origin).catch((error: unknown) =>
        console.warn(`[网关] 账号 ${reader.id} 的邮件摘要没有发出：`, error),
      );
    }
    readers = await dueReaders(services, now, readers.at(-1)?.id ?? 0);
  }
}

/** The mail digest (a choice of each person), looked after every ten minutes. */
export const digestJob: Job = { name: "digest", everySeconds: 600, run: sendDigests };
