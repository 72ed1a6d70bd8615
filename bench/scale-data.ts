/**
 * Fills forums of any size with SQL in seconds to minutes. Every counter, tag, follow and rank has the value that real
 * writes would give. For the scale benches; PostgreSQL only.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import { heatOf } from "gateway/forum/states/heat";
import { type CatalogueSize, fillCatalogue, largeCatalogue, smallCatalogue } from "./catalogue-data";
import { fillModeration, largeModeration, type ModerationSize, smallModeration } from "./moderation-data";
import { fillTraining, largeTraining, smallTraining, type TrainingSize } from "./training-data";

export interface ScaleSize {
  posts: number;
  topics: number;
  /** The number of floors of the one long topic. */
  longFloors: number;
  catalogue: CatalogueSize;
  moderation: ModerationSize;
  training: TrainingSize;
}

export const smallSize: ScaleSize = {
  posts: 10_000,
  topics: 500,
  longFloors: 1_000,
  catalogue: smallCatalogue,
  moderation: smallModeration,
  training: smallTraining,
};
/** SCALE_LEARNERS makes a large school in a small forum, for machines that cannot hold both large. */
const learners = process.env.SCALE_LEARNERS;
export const largeSize: ScaleSize = learners
  ? { ...smallSize, training: { ...largeTraining, learners: Number(learners) } }
  : {
      posts: 1_000_000,
      topics: 50_000,
      longFloors: 100_000,
      catalogue: largeCatalogue,
      moderation: largeModeration,
      training: largeTraining,
    };

const sections = 10;
const classesPerSection = 4;
const tags = 200;
/** The number of people grows with the number of posts. */
const postsPerPerson = 50;
/** Every forum covers two years. */
const days = 730;

/** The account that reads in the benches. */
export const scaleReader = 1;
/** The author of one in fifty texts. */
export const scaleAuthor = 2;
/** The id of the long topic, which is from the middle of the forum's time and has replies until today. */
export const longTopicOf = ({ topics }: ScaleSize): number => Math.floor(topics / 2);

/** A pseudo-random number from a row's number, the same on every run. */
const drawn = (of: SQL, salt: number) =>
  sql`(('x' || substr(md5((${of})::text || ${sql.raw(`'${salt}'`)}), 1, 7))::bit(28)::int)`;
const raw = (value: number) => sql.raw(String(value));

/**
 * Fills an empty, migrated database. Ends with VACUUM ANALYZE, which gives the state that autovacuum keeps.
 */
export async function fillForum(database: Database, size: ScaleSize): Promise<void> {
  const people = Math.ceil(size.posts / postsPerPerson);
  await fillPlaces(database, people);
  await fillTopics(database, size, people);
  await fillPosts(database, size, people);
  await fillDeeds(database, size, people);
  await countUp(database);
  await fillCatalogue(database, size.catalogue);
  await fillModeration(database, size.moderation);
  await fillTraining(database, size.training);
  await database.execute(sql`vacuum analyze`);
}

async function fillPlaces(database: Database, people: number): Promise<void> {
  await database.execute(sql`insert into sections (id, pack_key, group_name, position, name, summary, icon)
    select n, 'scale-' || n, '分区' || (n % 3 + 1), n, '版块' || n, '说明', 'cpu' from generate_series(1, ${raw(sections)}) as n`);
  await database.execute(sql`insert into topic_classes (section_id, name, position)
    select s, case c when 1 then '求助' else '分类' || c end, c
    from generate_series(1, ${raw(sections)}) as s, generate_series(1, ${raw(classesPerSection)}) as c order by s, c`);
  await database.execute(sql`insert into accounts (nickname, nickname_folded, phone, intro, created_at)
    select '成员' || n, '成员' || n, '13' || lpad(n::text, 9, '0'), '写固件的', now() - ${raw(days)} * interval '1 day'
    from generate_series(1, ${raw(people)}) as n order by n`);
  await database.execute(
    sql`insert into tags (name) select '标签' || n from generate_series(1, ${raw(tags)}) as n order by n`,
  );
}

/** The author of a text: for one in fifty the prolific author, for the others anybody but the reader. */
function author(of: SQL, salt: number, people: number): SQL {
  const draw = drawn(of, salt);
  return sql`case when ${draw} % 50 = 0 then ${raw(scaleAuthor)} else 3 + ${draw} % ${raw(people - 2)} end`;
}

/** The number of replies of every topic except the long one. */
const repliesEach = ({ posts, topics, longFloors }: ScaleSize) =>
  Math.floor((posts - longFloors - topics + 1) / (topics - 1));

