import { dayjs, subtractTime } from "contract/base/time";
import { newcomerDays, newcomerLinks, newcomerPosts, newcomerTexts } from "contract/forum/constants";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts } from "../../database/schema";
import { moderates } from "../../server/access";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";

/** An account as far as it says how new somebody is: since when, and how many of their texts everybody sees. */
interface Registered {
  createdAt: Date;
  posts: number;
}

const isYoung = ({ createdAt }: Registered, now: Date) => createdAt > subtractTime(now, newcomerDays, "day");
const hasFew = (account: Registered) => account.posts < newcomerPosts;

/**
 * Whether a section that looks at newcomers' texts first looks at this one's: registered less than a week
 * ago, or with fewer than three texts that everybody sees.
 */
export const isNewcomer = (account: Registered, now: Date): boolean =>
  hasFew(account) || isYoung(account, now);

/**
 * Whether the limits of newcomers hold for somebody: in their first week, until three of their texts are seen by
 * everybody.
 */
export const isLimited = (account: Registered, now: Date): boolean =>
  hasFew(account) && isYoung(account, now);

/** The links of a rendered text that lead elsewhere, each once: not to this site, its people and its files. */
export function outwardLinks(html: string, own: readonly string[] = []): Set<string> {
  const links = [...html.matchAll(/<a href="((?:https?:|mailto:|tel:)[^"]*)"/gi)].map(([, link]) =>
    String(link),
  );
  return new Set(
    links.filter((link) => !own.some((origin) => link === origin || link.startsWith(`${origin}/`))),
  );
}

/**
 * Refuses more links than somebody new may have in a text: NEWCOMER_LINKS beside the content. @param before
 * the text as it stood, whose links stay
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

/** Texts of one newcomer are counted one after the other. */
const lockSpace = 1_503;

/**
 * Refuses what somebody new writes beyond five texts in 24 hours, whatever became of those: NEWCOMER_POSTS
 * beside the content, with when they may write again. Inside the writing transaction, before the text is
 * written.
 */
export async function checkPace(database: Database, context: CallContext, sectionId: number): Promise<void> {
  const account = accountOf(context);
  const now = context.now();
  if (!isLimited(account, now) || moderates(context, sectionId)) return;
  await database.execute(sql`select pg_advisory_xact_lock(${lockSpace}, ${account.id})`);
  const since = subtractTime(now, 1, "day");
  const written = await database
    .select({ createdAt: posts.createdAt })
    .from(posts)
    .where(and(eq(posts.authorId, account.id), gt(posts.createdAt, since)))
    .orderBy(desc(posts.createdAt))
    .limit(newcomerTexts);
  const oldest = written[newcomerTexts - 1];
  if (!oldest) return;
  const hours = Math.ceil(dayjs(oldest.createdAt).diff(since, "hour", true));
  throw new Refusal("NEWCOMER_POSTS", {
    content: [
      `新人 24 小时内最多发表 ${newcomerTexts} 条主题和回复，约 ${hours} 小时后可以再发；写好的内容可以先存为草稿`,
    ],
  });
}
