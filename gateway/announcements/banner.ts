import type { Banner } from "contract/announcements/banner";
import { bannerDaysMax, bannerSlots } from "contract/announcements/constants";
import { addTime, parseTime, startOfNextDay } from "contract/base/time";
import { and, desc, eq, gt, isNotNull, lte, max, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, announcements, closedBanners } from "../database/schema";
import { keep } from "../server/answers";
import { accountOf, type CallContext } from "../server/context";
import { found, refusedAt } from "../server/refusal";
import { recipientsOf } from "./audience";

/** The name of the kept list of banners. */
export const bannersAnswer = "banners";
/** How long the list is kept, by processes that nobody tells of a new banner. */
const keptSeconds = 5;
/** No site has so many; each is a condition of the query for a member. */
const bannersMost = 10;

type Row = typeof announcements.$inferSelect;

/** The condition that a banner is up, or will be: it was neither stopped nor a test. */
export const bannersAhead = (at: Date): SQL | undefined =>
  and(
    gt(announcements.bannerUntil, at),
    ne(announcements.state, "stopped"),
    ne(announcements.audience, "self"),
  );

/** Reads the banners that are up, or begin while the list is kept. */
async function readBanners(database: Database, at: Date): Promise<Row[]> {
  const begins = lte(announcements.sendAt, addTime(at, keptSeconds, "second"));
  return database
    .select()
    .from(announcements)
    .where(and(bannersAhead(at), begins))
    .orderBy(desc(announcements.sendAt), desc(announcements.id))
    .limit(bannersMost);
}

/** The banners that are up, the latest first. Where there are none, pages cost one query in some seconds. */
async function bannersUp(context: CallContext): Promise<Row[]> {
  const at = context.now();
  const rows = await keep(context, [bannersAnswer], { seconds: keptSeconds, until: "hides" }, () =>
    readBanners(context.database, at),
  );
  return rows.filter(({ sendAt, bannerUntil }) => sendAt <= at && bannerUntil !== null && bannerUntil > at);
}

const toBanner = ({ id, kind, title, link, bannerUntil, bannerSlot: slot }: Row): Banner => ({
  id,
  kind,
  title,
  link,
  until: found(bannerUntil ?? undefined, "SERVER_ERROR").toISOString(),
  slot,
});

/** The banner of visitors: the latest one for everybody. */
export async function visitorsBanner(context: CallContext): Promise<{ banner: Banner | null }> {
  const latest = (await bannersUp(context)).find(({ audience }) => audience === "all");
  return { banner: latest ? toBanner(latest) : null };
}

/**
 * The banner of a member: the latest one that is for them, whose kind they did not decline, and that they did not close.
 * One at a time; the one before shows again when they close it.
 */
export async function bannerOf(context: CallContext, accountId: number): Promise<Banner | null> {
  const { database, now } = context;
  const up = await bannersUp(context);
  if (up.length === 0) return null;
  const cases = up.map((row) => {
    const closed = sql`exists (select 1 from ${closedBanners} where ${closedBanners.announcementId} = ${row.id} and ${closedBanners.accountId} = ${accountId})`;
    return sql`when ${and(recipientsOf(database, row, now()), sql`not ${closed}`)} then ${row.id}::int`;
  });
  const [shown] = await database
    .select({ id: sql<number | null>`(case ${sql.join(cases, sql` `)} end)` })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const row = up.find(({ id }) => id === shown?.id);
  return row ? toBanner(row) : null;
}

/** Closes a banner for the caller; one that has ended too. Throws ANNOUNCEMENT_NOT_FOUND. */
export async function closeBanner(context: CallContext, id: number): Promise<{ success: true }> {
  const { database, now } = context;
  const [row] = await database
    .select({ id: announcements.id })
    .from(announcements)
    .where(
      and(
        eq(announcements.id, id),
        isNotNull(announcements.bannerUntil),
        lte(announcements.sendAt, now()),
        ne(announcements.audience, "self"),
      ),
    );
  found(row, "ANNOUNCEMENT_NOT_FOUND");
  await database
    .insert(closedBanners)
    .values({ announcementId: id, accountId: accountOf(context).id, createdAt: now() })
    .onConflictDoNothing();
  return { success: true };
}

/** The end of the day until which a banner stands; null without one. Throws ANNOUNCEMENT_BANNER_DAY beside the field. */
export function bannerEnd(typed: string, sendAt: Date): Date | null {
  if (typed === "") return null;
  const day = parseTime(typed, "YYYY-MM-DD");
  const until = day && startOfNextDay(day);
  if (!until || until <= sendAt || until > addTime(sendAt, bannerDaysMax, "day"))
    throw refusedAt("bannerUntil", "ANNOUNCEMENT_BANNER_DAY");
  return until;
}

/**
 * The slot of a new banner for visitors: one for which nobody has a cookie any more, or the one whose cookies end first.
 */
export async function nextSlot(database: Database, at: Date): Promise<number> {
  const taken = await database
    .select({ slot: announcements.bannerSlot, until: max(announcements.bannerUntil) })
    .from(announcements)
    .where(and(gt(announcements.bannerUntil, at), eq(announcements.audience, "all")))
    .groupBy(announcements.bannerSlot);
  const untilOf = (slot: number) => taken.find((one) => one.slot === slot)?.until?.getTime() ?? 0;
  return Array.from({ length: bannerSlots }, (_, slot) => slot).reduce((best, slot) =>
    untilOf(slot) < untilOf(best) ? slot : best,
  );
}

/** Whether a banner of this announcement is up, or will be. */
export const isBannerAhead = (
  { bannerUntil, state }: Pick<Row, "bannerUntil" | "state">,
  at: Date,
): boolean => bannerUntil !== null && bannerUntil > at && state !== "stopped";