async function fillTopics(database: Database, size: ScaleSize, people: number): Promise<void> {
  const n = sql`n`;
  const counters = { replies: sql`replies`, likes: sql`likes`, favorites: sql`favorites`, views: sql`views` };
  const long = raw(longTopicOf(size));
  await database.execute(sql`
    insert into topics (section_id, class_id, author_id, title, digest, solved, pinned, views, replies, likes, last_floor,
      last_reply_at, last_replier_id, created_at, heat)
    select section_id, class_id, author_id, title, digest, class_id % ${raw(classesPerSection)} = 1 and drawn % 10 < 3, pinned, views, replies, likes,
      replies + 1, last_reply_at, ${author(sql`n * 7`, 6, people)}, created_at, ${heatOf(counters, sql`extract(epoch from created_at)`)}
    from (
      select n, 1 + ${drawn(n, 1)} % ${raw(sections)} as section_id,
        (${drawn(n, 1)} % ${raw(sections)}) * ${raw(classesPerSection)} + 1 + ${drawn(n, 2)} % ${raw(classesPerSection)} as class_id,
        ${author(n, 3, people)} as author_id, '第 ' || n || ' 个主题：串口在睡眠唤醒后收不到数据' as title,
        ${drawn(n, 4)} % 33 = 0 as digest, n % ${raw(Math.max(50, Math.floor(size.topics / 20)))} = 7 as pinned, ${drawn(n, 4)} as drawn,
        ${drawn(n, 5)} % 5000 as views, 2 as likes, 0 as favorites,
        case n when ${long} then ${raw(size.longFloors - 1)} else ${raw(repliesEach(size))} end as replies,
        created_at, case n when ${long} then now() - interval '1 minute' else least(now(), created_at + ${drawn(n, 8)} % 1000 * interval '1 hour') end as last_reply_at
      from (select n, now() - ${raw(days)} * interval '1 day' * (1 - (n - 0.5) / ${raw(size.topics)}) as created_at
        from generate_series(1, ${raw(size.topics)}) as n) as timed
    ) as made order by n`);
  await database.execute(sql`insert into topic_tags (topic_id, tag_id, position)
    select n, 1 + (${drawn(n, 9)} + position * 67) % ${raw(tags)}, position
    from generate_series(1, ${raw(size.topics)}) as n, generate_series(0, 2) as position order by 1, 2`);
}

/** Writes every topic's floors in order of time. Each sixth reply is nested under the second floor. */
async function fillPosts(database: Database, size: ScaleSize, people: number): Promise<void> {
  const source = sql`'第 ' || k || ' 条：先量一下供电，再看晶振。波特率 115200，日志如下。' || repeat(md5((t.id * 31 + k)::text), 4)`;
  await database.transaction(async (transaction) => {
    // All references are valid, so a superuser skips the checks of foreign keys.
    const { rows } = (await transaction.execute(
      sql`select current_setting('is_superuser') = 'on' as super`,
    )) as unknown as {
      rows: { super: boolean }[];
    };
    if (rows[0]?.super) await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql`
      insert into posts (topic_id, author_id, floor, source, html, likes, created_at)
      select t.id, case k when 1 then t.author_id else ${author(sql`t.id * 1000 + k`, 10, people)} end, k, ${source}, '<p>' || ${source} || '</p>',
        case k when 1 then 2 else 0 end, t.created_at + (t.last_reply_at - t.created_at) * ((k - 1)::float8 / greatest(t.replies, 1))
      from topics as t cross join lateral generate_series(1, t.replies + 1) as k
      where k < 4 or k % 6 <> 0 or t.id = ${raw(longTopicOf(size))} order by t.id, k`);
    await transaction.execute(sql`
      insert into posts (topic_id, author_id, parent_id, depth_number, source, html, created_at)
      select t.id, ${author(sql`t.id * 1000 + k`, 10, people)}, second.id, k / 6, ${source}, '<p>' || ${source} || '</p>',
        t.created_at + (t.last_reply_at - t.created_at) * ((k - 1)::float8 / greatest(t.replies, 1))
      from topics as t cross join lateral generate_series(6, t.replies + 1, 6) as k
      inner join posts as second on second.topic_id = t.id and second.floor = 2
      where t.id <> ${raw(longTopicOf(size))} order by t.id, k`);
    await transaction.execute(sql`update posts set depth_total = beneath.total
      from (select parent_id, count(*)::int as total from posts where parent_id is not null group by 1) as beneath where posts.id = beneath.parent_id`);
    await transaction.execute(sql`update topics set accepted_post_id = answer.id from posts as answer
      where topics.solved and answer.topic_id = topics.id and answer.floor = 2`);
  });
}

/** The number of topics that the reader has read, as many as a person reads in years. */
const readTopics = 10_000;

