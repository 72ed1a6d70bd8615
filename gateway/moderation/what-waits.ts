import { type SQL, sql } from "drizzle-orm";
import { forgetMemos, memoized } from "../database/memo";
import type { Database } from "../database/open";
import { reportCases, reviewItems } from "../database/schema";
import { stillThere } from "./reviews/still-there";
import { countedMost, countUpTo } from "./scope";

const keptSeconds = 60;

/** How much waits, up to 1,000, and since when; an empty time where nothing does. */
interface Waiting {
  count: number;
  oldest: string;
}

/** A queue: its rows of one section, or of all, the oldest first. */
interface Queue {
  of(section: SQL): SQL;
  ordered: SQL;
}

const texts = (ofTopic: boolean): Queue => ({
  of: (section) => sql`select created_at, id from ${reviewItems} as item
    where of_topic = ${sql.raw(String(ofTopic))} and decided_at is null and ignored_at is null and ${section}
    and ${stillThere(sql`item.post_id`)}`,
  ordered: sql`order by created_at, id`,
});

const cases: Queue = {
  of: (section) =>
    sql`select created_at, id from ${reportCases} as item where decided_at is null and ${section}`,
  ordered: sql`order by id`,
};

/**
 * What waits in these queues. Each section's beginning is read off its own index, so that it costs the same however
 * much waits, and wherever.
 */
async function waitingIn(
  database: Database,
  name: string,
  queues: Queue[],
  fids: number[] | null,
): Promise<Waiting> {
  // Without sections to choose from, the queues as they are.
  const each = (queue: Queue, end: SQL) =>
    fids === null
      ? sql`(${queue.of(sql`true`)} ${end})`
      : sql`(select first.created_at from unnest(${sql.param(fids)}::int[]) as mine (id)
          cross join lateral (${queue.of(sql`section_id = mine.id`)} ${end}) as first)`;
  const all = (end: (queue: Queue) => SQL) =>
    sql.join(
      queues.map((queue) => sql`select created_at from ${each(queue, end(queue))} as one`),
      sql` union all `,
    );
  // 999+ stays so for a minute; whatever is less is counted for everybody who looks.
  const key = JSON.stringify(["waiting", name, fids]);
  const count = await memoized(database, key, new Date(), keptSeconds, () =>
    countUpTo(database, sql`select 1 from (${all(() => sql``)}) as waiting`),
  );
  if (count < countedMost) forgetMemos(database, key);
  const { rows } = (await database.execute(
    sql`select min(created_at) as oldest from (${all(({ ordered }) => sql`${ordered} limit 1`)}) as waiting`,
  )) as unknown as { rows: { oldest: string | null }[] };
  const oldest = rows[0]?.oldest;
  return { count, oldest: oldest ? new Date(oldest).toISOString() : "" };
}

/**
 * What waits for whoever moderates these sections, as the menu shows it. @param scope null for all sections
 */
export async function whatWaits(
  database: Database,
  scope: number[] | null,
): Promise<{ audit: Waiting; report: Waiting }> {
  return {
    audit: await waitingIn(database, "texts", [texts(true), texts(false)], scope),
    report: await waitingIn(database, "cases", [cases], scope),
  };
}
