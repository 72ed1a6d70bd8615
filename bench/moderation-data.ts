/** Fills the moderators' queues and their log in a forum of any size, with SQL. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";

/** The numbers of rows for moderation. */
export interface ModerationSize {
  /** The number of rows of the log. */
  logRows: number;
  /** The number of reports, of texts that need a review, and of texts in recycle bins, each. */
  waiting: number;
}

export const smallModeration: ModerationSize = { logRows: 10_000, waiting: 1_000 };
export const largeModeration: ModerationSize = { logRows: 1_000_000, waiting: 100_000 };

/** This word is in the same number of texts in each forum, enough for a full page. Other texts have the usual word. */
export const rareWord = "少见的词";
const rareTexts = 250;

/** The number of rows of the log with the same form's reason; and a rare word that is in equally many reasons. */
const rowsOfReason = 20;
export const rareReason = "少见的理由";
const rareReasons = 100;

const raw = (value: number) => sql.raw(String(value));
/** The step between chosen posts, so that they are spread over sections and time. */
const everyOther = (database: Database, count: number): Promise<{ step: number }> =>
  database
    .execute(sql`select greatest(1, (select count(*) from posts) / ${raw(count)})::int as step`)
    .then((result) => (result as unknown as { rows: { step: number }[] }).rows[0] ?? { step: 1 });

/**
 * Adds an administrator and a moderator of section 1 to a forum, with their queues and their log. The hashes in the log
 * are no valid chain, because lists do not read them. @returns the ids of the two
 */
export async function fillModeration(
  database: Database,
  { logRows, waiting }: ModerationSize,
): Promise<void> {
  await database.execute(sql`insert into accounts (nickname, nickname_folded, phone, admin)
    values ('量管理员', '量管理员', '19000000001', true), ('量版主', '量版主', '19000000002', false)`);
  await database.execute(sql`insert into moderators (section_id, account_id)
    select 1, id from accounts where nickname = '量版主'`);
  const { step } = await everyOther(database, waiting);
  const chosen = (salt: number): SQL => sql`select posts.*, topics.section_id, topics.title,
      row_number() over (order by posts.id) as n
    from posts join topics on topics.id = posts.topic_id
    where posts.id % ${raw(step)} = ${raw(salt)} % ${raw(step)} limit ${raw(waiting)}`;
  const rareStep = raw(Math.max(2, Math.floor(waiting / rareTexts)));
  const seldom = sql`n % ${rareStep} = 0`;
  await database.execute(sql`insert into review_items (post_id, words, created_at, ignored_at)
    select id, array[case when ${seldom} then ${rareWord} else '常见的词' end], now() - n * interval '1 second',
      case when not ${seldom} and (n + 1) % ${rareStep} = 0 then now() end
    from (${chosen(1)}) as waiting order by n desc`);
  await database.execute(sql`insert into report_cases (post_id, topic_id, section_id, author_id, status, title, source, html,
      text_digest, reports, created_at)
    select id, topic_id, section_id, author_id, case n % 10 when 3 then 'working' else 'waiting' end, title, source, html,
      md5(source), 1, now() - interval '1 year' + n * interval '1 second'
    from (${chosen(2)}) as reported order by n`);
  await database.execute(sql`insert into reports (account_id, post_id, reason, text, case_id, created_at)
    select 3 + (id * 7) % (select count(*) - 4 from accounts), post_id, 'spam', '广告', id, created_at from report_cases order by id`);
  // The recycle bins get new replies, which no counter includes, so that visible texts stay.
  await database.execute(sql`insert into posts (topic_id, author_id, source, html, created_at, deleted_at, recycled_by_id, state_reason)
    select topic_id, author_id, source, html, created_at, now() - n * interval '1 second',
      (select id from accounts where nickname = '量管理员'), '广告'
    from (${chosen(3)}) as binned order by n`);
  await database.execute(sql`insert into moderation_reasons (text)
    select case when n % ${raw(Math.max(1, logRows / rowsOfReason / rareReasons))} = 0 then ${`${rareReason}，按版规处理`} else '按版规处理' end
    from generate_series(1, ${raw(logRows / rowsOfReason)}) as n`);
  await database.execute(sql`insert into moderation_log (id, at, operator_id, action, section_id, target_kind, target_id, person_id,
      before, after, reason_id, reason_digest, previous_hash, hash)
    select n, now() - (${raw(logRows)} - n) * interval '30 seconds', staff.id,
      (array['raise', 'hide', 'approve', 'refuse', 'digest'])[1 + n % 5], 1 + (n / 5) % 10, 'topic', 1 + n % 500, 3 + (n / 7) % 190,
      '{"state":"listed"}', '{"state":"hidden"}', first.id + (n - 1) / ${raw(rowsOfReason)}, md5('r'), md5((n - 1)::text), md5(n::text)
    from generate_series(1, ${raw(logRows)}) as n
    cross join (select id from accounts where nickname = '量管理员') as staff cross join (select min(id) as id from moderation_reasons) as first
    order by n`);
}
