import { dayjs, subtractTime } from "contract/base/time";
import { newcomerDays, newcomerLinks, newcomerPosts, newcomerTexts } from "contract/forum/constants";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts } from "../../database/schema";
import { moderates } from "../../server/access";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";

/** What decides whether an account is a newcomer: its age, and its number of listed texts. */
interface Registered {
  createdAt: Date;
  posts: number;
}

const isYoung = ({ createdAt }: Registered, now: Date) => createdAt > subtractTime(now, newcomerDays, "day");
const hasFew = (account: Registered) => account.posts < newcomerPosts;

/**
 * Whether a section that reviews newcomers' texts reviews those of this person: registered less than a week ago, or
 * with fewer than three listed texts.
 */
export const isNewcomer = (account: Registered, now: Date): boolean =>
  hasFew(account) || isYoung(account, now);

/** Whether the limits of newcomers apply to a person: in the first week, until three of their texts are listed. */
export const isLimited = (account: Registered, now: Date): boolean =>
  hasFew(account) && isYoung(account, now);

/** The links of a rendered text to other sites, each once. */
export function outwardLinks(html: string, own: readonly string[] = []): Set<string> {
  const links = [...html.matchAll(/<a href="((?:https?:|mailto:|tel:)[^"]*)"/gi)].map(([, link]) =>
    String(link),
  );
  return new Set(
    links.filter((link) => !own.some((origin) => link === origin || link.startsWith(`${origin}/`))),
  );
}

/**
 * Refuses a newcomer's text with too many links: NEWCOMER_LINKS beside the content.
 * @param before the text before the edit; its links may stay
 */
export function checkLinks(context: CallContext, sectionId: number, html: string, before = ""): void {
  if (!isLimited(accountOf(context), context.now()) || moderates(context, sectionId)) return;
  const { allowedOrigins } = context.settings;
  const links = outwardLinks(html, allowedOrigins);
  const knownLinks = outwardLinks(before, allowedOrigins);
  if (links.size <= newcomerLinks || [...links].every((link) => knownLinks.has(link))) return;
  throw new Refusal("NEWCOMER_LINKS", {
    content: [
      `新人的一篇内容里最多 ${newcomerLinks} 个链接，现在有 ${links.size} 个，请删减（有 ${newcomerPosts} 条公开的内容或注册满 ${newcomerDays} 天后不再限制）`,
    ],
  });
}

/** The space of the advisory locks that serialise the texts of one newcomer. */
const lockSpace = 1_503;

/**
 * Refuses a newcomer's sixth text within 24 hours, whatever the state of the others: NEWCOMER_POSTS beside
 * the content, with the time from which they may write again. Runs inside the writing transaction, before the
 * text is written.
 */
export async function checkPace(database: Database, context: CallContext, sectionId: number): Promise<void> {
  const account = accountOf(context);
  const now = context.now();
  if (!isLimited(account, now) || moderates(context, sectionId)) return;
  await database.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${account.id})`);
  const since = subtractTime(now, 1, "day");
  const times = await database
    .select({ createdAt: posts.createdAt })
    .from(posts)
    // A floor that a moved reply left is no second text.
    .where(and(eq(posts.authorId, account.id), gt(posts.createdAt, since), isNull(posts.movedToId)))
    .orderBy(desc(posts.createdAt))
    .limit(newcomerTexts);
  const oldest = times[newcomerTexts - 1];
  if (!oldest) return;
  const hours = Math.ceil(dayjs(oldest.createdAt).diff(since, "hour", true));
  throw new Refusal("NEWCOMER_POSTS", {
    content: [
      `新人 24 小时内最多发表 ${newcomerTexts} 条主题和回复，约 ${hours} 小时后可以再发；写好的内容可以先存为草稿`,
    ],
  });
}
