import { addTime, subtractTime } from "contract/base/time";
import type { LogValues } from "contract/moderation/actions";
import { daysMissing } from "contract/moderation/fields";
import { warningsThatMute } from "contract/moderation/penalties";
import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, penalties } from "../../database/schema";
import { forGood } from "../../server/access";
import { found, Refusal } from "../../server/refusal";
import { dropSessions } from "../../server/sessions/sessions";
import type { Act, ActOutcome, Work } from "../batches/act";
import { rankOf, readOperator } from "../operator";
import { recentPosts } from "../topics/recent-posts";
import { checkMayRestrict } from "./may-restrict";

/** Locks the person's row, so that penalties of one person wait for each other. Throws USER_NOT_FOUND. */
export async function lockPerson(database: Database, id: number) {
  const [row] = await database.select().from(accounts).where(eq(accounts.id, id)).for("no key update");
  const account = found(row, "USER_NOT_FOUND");
  if (account.closedAt) throw new Refusal("USER_NOT_FOUND");
  return account;
}

const restrictionsInForce = (accountId: number) =>
  and(eq(penalties.accountId, accountId), isNull(penalties.liftedAt), ne(penalties.kind, "warning"));

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** Lifts the penalties of one kind. One whose time is over gets its own end as the time, and no operator. */
async function endPenalties(
  database: Database,
  accountId: number,
  kind: "mute" | "ban",
  { at, byId }: { at: Date; byId: number | null },
): Promise<void> {
  const hasEnded = sql`${penalties.until} is not null and ${penalties.until} <= ${at.toISOString()}::timestamptz`;
  await database
    .update(penalties)
    .set({
      liftedAt: sql`case when ${hasEnded} then ${penalties.until} else ${at.toISOString()}::timestamptz end`,
      liftedById: sql`case when ${hasEnded} then null else ${byId}::int end`,
    })
    .where(and(restrictionsInForce(accountId), eq(penalties.kind, kind)));
}

async function restrict(
  database: Database,
  accountId: number,
  kind: "mute" | "ban",
  { days, reason, at, byId }: { days: number; reason: string; at: Date; byId: number | null },
): Promise<{ until: Date; penalty: number }> {
  const until = days === 0 ? null : addTime(at, days, "day");
  await endPenalties(database, accountId, kind, { at, byId });
  const [row] = await database
    .insert(penalties)
    .values({ accountId, kind, reason, days, until, byId, createdAt: at })
    .returning({ id: penalties.id });
  const moment = until ?? forGood;
  await database
    .update(accounts)
    .set(kind === "mute" ? { mutedUntil: moment } : { bannedUntil: moment })
    .where(eq(accounts.id, accountId));
  if (kind === "ban") await dropSessions(database, accountId);
  return { until: moment, penalty: found(row, "SERVER_ERROR").id };
}

/** How many warnings of the last 90 days are in force. */
export const countWarnings = (database: Database, accountId: number, at: Date): Promise<number> =>
  database.$count(
    penalties,
    and(
      ...[eq(penalties.accountId, accountId), eq(penalties.kind, "warning"), isNull(penalties.liftedAt)],
      gt(penalties.createdAt, subtractTime(at, warningsThatMute.withinDays, "day")),
    ),
  );

/** Warns; every third warning within the period mutes too, unless a longer mute is in force. */
async function warn(database: Database, work: Work, id: number, mutedUntil: Date | null): Promise<LogValues> {
  const { operator, reason, at } = work;
  const [row] = await database
    .insert(penalties)
    .values({
      accountId: id,
      kind: "warning",
      reason: reason?.text ?? "",
      byId: operator.id,
      createdAt: at,
    })
    .returning({ id: penalties.id });
  const penalty = found(row, "SERVER_ERROR").id;
  const warnings = await countWarnings(database, id, at);
  const { count, muteDays } = warningsThatMute;
  const until = addTime(at, muteDays, "day");
  if (warnings % count !== 0 || (mutedUntil && mutedUntil >= until)) return { warnings, penalty };
  const why = `${warningsThatMute.withinDays} 天内收到 ${warnings} 次警告`;
  await restrict(database, id, "mute", { days: muteDays, reason: why, at, byId: null });
  return { warnings, penalty, mutedUntil: iso(until) };
}

/** Lifts the mute and the ban in force. Throws HIGHER_RANK when a person of higher rank imposed one. */
async function lift(database: Database, work: Work, id: number): Promise<void> {
  const rows = await database.select({ byId: penalties.byId }).from(penalties).where(restrictionsInForce(id));
  for (const { byId } of rows) {
    if (byId === null) continue;
    if (rankOf(await readOperator(database, byId)) > rankOf(work.operator))
      throw new Refusal("HIGHER_RANK", undefined, "这是级别更高的人作出的处理，你不能解除");
  }
  for (const kind of ["mute", "ban"] as const)
    await endPenalties(database, id, kind, { at: work.at, byId: work.operator.id });
  await database.update(accounts).set({ mutedUntil: null, bannedUntil: null }).where(eq(accounts.id, id));
}

/**
 * Warns, mutes or bans somebody, or lifts their penalties (spec 7.2, forbidden update). The form gives the days, 0 for
 * good. The log's row holds the penalty's id, by which an appeal finds it. Throws USER_NOT_FOUND, OWN_CONTENT,
 * HIGHER_RANK, NOT_YOUR_SECTION, ALREADY_SO.
 */
export const penalise = (action: "warn" | "mute" | "ban" | "lift"): Act => ({
  kind: "person",
  async act(database, id, work): Promise<ActOutcome> {
    const account = await lockPerson(database, id);
    await checkMayRestrict(database, work.operator, id);
    const { mutedUntil, bannedUntil } = account;
    const endInForce = (until: Date | null) => (until && until > work.at ? until : null);
    const before = { mutedUntil: iso(endInForce(mutedUntil)), bannedUntil: iso(endInForce(bannedUntil)) };
    let after: LogValues;
    let texts: number[] = [];
    if (action === "lift") {
      if (!endInForce(mutedUntil) && !endInForce(bannedUntil)) throw new Refusal("ALREADY_SO");
      await lift(database, work, id);
      after = { mutedUntil: null, bannedUntil: null };
    } else if (action === "warn") after = await warn(database, work, id, endInForce(mutedUntil));
    else {
      const { options, reason, at, operator } = work;
      const { days, recycleDays = 0 } = options;
      // A missing number of days must not mean for good.
      if (days === undefined) throw new Refusal("INVALID_REQUEST", { days: [daysMissing] }, daysMissing);
      const terms = { days, reason: reason?.text ?? "", at, byId: operator.id };
      const { until, penalty } = await restrict(database, id, action, terms);
      after = { [action === "mute" ? "mutedUntil" : "bannedUntil"]: iso(until), penalty };
      const since = subtractTime(at, recycleDays, "day");
      if (recycleDays > 0) texts = await recentPosts(database, operator, id, since);
    }
    return {
      sectionId: null,
      personId: id,
      before,
      after,
      tids: [],
      tell: { accountIds: [id] },
      ...(texts.length > 0 ? { follows: { action: "recycleText", ids: texts } } : {}),
    };
  },
});
