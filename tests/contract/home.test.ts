import { eq } from "drizzle-orm";
import { documents, news, posts, postVersions, products, topics } from "gateway/database/schema";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { content, newsRow, picture, productRow, saveNews } from "../support/news";

const gateway = startGateway();
let member: Member;
let admin: Member;
let section: Section;
const day = 86_400_000;
const inDays = (days: number) => new Date(gateway().services.now().getTime() + days * day);

beforeAll(async () => {
  const { database } = gateway();
  await saveNews(database);
  [member, admin, section] = [
    await gateway().member(),
    await gateway().member({ admin: true }),
    await gateway().section(),
  ];
});

describe("the home page", () => {
  const entry = { title: "标题", summary: "", linkurl: "/forum/all", from: null, until: null };
  const banner = (id: string, more: object) => ({ ...entry, id, image: picture, ...more });
  const block = (id: string, more: object) => ({
    ...entry,
    id,
    kind: "news",
    count: 6,
    first: [],
    links: [],
    ...more,
  });

  it("has a default arrangement if the operator has made none", async () => {
    const { data } = await gateway().ok("queryHomeBlocks", {});
    expect(data.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["products", "news", "sections", "tags", "people", "heroes"]),
    );
    expect((await gateway().ok("queryBanner", {})).data).toEqual([]);
  });

  it("shows the present content, and to an administrator also content with a later date", async () => {
    const [soon, past] = [inDays(2).toISOString(), inDays(-1).toISOString()];
    const value = {
      banners: [banner("now", {}), banner("soon", { from: soon }), banner("over", { until: past })],
      blocks: [
        block("now", { from: past, until: soon }),
        block("soon", { from: soon }),
        block("over", { until: past }),
        block("links", {
          kind: "links",
          links: [{ title: "一", summary: "", image: picture, linkurl: "/tags" }],
        }),
      ],
    };
    await gateway()
      .database.insert(documents)
      .values({ key: "home", value })
      .onConflictDoUpdate({ target: documents.key, set: { value } });
    gateway().pass(31);
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(ids((await gateway().ok("queryBanner", {})).data)).toEqual(["now"]);
    const { data } = await gateway().ok("queryHomeBlocks", {});
    expect(ids(data)).toEqual(["now", "links"]);
    expect(data[1]?.links[0]?.image?.url).toBe(`/gateway/files/${picture.name}`);
    const preview = await gateway().ok("queryHomePreview", {}, admin);
    expect(ids(preview.banners)).toEqual(["now", "soon"]);
    expect(ids(preview.blocks)).toEqual(["now", "soon", "links"]);
    expect(preview.banners[1]?.from).toBe(soon);
    await gateway().refused("queryHomePreview", {}, "NOT_PERMITTED", member);
    // Its day comes, and the others' day passes.
    gateway().pass(2 * 86_400 + 10);
    expect(ids((await gateway().ok("queryBanner", {})).data)).toEqual(["now", "soon"]);
    expect(ids((await gateway().ok("queryHomeBlocks", {})).data)).toEqual(["soon", "links"]);
    await gateway().database.delete(documents).where(eq(documents.key, "home"));
    gateway().pass(31);
  });

  it("has new products by date, the operator's choice first, and none that are being discontinued", async () => {
    await gateway()
      .database.insert(products)
      .values([
        productRow(8110, { since: "2026-03-01" }),
        productRow(8111, { since: "2026-04-01", state: "preview", gallery: [] }),
        productRow(8112, { since: "2026-05-01", state: "discontinued" }),
        productRow(8113, { since: "2026-06-01", delistedAt: new Date() }),
      ]);
    const { data } = await gateway().ok("queryNewProduct", { count: 3, first: [content.product, 8113, 99] });
    expect(data.map(({ id }) => id)).toEqual([content.product, 8111, 8110]);
    expect(data.map((row) => row.picture?.url ?? null)).toEqual([
      `/gateway/files/${picture.name}`,
      null,
      `/gateway/files/${picture.name}`,
    ]);
  });

  it("has the open sections", async () => {
    const { data } = await gateway().ok("getForums", {});
    expect(data.map(({ fid }) => fid)).toContain(section.fid);
  });
});

