import {
  rareSearchDays,
  searchSumDays,
  usagePeopleLeast,
  usageThingNames,
} from "contract/analytics/constants";
import { sumDays } from "contract/analytics/numbers";
import { dayOf, subtractTime } from "contract/base/time";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { usageDays } from "../../database/schema";
import { transact } from "../../database/transact";

/**
 * Removes old sums by day. A searched text goes after a week unless five people searched for it by then, and after 90
 * days in any case; marks go after 90 days, when their number stays.
 */
export async function purgeUsage(database: Database, now: Date): Promise<void> {
  const before = (days: number) => sql`${dayOf(subtractTime(now, days, "day"))}::date`;
  const { kind, key, day, measure, people, marks } = usageDays;
  await transact(database, async (inside) => {
    await inside.execute(sql`delete from ${usageDays} where ${kind} = 'searches' and (${day} < ${before(searchSumDays)}
      or (${day} < ${before(rareSearchDays)} and ${people} < ${usagePeopleLeast} and (${key}, ${measure}) not in (
        select ${key}, ${measure} from ${usageDays} left join lateral unnest(${marks}) as mark on true
        where ${kind} = 'searches' group by 1, 2
        having greatest(max(${people}), count(distinct mark)) >= ${usagePeopleLeast})))`);
    await inside.execute(
      sql`update ${usageDays} set marks = '{}' where ${day} < ${before(searchSumDays)} and ${marks} <> '{}'`,
    );
    await inside.execute(
      sql`delete from ${usageDays} where ${kind} = any(${sql.param([...usageThingNames])}::text[]) and ${day} < ${before(sumDays)}`,
    );
  });
}
