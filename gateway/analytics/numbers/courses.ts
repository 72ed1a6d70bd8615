import type { CallRequest, CallResponse } from "contract";
import { addTime, midnightOf } from "contract/base/time";
import { sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { certificates, courseLearners, courses } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { isStaff } from "../usage/staff";
import { figureOf, rowsOf } from "./rows";
import { thingsSeen } from "./things";

/** How far the people came who began a course in some days, by course; without staff. */
export async function courseNumbers(
  context: CallContext,
  request: CallRequest<"courseNumbers">,
): Promise<CallResponse<"courseNumbers">> {
  const { isAll } = await thingsSeen(context, "courses");
  if (!isAll) return { items: [], page: 1, pages: 1, total: 0 };
  const { database } = context;
  const { startedAt, courseId, accountId, lessonsDone, finishedAt } = courseLearners;
  const since = midnightOf(request.from);
  const until = addTime(midnightOf(request.to), 1, "day").toISOString();
  const list = sql`select ${courses.id} as id, ${courses.title} as name, ${courses.certificateName} is not null as certifies,
      count(*)::int as started,
      count(*) filter (where ${finishedAt} is not null or (${lessonsDone} > 0 and ${lessonsDone} * 2 >= ${courses.lessons}))::int as half,
      count(*) filter (where ${finishedAt} is not null)::int as finished,
      count(*) filter (where exists (select from ${certificates} where ${certificates.accountId} = ${accountId}
        and ${certificates.courseId} = ${courseId} and ${certificates.revokedAt} is null))::int as certified
    from ${courseLearners} join ${courses} on ${courses.id} = ${courseId}
    where ${startedAt} >= ${since}::timestamptz and ${startedAt} < ${until}::timestamptz and not ${isStaff(accountId)}
    group by ${courses.id}`;
  const [counted] = await rowsOf<{ total: number }>(
    database,
    sql`select count(*)::int as total from (${list}) as listed`,
  );
  const total = counted?.total ?? 0;
  const { offset, ...place } = pageOf(total, request.page, request.size);
  const items = await rowsOf<{
    id: number;
    name: string;
    certifies: boolean;
    started: number;
    half: number;
    finished: number;
    certified: number;
  }>(database, sql`${list} order by started desc, id limit ${request.size} offset ${offset}`);
  return {
    items: items.map(({ started, half, finished, certified, ...course }) => ({
      ...course,
      started: figureOf(started),
      half: figureOf(half),
      finished: figureOf(finished),
      certified: figureOf(certified),
    })),
    ...place,
    total,
  };
}
