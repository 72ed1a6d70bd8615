import { logWarning } from "contract/base/log";
import { actorsOf, deedOf } from "contract/messages/notice-text";
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { accounts } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import type { Services } from "../server/context";
import { jobPatience } from "../server/delivery";
import { enqueue, type JobKind } from "../server/jobs";
import { conversationList } from "./conversations";
import { mailOrigin } from "./mail-origin";
import { noticeList } from "./notices";
import { unreadCounts } from "./unread";
import { unsubscribeAddress } from "./unsubscribe";

/** How many accounts are read at a time. */
const batch = 100;
/** How many notices and people a mail names. */
const noticesMax = 10;
const peopleMax = 5;

const columns = {
  id: accounts.id,
  nickname: accounts.nickname,
  email: accounts.email,
  digest: accounts.digest,
  digestSentAt: accounts.digestSentAt,
  mutedNotices: accounts.mutedNotices,
};
type Reader = { [Name in keyof typeof columns]: (typeof accounts.$inferSelect)[Name] };

/** The next accounts whose digest is due: a day or a week after the previous one. */
function dueReaders({ database }: Services, now: Date, afterId: number): Promise<Reader[]> {
  const period = sql`case ${accounts.digest} when 'daily' then interval '1 day' else interval '7 days' end`;
  const due = or(
    isNull(accounts.digestSentAt),
    sql`${accounts.digestSentAt} <= ${now.toISOString()}::timestamptz - ${period}`,
  );
  return database
    .select(columns)
    .from(accounts)
    .where(
      and(
        gt(accounts.id, afterId),
        sql`${accounts.digest} <> 'off'`,
        isNotNull(accounts.email),
        isNull(accounts.closedAt),
        due,
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(batch);
}

/**
 * Claims a person's digest and enqueues its mail in one transaction: if several processes find it due, one gets it, and
 * a restart loses no mail.
 */
async function claim({ database }: Services, { id, digestSentAt }: Reader, now: Date): Promise<void> {
  const same =
    digestSentAt === null ? isNull(accounts.digestSentAt) : eq(accounts.digestSentAt, digestSentAt);
  await transact(database, async (inside) => {
    const claimed = await inside
      .update(accounts)
      .set({ digestSentAt: now })
      .where(and(eq(accounts.id, id), same))
      .returning({ id: accounts.id });
    if (claimed.length === 0) return;
    const payload = { accountId: id, since: digestSentAt?.toISOString() ?? null };
    await enqueue(inside, digestMail, payload, { now, key: String(id) });
  });
}

/** A mail contains only what every member may see. */
const anyMember = { account: { admin: false }, fids: [], grants: [] };

/** What is unread, as lines of text; null when nothing is newer than the previous digest. */
async function linesOf(
  { database, now }: Services,
  reader: Reader,
): Promise<{ total: number; lines: string[] } | null> {
  const counts = await unreadCounts(database, reader);
  const total = counts.system + counts.forum + counts.inner;
  if (total === 0) return null;
  const since = reader.digestSentAt?.toISOString() ?? "";
  const lists = await Promise.all(
    (["system", "forum"] as const).map((type) =>
      noticeList(database, reader.id, { type, unread: true }, { now: now(), reader: anyMember }),
    ),
  );
  const notices = lists.flatMap((list) => list.notices).filter(({ createdAt }) => createdAt > since);
  const { conversations } =
    counts.inner > 0 ? await conversationList(database, reader.id, { unread: true }) : { conversations: [] };
  const people = conversations.filter(({ lastAt }) => lastAt > since).map(({ person }) => person.nickName);
  if (notices.length + people.length === 0) return null;
  const noticeLines = notices.slice(0, noticesMax).map((notice) => {
    const words = `${actorsOf(notice)} ${deedOf(notice)}`.trim();
    return `· ${words}${notice.topic ? `：${notice.topic.title}` : ""}`;
  });
  const from =
    people.length > 0
      ? [`· 私信：来自 ${people.slice(0, peopleMax).join("、")}${people.length > peopleMax ? " 等" : ""}`]
      : [];
  const head = `系统消息 ${counts.system} 条，论坛消息 ${counts.forum} 条，私信 ${counts.inner} 条。`;
  return { total, lines: [head, "", ...noticeLines, ...from] };
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
  const subject = `【${siteName}】你有 ${unread.total} 条未读消息`;
  const message = { channel: "email" as const, recipient: reader.email, subject, text, headers };
  await services.delivery.send(message, jobPatience);
}

/**
 * Sends one person's mail. Progress is stored before sending, because a process that is killed meanwhile may have sent
 * it, and a missing mail is better than a repeated one. A mail that the server refused is retried.
 */
export const digestMail: JobKind<{ accountId: number; since: string | null }, { onItsWay: boolean }> = {
  name: "digest-mail",
  tries: 3,
  failure: ({ accountId }) => `账号 ${accountId} 的邮件摘要没有发出`,
  async run({ payload, progress, keep }, services) {
    const origin = mailOrigin(services);
    if (progress?.onItsWay || origin === null) return;
    const wants = and(
      eq(accounts.id, payload.accountId),
      sql`${accounts.digest} <> 'off'`,
      isNull(accounts.closedAt),
    );
    const [reader] = await services.database.select(columns).from(accounts).where(wants).limit(1);
    if (!reader) return;
    await keep({ onItsWay: true });
    try {
      await sendDigest(
        services,
        { ...reader, digestSentAt: payload.since === null ? null : new Date(payload.since) },
        origin,
      );
    } catch (error) {
      await keep({ onItsWay: false });
      throw error;
    }
  },
};

/** Enqueues the mails of everybody whose digest is due; people with nothing new get none. */
async function requestDigests(services: Services): Promise<void> {
  if (mailOrigin(services) === null) {
    logWarning("[网关] 没有设置 SITE_URL，邮件里没法写网址，邮件摘要不发送。");
    return;
  }
  const now = services.now();
  for (let readers = await dueReaders(services, now, 0); readers.length > 0; ) {
    for (const reader of readers) await claim(services, reader, now);
    readers = await dueReaders(services, now, readers.at(-1)?.id ?? 0);
  }
}

/** The mail digest, which each person can turn on; checked every ten minutes. */
export const digestJob: Job = { name: "digest", everySeconds: 600, run: requestDigests };
