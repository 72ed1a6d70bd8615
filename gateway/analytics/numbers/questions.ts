import type { CallResponse } from "contract";
import { answerMonths, usagePeopleLeast } from "contract/analytics/constants";
import { formatTime, midnightOf, subtractTime } from "contract/base/time";
import { questionClass } from "contract/forum/constants";
import { sql } from "drizzle-orm";
import { posts, sections, topicClasses, topics } from "../../database/schema";
import { allSections, isListed } from "../../forum/sections/find-sections";
import { keep } from "../../server/answers";
import { accountOf, type CallContext } from "../../server/context";
import { isStaff } from "../usage/staff";
import { rowsOf } from "./rows";

/** How long the numbers are cached, as those of the overview. */
const keepSeconds = 600;

type Numbers = CallResponse<"questionNumbers">;

/** The sections whose questions the caller sees: an administrator's all, an analyst's public ones, a moderator's own. */
async function sectionsSeen(context: CallContext): Promise<number[]> {
  const { caller, database } = context;
  const all = await allSections(database);
  if (accountOf(context).admin) return all.map(({ id }) => id);
  const open = caller.analyst ? all.filter(isListed).map(({ id }) => id) : [];
  return [...new Set([...open, ...caller.fids])].sort((one, other) => one - other);
}

/**
 * Questions of the last twelve months without an answer, by age, and the minutes until the first answer of somebody else.
 * Questions are found by the index of a section's newest topics, answers by that of floors; closed questions wait for
 * nobody.
 */
export async function questionNumbers(context: CallContext): Promise<Numbers> {
  const fids = await sectionsSeen(context);
  return keep(context, ["question numbers", fids], { seconds: keepSeconds }, () =>
    countQuestions(context, fids),
  );
}

async function countQuestions({ database, now }: CallContext, fids: number[]): Promise<Numbers> {
  const at = now();
  const before = (days: number) => sql`${subtractTime(at, days, "day").toISOString()}::timestamptz`;
  const ofSections = sql`${topics.sectionId} = any(${sql.param(fids)}::int[])`;
  const isQuestion = sql`${topics.classId} in (select ${topicClasses.id} from ${topicClasses} where ${topicClasses.name} = ${questionClass})`;
  const age = (older: number | null, younger: number | null) =>
    sql`count(*) filter (where ${younger === null ? sql`true` : sql`${topics.publishedAt} >= ${before(younger)}`}
      and ${older === null ? sql`true` : sql`${topics.publishedAt} < ${before(older)}`})::int`;
  const share = (part: number) => sql.raw(`percentile_cont(${part}) within group (order by answer.minutes)`);
  const told = (counted: string, minutes: string) =>
    sql.raw(`case when asked.${counted} >= ${usagePeopleLeast} then asked.${minutes} end`);
  const month = formatTime(at, "YYYY-MM");
  const first = subtractTime(midnightOf(`${month}-01`), answerMonths - 1, "month").toISOString();
  const waiting = await rowsOf<Omit<Numbers["waiting"][number], "oldest"> & { oldest: Date | string }>(
    database,
    sql`select ${topics.sectionId} as fid, ${sections.name} as name, ${age(null, 1)} as day, ${age(1, 7)} as week,
        ${age(7, 30)} as month, ${age(30, null)} as older, min(${topics.publishedAt}) as oldest
      from ${topics} join ${sections} on ${sections.id} = ${topics.sectionId}
      where ${ofSections} and ${isQuestion} and ${topics.listed} and ${topics.publishedAt} >= ${first}::timestamptz and not exists (select from ${posts} where ${posts.topicId} = ${topics.id} and ${posts.floor} > 1 and ${posts.listed} and ${posts.authorId} <> ${topics.authorId}) and not ${topics.solved} and not ${topics.closed}
      group by 1, 2 order by count(*) desc, 1`,
  );
  const answers = await rowsOf<Numbers["answers"][number]>(
    database,
    sql`select asked.fid, ${sections.name} as name, asked.month, asked.questions, asked.answered, asked.by_staff as "byStaff",
        ${told("members", "p50")} as p50, ${told("members", "p90")} as p90,
        ${told("by_staff", "staff_p50")} as "staffP50", ${told("by_staff", "staff_p90")} as "staffP90"
      from (select ${topics.sectionId} as fid, to_char(${topics.publishedAt} at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
          count(*)::int as questions, count(answer.minutes)::int as answered,
          count(*) filter (where answer.staff)::int as by_staff,
          count(*) filter (where not answer.staff)::int as members,
          ${share(0.5)} filter (where not answer.staff)::int as p50, ${share(0.9)} filter (where not answer.staff)::int as p90,
          ${share(0.5)} filter (where answer.staff)::int as staff_p50, ${share(0.9)} filter (where answer.staff)::int as staff_p90
        from ${topics} left join lateral (
          select extract(epoch from ${posts.createdAt} - ${topics.publishedAt}) / 60 as minutes, ${isStaff(posts.authorId)} as staff
          from ${posts} where ${posts.topicId} = ${topics.id} and ${posts.floor} > 1 and ${posts.listed} and ${posts.authorId} <> ${topics.authorId}
          order by ${posts.floor} limit 1) as answer on true
        where ${ofSections} and ${isQuestion} and ${topics.listed} and ${topics.publishedAt} >= ${first}::timestamptz
        group by 1, 2) as asked join ${sections} on ${sections.id} = asked.fid
      order by asked.month desc, asked.questions desc, asked.fid`,
  );
  return {
    waiting: waiting.map((row) => ({ ...row, oldest: new Date(row.oldest).toISOString() })),
    answers,
  };
}
