import type { CallResponse } from "contract";
import { dayOf, startOf, subtractTime } from "contract/base/time";
import { statisticsDays } from "contract/moderation/calls";
import { type SQL, sql } from "drizzle-orm";
import { appeals, posts, reports, reviewItems, topics } from "../database/schema";
import { keep } from "../server/answers";
import type { CallContext } from "../server/context";
import { scopeOf } from "./scope";

/** How long the numbers are cached: all requests within ten minutes share one count. */
const keepSeconds = 600;

type Statistics = CallResponse<"moderationStatistics">["days"];

/** The day of a moment in Beijing time, by which the rows are grouped. */
const dayIn = (column: SQL) => sql`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/**
 * What was written, reported and decided in the caller's sections, for an analyst in all, one row a day, the latest last; how many minutes
 * texts waited for a decision (median and ninetieth percentile); and how many decisions an appeal overturned.
 */
export async function readStatistics(context: CallContext): Promise<CallResponse<"moderationStatistics">> {
  const { now, caller } = context;
  // An analyst sees the numbers of the whole site.
  const fids = caller.analyst ? null : await scopeOf(context, undefined);
  const at = now();
  const days = await keep(context, ["statistics", fids], { seconds: keepSeconds }, () =>
    countDays(context, fids, at),
  );
  return { days };
}

async function countDays({ database }: CallContext, fids: number[] | null, at: Date): Promise<Statistics> {
  const names = Array.from({ length: statisticsDays }, (_, back) =>
    dayOf(subtractTime(at, statisticsDays - 1 - back, "day")),
  );
  const since = sql`${startOf(subtractTime(at, statisticsDays - 1, "day"), "day").toISOString()}::timestamptz`;
  const within = (column: SQL) =>
    fids === null ? sql`true` : sql`${column} = any(${sql.param(fids)}::int[])`;
  const ask = async <Row extends { day: string }>(query: SQL): Promise<Map<string, Row>> => {
    const { rows } = (await database.execute(query)) as unknown as { rows: Row[] };
    return new Map(rows.map((row) => [row.day, row]));
  };
  const inTopic = sql`join ${topics} on ${topics.id} = ${posts.topicId}`;
  const postCounts = await ask<{
    day: string;
    count: number;
  }>(sql`select ${dayIn(sql`${posts.createdAt}`)} as day,
    count(*)::int as count from ${posts} ${fids === null ? sql`` : inTopic}
    where ${posts.createdAt} >= ${since} and ${fids === null ? sql`true` : within(sql`${topics.sectionId}`)} group by 1`);
  const reportCounts = await ask<{
    day: string;
    count: number;
  }>(sql`select ${dayIn(sql`${reports.createdAt}`)} as day,
    count(*)::int as count from ${reports} join ${posts} on ${posts.id} = ${reports.postId} ${inTopic}
    where ${reports.createdAt} >= ${since} and ${within(sql`${topics.sectionId}`)} group by 1`);
  const waitPercentile = (share: number) =>
    sql`(percentile_cont(${share}::float8) within group (order by extract(epoch from ${reviewItems.decidedAt} - ${reviewItems.createdAt})) / 60)::int`;
  const decisionCounts = await ask<{ day: string; count: number; p50: number; p90: number }>(sql`select
    ${dayIn(sql`${reviewItems.decidedAt}`)} as day, count(*)::int as count, ${waitPercentile(0.5)} as p50, ${waitPercentile(0.9)} as p90
    from ${reviewItems} where ${reviewItems.decidedAt} >= ${since} and ${reviewItems.decidedById} is not null
    and ${within(sql`${reviewItems.sectionId}`)} group by 1`);
  const overturnedCounts = await ask<{
    day: string;
    count: number;
  }>(sql`select ${dayIn(sql`${appeals.decidedAt}`)} as day,
    count(*)::int as count from ${appeals} where ${appeals.decidedAt} >= ${since} and ${appeals.upheld}
    and ${within(sql`${appeals.sectionId}`)} group by 1`);
  return names.map((name) => ({
    day: name,
    posts: postCounts.get(name)?.count ?? 0,
    reports: reportCounts.get(name)?.count ?? 0,
    decided: decisionCounts.get(name)?.count ?? 0,
    waitP50: decisionCounts.get(name)?.p50 ?? null,
    waitP90: decisionCounts.get(name)?.p90 ?? null,
    overturned: overturnedCounts.get(name)?.count ?? 0,
  }));
}