describe("posts from the home page", () => {
  const fields = () => ({
    fid: section.fid,
    classId: section.classes[0] ?? null,
    title: "从首页发的帖",
    content: "第一版",
    tags: [],
    submissionId: submissionId(),
  });

  it("are topics, edited by the id of their first post, and made once", async () => {
    const request = fields();
    const made = await gateway().ok("savePostBasicData", request, member);
    expect(await gateway().ok("savePostBasicData", request, member)).toEqual(made);
    const { tid, pk_post } = made;
    await gateway().ok("savePostBasicData", { ...fields(), pk_post, content: "第二版" }, member);
    const topic = await gateway().ok("topicDetail", { tid });
    expect([topic.title, topic.floors[0]?.html]).toEqual(["从首页发的帖", expect.stringContaining("第二版")]);
    await gateway().refused("savePostBasicData", { ...fields(), pk_post }, "NOT_PERMITTED", admin);
    const reply = await gateway().reply(member, tid);
    await gateway().refused(
      "savePostBasicData",
      { ...fields(), pk_post: reply.pid },
      "POST_NOT_FOUND",
      member,
    );
  });

  it("are deleted, and destroyed if the request says so", async () => {
    const { tid, pk_post } = await gateway().ok("savePostBasicData", fields(), member);
    await gateway().ok("savePostBasicData", { ...fields(), pk_post, content: "机密" }, member);
    const others = await gateway().reply(admin, tid);
    await gateway().refused("deletePostBasicData", { pk_post, real: "3" }, "POST_NOT_FOUND", admin);
    await gateway().refused("deletePostBasicData", { pk_post, real: "2" }, "INVALID_REQUEST", member);
    expect(await gateway().ok("deletePostBasicData", { pk_post }, member)).toEqual({
      pk_post,
      tid,
      destroyed: false,
    });
    await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND");
    const text = async () => {
      const [row] = await gateway().database.select().from(posts).where(eq(posts.id, pk_post));
      const [topic] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
      return [row?.source, topic?.title, topic?.search];
    };
    expect(await text()).toEqual(["机密", "从首页发的帖", expect.any(String)]);
    await gateway().refused("deletePostBasicData", { pk_post }, "TOPIC_NOT_FOUND", member);
    for (const _ of [1, 2])
      expect((await gateway().ok("deletePostBasicData", { pk_post, real: "3" }, member)).destroyed).toBe(
        true,
      );
    expect(await text()).toEqual(["", "（已删除）", null]);
    const { database } = gateway();
    expect(await database.select().from(postVersions).where(eq(postVersions.postId, pk_post))).toEqual([]);
    // Other people's replies stay.
    const [post] = await database.select().from(posts).where(eq(posts.id, others.pid));
    expect(post?.source).not.toBe("");
  });

  it("a visible one is deleted and destroyed at once; another member's never", async () => {
    const { tid, pk_post } = await gateway().ok("savePostBasicData", fields(), member);
    const reply = await gateway().reply(member, tid);
    await gateway().ok("deletePostBasicData", { pk_post: reply.pid, real: "3" }, member);
    const [row] = await gateway().database.select().from(posts).where(eq(posts.id, reply.pid));
    expect([row?.source, row?.deletedAt]).toEqual(["", expect.any(Date)]);
    await gateway().refused("deletePostBasicData", { pk_post }, "NOT_PERMITTED", admin);
  });
});

describe("news", () => {
  beforeAll(async () => {
    await gateway()
      .database.insert(news)
      .values([
        ...Array.from({ length: 25 }, (_, index) =>
          newsRow(8400 + index, {
            date: inDays(-30 - index),
            categoryId: content.otherCategory,
            cover: null,
          }),
        ),
        newsRow(8390, { title: "还没到日子" }),
        newsRow(8391, { delistedAt: new Date(), title: "已下架" }),
      ]);
  });
  // A test may have moved the clock.
  beforeEach(async () => {
    await gateway()
      .database.update(news)
      .set({ date: inDays(1) })
      .where(eq(news.id, 8390));
    gateway().pass(31);
  });

  it("is listed newest first, by category and page, from its date on", async () => {
    const first = await gateway().ok("informationListPage", {});
    expect([first.total, first.pages, first.news.length]).toEqual([26, 2, 20]);
    expect(first.news.slice(0, 2).map(({ id }) => id)).toEqual([content.news, 8400]);
    const second = await gateway().ok("informationListPage", { id: content.otherCategory, page: 2 });
    expect([second.category?.name, second.news.map(({ id }) => id)]).toEqual([
      "社区活动",
      [8420, 8421, 8422, 8423, 8424],
    ]);
    const { data } = await gateway().ok("informationCategoryPage", {});
    expect((await gateway().ok("categoryMap", {})).data).toEqual(
      Object.fromEntries(data.map(({ id, name }) => [String(id), name])),
    );
    expect(data.map(({ total, newest }) => [total, newest?.id])).toEqual([
      [1, content.news],
      [25, 8400],
    ]);
    expect(
      (await gateway().ok("queryHomeNews", { count: 2, first: [8405, 8390] })).data.map(({ id }) => id),
    ).toEqual([8405, content.news]);
  });

  it("has its products and related news; when taken down it keeps its page and leaves the lists", async () => {
    const { data } = await gateway().ok("informationDetail", { id: content.news });
    expect(data.products).toEqual([{ id: content.product, name: "QX8101", summary: "一颗芯片" }]);
    expect([data.delisted, data.heldBack, data.related]).toEqual([false, false, []]);
    const other = await gateway().ok("informationDetail", { id: 8400 });
    expect(other.data.related.map(({ id }) => id)).toEqual([8401, 8402, 8403, 8404]);
    expect((await gateway().ok("informationDetail", { id: 8391 })).data.delisted).toBe(true);
  });

  it("is hidden until its date, except for an administrator", async () => {
    for (const reader of [null, member])
      await gateway().refused("informationDetail", { id: 8390 }, "NEWS_NOT_FOUND", reader);
    expect((await gateway().ok("informationDetail", { id: 8390 }, admin)).data.heldBack).toBe(true);
    await gateway().refused("informationDetail", { id: 8390 }, "NEWS_NOT_FOUND");
    expect((await gateway().ok("queryHomePreview", {}, admin)).news.map(({ id }) => id)).toEqual([8390]);
    gateway().pass(86_400 + 10);
    expect((await gateway().ok("informationDetail", { id: 8390 })).data.heldBack).toBe(false);
    expect((await gateway().ok("informationListPage", {})).news[0]?.id).toBe(8390);
  });

  it("has a feed with its texts", async () => {
    const feed = await gateway().ok("feedNews", { id: content.category });
    expect(feed.category?.name).toBe("产品动态");
    expect(feed.news.map(({ id, html }) => [id, html])).toEqual([[content.news, "<p>正文</p>"]]);
    expect((await gateway().ok("feedNews", {})).news.length).toBe(26);
  });
});

describe("moved addresses", () => {
  it.each([
    ["/old/page", "/aboutUs"],
    ["/old/page?id=7", "/information/details/8301"],
    ["/old/page?id=8", "/aboutUs"],
    ["/old", null],
    ["/old/page/", null],
  ])("%s: %s", async (address, target) => {
    expect(await gateway().ok("movedAddress", { address })).toEqual({ target });
  });
});
