import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import { accounts, dailyPosts, posts, tagSkills, topics, topicTags } from "../../../database/schema";

/** Sums by id, such as the topics that each section gained. */
export class Tally {
  private readonly sums = new Map<number, number>();

  add(id: number, amount = 1): void {
    this.sums.set(id, (this.sums.get(id) ?? 0) + amount);
  }

  entries(): [number, number][] {
    return [...this.sums].filter(([, amount]) => amount !== 0);
  }
}

/** Adds a tally to a counter column in one statement. */
export async function addToCounter(
  database: Database,
  table: PgTable & { id: PgColumn },
  column: PgColumn,
  tally: Tally,
): Promise<void> {
  const rows = tally.entries().map(([id, amount]): SQL => sql`(${id}::bigint, ${amount}::int)`);
  if (rows.length === 0) return;
  const name = sql.identifier(column.name);
  await database.execute(
    sql`update ${table} as counted set ${name} = counted.${name} + gained.amount from (values ${sql.join(rows, sql`, `)}) as gained (id, amount) where counted.id = gained.id`,
  );
}

/**
 * Adds newly inserted topics with their posts, likes and tags to the counters of their authors: received likes,
 * accepted answers, skills by tag, posts by day. All these texts must be listed.
 */
export async function countWriters(database: Database, topicIds: number[]): Promise<void> {
  const inserted = sql`${sql.param(topicIds)}::bigint[]`;
  await database.execute(sql`
    update ${accounts} as counted
    set likes_received = counted.likes_received + gained.likes, answers_accepted = counted.answers_accepted + gained.answers
    from (
      select p.author_id, sum(p.likes)::int as likes, count(*) filter (where t.accepted_post_id = p.id)::int as answers
      from ${posts} as p join ${topics} as t on t.id = p.topic_id where t.id = any(${inserted}) group by 1
    ) as gained where counted.id = gained.author_id`);
  await database.execute(sql`
    insert into ${tagSkills} (account_id, tag_id, posts, accepted)
    select p.author_id, x.tag_id, count(*), count(*) filter (where t.accepted_post_id = p.id)
    from ${posts} as p join ${topics} as t on t.id = p.topic_id join ${topicTags} as x on x.topic_id = t.id
    where t.id = any(${inserted}) and p.floor is distinct from 1 group by 1, 2 order by 1, 2
    on conflict (account_id, tag_id) do update
    set posts = ${tagSkills}.posts + excluded.posts, accepted = ${tagSkills}.accepted + excluded.accepted`);
  await database.execute(sql`
    insert into ${dailyPosts} (day, account_id, posts)
    select (p.created_at at time zone 'UTC')::date, p.author_id, count(*)
    from ${posts} as p where p.topic_id = any(${inserted}) group by 1, 2 order by 1, 2
    on conflict (day, account_id) do update set posts = ${dailyPosts}.posts + excluded.posts`);
}

/** Runs `insert` for slices of the rows: a PostgreSQL statement takes at most 65,535 parameters. */
export async function inChunks<Row, Result>(
  rows: Row[],
  insert: (slice: Row[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < rows.length; start += 500)
    results.push(...(await insert(rows.slice(start, start + 500))));
  return results;
}
