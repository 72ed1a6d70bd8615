import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, dailyPosts, posts, sections, tagSkills, topics, topicTags } from "../../database/schema";
import { heatOf } from "../../forum/states/heat";

/**
 * Adds newly written posts to all stored counters, in the transaction that writes them: of topics (with their heat and
 * last reply), sections, authors, skills by tag, and posts by day. As everywhere, only listed posts of listed topics
 * count for sections and people.
 */
export async function countPosts(database: Database, postIds: number[]): Promise<void> {
  const written = sql`${sql.param(postIds)}::bigint[]`;
  const counters = {
    replies: sql`t.replies + gained.replies`,
    likes: sql`t.likes`,
    favorites: sql`t.favorites`,
    views: sql`t.views`,
  };
  await database.execute(sql`
    update ${topics} as t
    set replies = t.replies + gained.replies,
      last_floor = greatest(t.last_floor, gained.last_floor),
      last_replier_id = case when gained.last_at is null or (t.replies > 0 and t.last_reply_at > gained.last_at)
        then t.last_replier_id else gained.last_author end,
      last_reply_at = case when gained.last_at is null then t.last_reply_at
        when t.replies > 0 then greatest(t.last_reply_at, gained.last_at) else gained.last_at end,
      heat = ${heatOf(counters, sql`extract(epoch from t.created_at)`)}
    from (
      select p.topic_id, max(p.floor) as last_floor,
        (count(*) filter (where p.listed and p.floor > 1))::int as replies,
        max(p.created_at) filter (where p.listed and p.floor > 1) as last_at,
        (array_agg(p.author_id order by p.created_at desc, p.id desc) filter (where p.listed and p.floor > 1))[1] as last_author
      from ${posts} as p where p.id = any(${written}) group by 1
    ) as gained where t.id = gained.topic_id`);
  const live = sql`${posts} as p join ${topics} as t on t.id = p.topic_id
    where p.id = any(${written}) and p.listed and t.listed`;
  await database.execute(sql`
    update ${sections} as counted
    set topics = counted.topics + gained.topics, posts = counted.posts + gained.posts
    from (
      select t.section_id, count(*)::int as posts, (count(*) filter (where p.floor = 1))::int as topics
      from ${live} group by 1
    ) as gained where counted.id = gained.section_id`);
  await database.execute(sql`
    update ${accounts} as counted
    set topics = counted.topics + gained.topics, posts = counted.posts + gained.posts,
      answers_accepted = counted.answers_accepted + gained.answers
    from (
      select p.author_id, count(*)::int as posts, (count(*) filter (where p.floor = 1))::int as topics,
        (count(*) filter (where t.accepted_post_id = p.id))::int as answers
      from ${live} group by 1
    ) as gained where counted.id = gained.author_id`);
  await database.execute(sql`
    insert into ${tagSkills} (account_id, tag_id, posts, accepted)
    select p.author_id, x.tag_id, count(*), count(*) filter (where t.accepted_post_id = p.id)
    from ${posts} as p join ${topics} as t on t.id = p.topic_id join ${topicTags} as x on x.topic_id = t.id
    where p.id = any(${written}) and p.listed and t.listed and p.floor > 1 group by 1, 2 order by 1, 2
    on conflict (account_id, tag_id) do update
    set posts = ${tagSkills}.posts + excluded.posts, accepted = ${tagSkills}.accepted + excluded.accepted`);
  await database.execute(sql`
    insert into ${dailyPosts} (day, account_id, posts)
    select (p.created_at at time zone 'UTC')::date, p.author_id, count(*) from ${live} group by 1, 2 order by 1, 2
    on conflict (day, account_id) do update set posts = ${dailyPosts}.posts + excluded.posts`);
}
