import { batchMaximum } from "contract/moderation/fields";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
/** More than two anchors of the list, with an incomplete last page, and more than one form may contain. */
const count = 550;

/** The ids of every page of a list, one page after the other. */
async function all(page: (number: number) => Promise<{ ids: number[]; pages: number; total: number }>) {
  const first = await page(1);
  const ids = [...first.ids];
  for (let number = 2; number <= first.pages; number += 1) ids.push(...(await page(number)).ids);
  return { ...first, ids };
}

it("a long list has every topic, report, waiting and binned text once, in order, on any page", async () => {
  const { database } = gateway();
  const [author, moderator]: Member[] = [await gateway().member(), await gateway().member()];
  const section = await gateway().section({ moderators: [moderator as Member] });
  const { fid } = section;
  const by = moderator as Member;
  await database.execute(sql`insert into topics (section_id, author_id, title, last_floor, created_at)
    select ${fid}, ${author?.id}, '第 ' || n, 1, now() - n * interval '1 minute' from generate_series(1, ${count}::int) as n`);
  await database.execute(sql`insert into posts (topic_id, author_id, floor, source, html, created_at)
    select id, author_id, 1, title, title, created_at from topics order by id`);
  await database.execute(sql`insert into posts (topic_id, author_id, source, html, deleted_at, recycled_by_id)
    select id, author_id, title, title, now() - id * interval '1 second', ${by.id} from topics order by id`);
  // Two rows of each moment, so the id decides the order.
  await database.execute(sql`insert into review_items (post_id, words, created_at)
    select id, '{}', now() - (id / 2) * interval '1 second' from posts where floor = 1 order by id`);
  await database.execute(sql`insert into report_cases (post_id, topic_id, section_id, author_id, title, source, html, text_digest)
    select id, topic_id, ${fid}, author_id, '', '', '', '' from posts where floor = 1 order by id`);
  const ordered = async (query: string) => {
    const { rows } = (await database.execute(sql.raw(query))) as unknown as { rows: { id: number }[] };
    return rows.map(({ id }) => id);
  };
  const lists = [
    await all(async (page) => {
      const { topics, ...rest } = await gateway().ok("moderatorTopicList", { page }, by);
      return { ...rest, ids: topics.map(({ tid }) => tid) };
    }),
    await all(async (page) => {
      const { items, ...rest } = await gateway().ok("reviewTopicList", { page }, by);
      return { ...rest, ids: items.map(({ id }) => id) };
    }),
    await all(async (page) => {
      const { cases, ...rest } = await gateway().ok("reportList", { page }, by);
      return { ...rest, ids: cases.map(({ id }) => id) };
    }),
    await all(async (page) => {
      const { items, ...rest } = await gateway().ok("recycleReplyList", { page }, by);
      return { ...rest, ids: items.map(({ id }) => id) };
    }),
  ];
  for (const { total, pages } of lists) expect([total, pages]).toEqual([count, 28]);
  expect(lists.map(({ ids }) => ids)).toEqual([
    await ordered("select id from topics order by id desc"),
    await ordered("select post_id as id from review_items order by created_at, id"),
    await ordered("select id from report_cases order by id"),
    await ordered("select id from posts where recycled_by_id is not null order by deleted_at desc, id desc"),
  ]);
  // Pages of other sizes contain the same list.
  for (const size of [50, 100] as const) {
    const sized = await all(async (page) => {
      const { items, ...rest } = await gateway().ok("reviewTopicList", { page, size }, by);
      expect(items.length).toBe(page < rest.pages ? size : count % size || size);
      return { ...rest, ids: items.map(({ id }) => id) };
    });
    expect([sized.pages, sized.ids]).toEqual([Math.ceil(count / size), lists[1]?.ids]);
  }
  // "All of a list" contains the ids of its pages in order, up to the limit of one form, and the number of the rest.
  for (const [list, ids] of [
    ["topics", lists[0]?.ids],
    ["reviewTopics", lists[1]?.ids],
    ["reports", lists[2]?.ids],
    ["binReplies", lists[3]?.ids],
  ] as const) {
    const found = await gateway().ok("moderatorMatches", { list }, by);
    expect([list, found]).toEqual([list, { ids: ids?.slice(0, batchMaximum), total: count }]);
  }
  const narrowed = { keyword: "第 54", author: author?.nickname ?? "" };
  const some = await gateway().ok("moderatorTopicList", { ...narrowed, size: 20 }, by);
  expect(some.total).toBe(11);
  expect(await gateway().ok("moderatorMatches", { list: "topics", ...narrowed }, by)).toEqual({
    ids: some.topics.map(({ tid }) => tid),
    total: 11,
  });
  expect(await gateway().ok("moderatorOverview", {}, by)).toMatchObject({
    waiting: { audit: { count }, report: { count } },
  });
  // A decision changes the count at once, for every reader.
  const [first] = lists[2]?.ids ?? [];
  await gateway().ok(
    "handleReport",
    { ids: [first ?? 0], decision: "reject", reason: "看过了", submissionId: submissionId() },
    by,
  );
  expect((await gateway().ok("moderatorOverview", {}, by)).waiting.report.count).toBe(count - 1);
});

it("a list has one of three page sizes; all of a list is refused to people who may not read the list", async () => {
  const [moderator, elsewhere]: Member[] = [await gateway().member(), await gateway().member()];
  await gateway().section({ moderators: [moderator as Member] });
  const { fid } = await gateway().section({ moderators: [elsewhere as Member] });
  for (const size of [0, 10, 21, 1_000, "20; drop", -50])
    for (const call of ["moderatorTopicList", "reviewReplyList", "reportList", "appealList"] as const)
      await gateway().refused(call, { size } as never, "INVALID_REQUEST", moderator);
  for (const list of ["topics", "binTopics", "binReplies", "reviewTopics", "reports", "appeals"] as const)
    await gateway().refused("moderatorMatches", { list, fid }, "NOT_YOUR_SECTION", moderator);
  for (const list of ["reviewProfiles", "messages"] as const)
    await gateway().refused("moderatorMatches", { list }, "ADMIN_ONLY", moderator);
  await gateway().refused("moderatorMatches", { list: "people" } as never, "INVALID_REQUEST", moderator);
});
