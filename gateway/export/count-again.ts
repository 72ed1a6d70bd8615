import { type SQL, sql } from "drizzle-orm";
import { placeResources } from "../content/load/catalogue/resources";
import type { Database } from "../database/open";
import { heatOf } from "../forum/states/heat";

/** Listed posts of listed topics: what counts for sections, tags and people. */
const livePosts = sql`posts p join topics t on t.id = p.topic_id where p.listed and t.listed`;

/** Follows of a kind, and collected things, by what they are of. */
const followed = (table: string, kind: string): SQL =>
  sql`update ${sql.identifier(table)} as counted set followers = gained.n from (
    select target_id, count(*)::int as n from follows where kind = ${kind} group by 1
  ) gained where counted.id = gained.target_id`;
const collected = (table: string, kind: string): SQL =>
  sql`update ${sql.identifier(table)} as counted set collected = gained.n from (
    select target_id, count(*)::int as n from collections where kind = ${kind} group by 1
  ) gained where counted.id = gained.target_id`;
/** A counter of accounts, from a query that gives `id` and `n`. */
const ofAccounts = (counter: string, gained: SQL): SQL =>
  sql`update accounts as counted set ${sql.identifier(counter)} = gained.n from (${gained}) gained where counted.id = gained.id`;

const statements: SQL[] = [
  sql`update posts as counted set likes = gained.n from (
    select post_id, count(*)::int as n from likes group by 1) gained where counted.id = gained.post_id`,
  sql`update posts as counted set depth_total = gained.n from (
    select parent_id, max(depth_number) as n from posts where parent_id is not null group by 1
  ) gained where counted.id = gained.parent_id`,
  sql`update posts as counted set bin_section_id = t.section_id from topics t
    where t.id = counted.topic_id and counted.recycled_by_id is not null`,
  // The latest listed reply, nested ones too; a topic without one has its own time.
  sql`update topics as counted
    set last_floor = coalesce(gained.last_floor, 0), replies = coalesce(gained.replies, 0),
      likes = coalesce(gained.likes, 0), last_reply_at = coalesce(gained.last_at, counted.created_at),
      last_replier_id = gained.last_author,
      favorites = (select count(*)::int from favorites f where f.topic_id = counted.id)
    from topics t left join (
      select topic_id, max(floor) as last_floor,
        (count(*) filter (where listed and floor is distinct from 1))::int as replies,
        (max(likes) filter (where floor = 1)) as likes,
        max(created_at) filter (where listed and floor is distinct from 1) as last_at,
        (array_agg(author_id order by created_at desc, id desc) filter (where listed and floor is distinct from 1))[1] as last_author
      from posts group by 1
    ) gained on gained.topic_id = t.id where counted.id = t.id`,
  sql`update topics set heat = ${heatOf(
    { replies: sql`replies`, likes: sql`likes`, favorites: sql`favorites`, views: sql`views` },
    sql`extract(epoch from created_at)`,
  )}`,
  // What an export of before the order of lists lacks.
  sql`update topics set active_at = coalesce(active_at, last_reply_at), published_at = coalesce(published_at, created_at)
    where active_at is null or published_at is null`,
  sql`update topic_tags as placed set active_at = t.active_at, listed = t.listed,
    question = topic_question(t.solved, t.class_id) from topics t where t.id = placed.topic_id`,
  sql`insert into topic_counts (section_id, class_id, digest, solved, topics)
    select section_id, coalesce(class_id, 0), digest, solved, count(*) from topics where listed group by 1, 2, 3, 4`,
  sql`update review_items as placed set of_topic = true from posts p where p.id = placed.post_id and p.floor = 1`,
  sql`update sections as counted set topics = gained.topics, posts = gained.posts from (
    select t.section_id, (count(distinct t.id))::int as topics, count(*)::int as posts from ${livePosts} group by 1
  ) gained where counted.id = gained.section_id`,
  sql`update tags as counted set topics = gained.n from (
    select x.tag_id, count(*)::int as n from topic_tags x join topics t on t.id = x.topic_id where t.listed group by 1
  ) gained where counted.id = gained.tag_id`,
  ofAccounts("topics", sql`select author_id as id, count(*)::int as n from topics where listed group by 1`),
  ofAccounts("posts", sql`select p.author_id as id, count(*)::int as n from ${livePosts} group by 1`),
  ofAccounts(
    "likes_received",
    sql`select p.author_id as id, sum(p.likes)::int as n from ${livePosts} group by 1`,
  ),
  ofAccounts(
    "answers_accepted",
    sql`select p.author_id as id, count(*)::int as n from ${livePosts} and t.accepted_post_id = p.id group by 1`,
  ),
  ofAccounts("favorites", sql`select account_id as id, count(*)::int as n from favorites group by 1`),
  ofAccounts(
    "following",
    sql`select account_id as id, count(*)::int as n from follows where kind = 'user' group by 1`,
  ),
  followed("accounts", "user"),
  followed("sections", "section"),
  followed("tags", "tag"),
  followed("products", "product"),
  collected("products", "product"),
  collected("resources", "resource"),
  collected("videos", "video"),
  collected("courses", "course"),
  collected("lessons", "lesson"),
  sql`insert into tag_skills (account_id, tag_id, posts, accepted)
    select p.author_id, x.tag_id, count(*), count(*) filter (where t.accepted_post_id = p.id)
    from posts p join topics t on t.id = p.topic_id join topic_tags x on x.topic_id = t.id
    where p.listed and t.listed and p.floor is distinct from 1 group by 1, 2`,
  sql`insert into daily_posts (day, account_id, posts)
    select (p.created_at at time zone 'UTC')::date, p.author_id, count(*) from ${livePosts} group by 1, 2`,
  sql`update courses as counted set learners = gained.n from (
    select course_id, count(*)::int as n from course_learners group by 1) gained where counted.id = gained.course_id`,
  sql`update lecturers as counted set learners = gained.n from (
    select x.lecturer_id, sum(c.learners)::int as n from course_lecturers x join courses c on c.id = x.course_id
    where c.delisted_at is null group by 1) gained where counted.id = gained.lecturer_id`,
  sql`update exams as counted set takers = gained.takers, passed = gained.passed from (
    select exam_id, (count(*) filter (where taken > 0))::int as takers, (count(*) filter (where passed))::int as passed
    from exam_results group by 1) gained where counted.id = gained.exam_id`,
  sql`update notice_products as placed set date = n.date from product_notices n where n.number = placed.notice_number`,
  sql`update resource_products as placed set level_id = r.level_id, date = r.date, listed = r.delisted_at is null
    from resources r where r.id = placed.resource_id`,
];

/** Makes again what an export does not have, because it follows from what it has: counters and copies of values. */
export async function countAgain(database: Database): Promise<void> {
  for (const statement of statements) await database.execute(statement);
  await placeResources(database);
}
