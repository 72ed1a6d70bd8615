import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "gateway/database/open";
import {
  accounts,
  courses,
  exams,
  lecturers,
  lessons,
  posts,
  products,
  resources,
  sections,
  tags,
  topics,
  videos,
} from "gateway/database/schema";

const livePosts = sql`posts p join topics t on t.id = p.topic_id where p.listed and t.listed`;
const follows = (kind: string, id: string) =>
  sql.raw(`(select count(*)::int from follows f where f.kind = '${kind}' and f.target_id = ${id})`);

const collected = (kind: string) =>
  sql.raw(
    `(select count(*)::int from collections c where c.kind = '${kind}' and c.target_id = outer_row.id)`,
  );

/** Returns the rows in which a stored counter differs from the counted value, by counter. */
export async function wrongCounters(database: Database): Promise<Record<string, unknown[]>> {
  const of = async (table: PgTable, counters: Record<string, ReturnType<typeof sql>>) => {
    const checks = Object.entries(counters).map(
      ([name, count]) => sql`${sql.identifier(name)} is distinct from ${count}`,
    );
    const rowCounts = Object.fromEntries(
      Object.entries(counters).map(([name, count]) => [`${name} by rows`, sql<number>`${count}`]),
    );
    const stored = Object.fromEntries(
      Object.keys(counters).map((name) => [name, sql<number>`${sql.identifier(name)}`]),
    );
    return database
      .select({ id: sql<number>`outer_row.id`, ...stored, ...rowCounts })
      .from(sql`${table} as outer_row`)
      .where(sql.join(checks, sql` or `));
  };
  return {
    courses: await of(courses, {
      learners: sql`(select count(*)::int from course_learners x where x.course_id = outer_row.id)`,
      collected: collected("course"),
    }),
    lessons: await of(lessons, { collected: collected("lesson") }),
    exams: await of(exams, {
      takers: sql`(select count(*)::int from exam_results x where x.exam_id = outer_row.id and x.taken > 0)`,
      passed: sql`(select count(*)::int from exam_results x where x.exam_id = outer_row.id and x.passed)`,
    }),
    lecturers: await of(lecturers, {
      learners: sql`(select coalesce(sum(c.learners), 0)::int from course_lecturers t join courses c on c.id = t.course_id
        where t.lecturer_id = outer_row.id and c.delisted_at is null)`,
    }),
    sections: await of(sections, {
      topics: sql`(select count(*)::int from topics t where t.section_id = outer_row.id and t.listed)`,
      posts: sql`(select count(*)::int from ${livePosts} and t.section_id = outer_row.id)`,
      followers: follows("section", "outer_row.id"),
    }),
    accounts: await of(accounts, {
      topics: sql`(select count(*)::int from topics t where t.author_id = outer_row.id and t.listed)`,
      posts: sql`(select count(*)::int from ${livePosts} and p.author_id = outer_row.id)`,
      followers: follows("user", "outer_row.id"),
      favorites: sql`(select count(*)::int from favorites f where f.account_id = outer_row.id)`,
      likes_received: sql`(select count(*)::int from likes l, ${livePosts} and p.author_id = outer_row.id and l.post_id = p.id)`,
      answers_accepted: sql`(select count(*)::int from ${livePosts} and p.author_id = outer_row.id and t.accepted_post_id = p.id)`,
      following: sql`(select count(*)::int from follows f where f.kind = 'user' and f.account_id = outer_row.id)`,
    }),
    topics: await of(topics, {
      replies: sql`(select count(*)::int from posts p where p.topic_id = outer_row.id and p.listed and p.floor is distinct from 1)`,
      likes: sql`(select count(*)::int from likes l join posts p on p.id = l.post_id where p.topic_id = outer_row.id and p.floor = 1)`,
      favorites: sql`(select count(*)::int from favorites f where f.topic_id = outer_row.id)`,
      heat: sql`(select t.heat from topics t where t.id = outer_row.id and abs(t.heat - (log((1 + 4 * t.replies + 3 * t.likes + 5 * t.favorites
        + 0.05 * t.views)::double precision) + extract(epoch from t.created_at)::double precision / 259200)) < 1e-6)`,
      // The highest floor must equal the number of floors: no gaps and no repeats.
      last_floor: sql`(select max(p.floor) from posts p where p.topic_id = outer_row.id having max(p.floor) = count(p.floor))`,
      last_reply_at: sql`coalesce((select max(p.created_at) from posts p where p.topic_id = outer_row.id and p.listed and p.floor is distinct from 1), created_at)`,
    }),
    posts: await of(posts, {
      likes: sql`(select count(*)::int from likes l where l.post_id = outer_row.id)`,
      depth_total: sql`(select coalesce(max(p.depth_number), 0) from posts p where p.parent_id = outer_row.id having coalesce(max(p.depth_number), 0) = count(p.depth_number))`,
    }),
    tags: await of(tags, {
      topics: sql`(select count(*)::int from topic_tags x join topics t on t.id = x.topic_id where x.tag_id = outer_row.id and t.listed)`,
      followers: follows("tag", "outer_row.id"),
    }),
    products: await of(products, {
      followers: follows("product", "outer_row.id"),
      collected: collected("product"),
    }),
    resources: await of(resources, { collected: collected("resource") }),
    videos: await of(videos, { collected: collected("video") }),
    skills: await differing(
      database,
      sql`select account_id, tag_id, posts, accepted from tag_skills where posts <> 0 or accepted <> 0`,
      sql`select p.author_id, x.tag_id, count(*)::int, (count(*) filter (where t.accepted_post_id = p.id))::int
        from topic_tags x join topics t on t.id = x.topic_id join posts p on p.topic_id = t.id
        where p.listed and t.listed and p.floor is distinct from 1 group by 1, 2`,
    ),
    days: await differing(
      database,
      sql`select day, account_id, posts from daily_posts where posts <> 0`,
      sql`select (p.created_at at time zone 'UTC')::date, p.author_id, count(*)::int from ${livePosts} group by 1, 2`,
    ),
    // A notice of likes has the number of people who liked the post, without its author.
    likeNotices: await differing(
      database,
      sql`select n.post_id, sum(n.actors)::int from notifications n where n.event = 'like' group by 1`,
      sql`select l.post_id, count(*)::int from likes l join posts p on p.id = l.post_id where l.account_id <> p.author_id and l.told group by 1`,
    ),
  };
}

/** Returns the rows that only one of two queries gives. */
async function differing(database: Database, stored: SQL, counted: SQL): Promise<unknown[]> {
  const { rows } = (await database.execute(
    sql`(select 'kept' as side, * from ((${stored}) except (${counted})) one) union all (select 'by rows', * from ((${counted}) except (${stored})) other)`,
  )) as { rows: unknown[] };
  return rows;
}