/** Writes likes of first floors, and the reader's follows, reading progress and favourites. */
async function fillDeeds(database: Database, size: ScaleSize, people: number): Promise<void> {
  await database.execute(sql`insert into likes (account_id, post_id)
    select 3 + (posts.topic_id * 13 + k * 17) % ${raw(people - 2)}, posts.id from posts, generate_series(1, 2) as k where posts.floor = 1
    on conflict do nothing`);
  const reader = raw(scaleReader);
  await database.execute(sql`insert into follows (account_id, kind, target_id, created_at)
    select ${reader}, 'user', 2 + n * 5, now() - n * interval '1 hour' from generate_series(0, 19) as n
    union all select ${reader}, 'section', n, now() - n * interval '1 day' from generate_series(1, 3) as n
    union all select ${reader}, 'tag', n * 20, now() - n * interval '1 day' from generate_series(1, 5) as n`);
  await database.execute(sql`insert into favorites (account_id, topic_id, created_at)
    select ${reader}, n * 2, now() - n * interval '1 hour' from generate_series(1, ${raw(Math.min(2_000, Math.floor(size.topics / 2.5)))}) as n`);
  await database.execute(sql`insert into topic_readings (account_id, topic_id, floor, seen_at, replies)
    select ${reader}, id, greatest(1, last_floor / 2), last_reply_at - interval '1 minute', greatest(0, replies - 1)
    from topics order by last_reply_at desc limit ${raw(readTopics)}`);
  await database.execute(sql`insert into read_marks (account_id, section_id, at)
    select ${reader}, n, now() - interval '300 days' from generate_series(0, 5) as n`);
  await fillLists(database, size);
}

/**
 * Lists of parts: a long one of the reader's, all of whose news are new, and a short one of every fifth member.
 */
async function fillLists(database: Database, { catalogue }: ScaleSize): Promise<void> {
  const [reader, products] = [raw(scaleReader), raw(catalogue.products)];
  await database.execute(sql`insert into own_lists (account_id, name, position, told, news_at, seen_at)
    select id, '清单', 0, array['eol', 'state'], now(), now() - interval '30 days'
    from accounts where id = ${reader} or id % 5 = 0`);
  await database.execute(sql`insert into own_list_items (list_id, kind, target_id, quantity, note, position)
    select list.id, 'product', 1 + (list.id * 7 + n) % ${products}, n, '备注', n
    from own_lists list, generate_series(0, 49) as n where list.account_id = ${reader} or n < 10`);
}

/** Computes the counters from the rows. */
async function countUp(database: Database): Promise<void> {
  const statements = [
    sql`update sections set topics = counted.topics, posts = counted.posts from
      (select section_id, count(*) as topics, sum(replies + 1) as posts from topics group by 1) as counted where sections.id = counted.section_id`,
    sql`update accounts set topics = coalesce(t.topics, 0), posts = p.posts, likes_received = p.likes, answers_accepted = coalesce(a.accepted, 0)
      from (select author_id, count(*) as posts, sum(likes) as likes from posts group by 1) as p
      left join (select author_id, count(*) as topics from topics group by 1) as t on t.author_id = p.author_id
      left join (select posts.author_id, count(*) as accepted from topics inner join posts on posts.id = topics.accepted_post_id group by 1) as a
        on a.author_id = p.author_id where accounts.id = p.author_id`,
    sql`update accounts set favorites = kept.total from (select account_id, count(*) as total from favorites group by 1) as kept where accounts.id = kept.account_id`,
    sql`update accounts set followers = kept.total from (select target_id, count(*) as total from follows where kind = 'user' group by 1) as kept where accounts.id = kept.target_id`,
    sql`update accounts set following = kept.total from (select account_id, count(*) as total from follows where kind = 'user' group by 1) as kept where accounts.id = kept.account_id`,
    sql`update sections set followers = kept.total from (select target_id, count(*) as total from follows where kind = 'section' group by 1) as kept where sections.id = kept.target_id`,
    sql`update topics set favorites = kept.total from (select topic_id, count(*) as total from favorites group by 1) as kept where topics.id = kept.topic_id`,
    sql`update tags set topics = kept.total from (select tag_id, count(*) as total from topic_tags group by 1) as kept where tags.id = kept.tag_id`,
    sql`insert into daily_posts (day, account_id, posts) select (created_at at time zone 'utc')::date, author_id, count(*) from posts group by 1, 2`,
    sql`insert into tag_skills (account_id, tag_id, posts, accepted)
      select posts.author_id, topic_tags.tag_id, count(*), count(*) filter (where topics.accepted_post_id = posts.id)
      from posts inner join topics on topics.id = posts.topic_id inner join topic_tags on topic_tags.topic_id = topics.id
      where posts.floor is distinct from 1 group by 1, 2`,
  ];
  for (const statement of statements) await database.execute(statement);
}
