import { feedLength, feedTextMax, sitemapSliceLength } from "contract/syndication/constants";
import { and, eq } from "drizzle-orm";
import { posts, sections, tags, topics } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
const nobody = 2_000_000_000;

let author: Member;
let section: Section;
beforeAll(async () => {
  author = await gateway().member();
  section = await gateway().section();
});

const inSection = (fid: number) => gateway().ok("feedTopics", { kind: "section", target: fid });
const tidsOf = (feed: { topics: { tid: number }[] }) => feed.topics.map(({ tid }) => tid);
const hide = (tid: number) =>
  gateway().database.update(topics).set({ hiddenAt: new Date() }).where(eq(topics.id, tid));

/** Writes a topic a minute after the last one. */
async function write(
  who: Member,
  place: Section,
  fields: { title?: string; content?: string; tags?: string[] } = {},
) {
  gateway().pass(60);
  return gateway().topic(who, place, fields);
}

async function tagOf(tid: number): Promise<number> {
  const { tags: found } = await gateway().ok("topicDetail", { tid });
  return found[0]?.id ?? 0;
}

describe("a feed", () => {
  it("has the newest topics with their texts, tags and author, and no hidden text", async () => {
    const place = await gateway().section();
    const [first, second, hidden] = [
      await write(author, place, {
        title: "第一个帖子",
        content: "**粗** <b>不是标签</b>",
        tags: ["订阅甲"],
      }),
      await write(author, place),
      await write(author, place),
    ];
    await hide(hidden.tid);
    const feed = await inSection(place.fid);
    expect(feed).toMatchObject({ name: `版块${place.fid}`, summary: "说明" });
    expect(tidsOf(feed)).toEqual([second.tid, first.tid]);
    expect(feed.topics[1]).toMatchObject({
      title: "第一个帖子",
      section: { fid: place.fid, name: `版块${place.fid}` },
      author: { uid: author.id, nickName: author.nickname },
      tags: [{ name: "订阅甲" }],
    });
    expect(feed.topics[1]?.html).toContain("<strong>粗</strong>");
    expect(feed.topics[1]?.html).not.toContain("<b>");
    expect(feed.topics[1]?.updatedAt).toBe(feed.topics[1]?.createdAt);
  });

  it("keeps a topic's place when its text is edited, and gives the time of the edit", async () => {
    const place = await gateway().section();
    const [old, fresh] = [await write(author, place), await write(author, place)];
    gateway().pass(3_600);
    const fields = { fid: place.fid, classId: null, title: "改过的标题", content: "改过的正文", tags: [] };
    await gateway().ok("editTopic", { tid: old.tid, ...fields }, author);
    const feed = await inSection(place.fid);
    expect(tidsOf(feed)).toEqual([fresh.tid, old.tid]);
    const edited = feed.topics[1];
    expect(edited).toMatchObject({ title: "改过的标题", html: expect.stringContaining("改过的正文") });
    expect(Date.parse(edited?.updatedAt ?? "") - Date.parse(edited?.createdAt ?? "")).toBeGreaterThan(
      3_600_000,
    );
  });

  it("exists for everything, a tag and a person too", async () => {
    const writer = await gateway().member({ intro: "做驱动的" });
    const mine = await write(writer, section, { tags: [`标签${section.fid}`] });
    const other = await write(author, section, { tags: [`标签${section.fid}`] });
    const gone = await write(author, section, { tags: [`标签${section.fid}`] });
    await hide(gone.tid);
    const tag = await tagOf(mine.tid);
    await gateway().database.update(tags).set({ summary: "标签的说明" }).where(eq(tags.id, tag));
    expect(tidsOf(await gateway().ok("feedTopics", {})).slice(0, 2)).toEqual([other.tid, mine.tid]);
    const tagged = await gateway().ok("feedTopics", { kind: "tag", target: tag });
    expect(tagged).toMatchObject({ name: `标签${section.fid}`, summary: "标签的说明" });
    expect(tidsOf(tagged)).toEqual([other.tid, mine.tid]);
    const person = await gateway().ok("feedTopics", { kind: "user", target: writer.id });
    expect(person).toMatchObject({ name: writer.nickname, summary: "做驱动的" });
    expect(tidsOf(person)).toEqual([mine.tid]);
  });

  it("ends after thirty topics", async () => {
    const place = await gateway().section();
    const written: number[] = [];
    for (let count = 0; count < feedLength + 2; count += 1) written.push((await write(author, place)).tid);
    expect(tidsOf(await inSection(place.fid))).toEqual(written.reverse().slice(0, feedLength));
  });

  it("shortens very long texts to their first words, and leaves out unrendered ones", async () => {
    const place = await gateway().section();
    const long = await write(author, place, { content: `a <b> & ${"长 ".repeat(20_000)}` });
    const wordless = await write(author, place);
    const html = `<p>${"长".repeat(feedTextMax)}</p>`;
    const floor1 = (tid: number) => and(eq(posts.topicId, tid), eq(posts.floor, 1));
    await gateway()
      .database.update(posts)
      .set({ html: `<p>a &lt;b> &amp; ${html}` })
      .where(floor1(long.tid));
    await gateway().database.update(posts).set({ hiddenAt: new Date() }).where(floor1(wordless.tid));
    const feed = await inSection(place.fid);
    expect(feed.topics.map(({ tid }) => tid)).toEqual([wordless.tid, long.tid]);
    expect(feed.topics[0]?.html).toBe("");
    expect(feed.topics[1]?.html).toMatch(/^<p>a &lt;b> &amp; 长+…<\/p>$/);
    expect(feed.topics[1]?.html.length).toBeLessThan(1_100);
  });

  it("is empty without topics, and refused for missing tags and people", async () => {
    const empty = await gateway().section();
    expect((await inSection(empty.fid)).topics).toEqual([]);
    const closed = await gateway().section({ closed: true });
    for (const target of [closed.fid, nobody])
      await gateway().refused("feedTopics", { kind: "section", target }, "SECTION_NOT_FOUND");
    await gateway().refused("feedTopics", { kind: "tag", target: nobody }, "TAG_NOT_FOUND");
    await gateway().refused("feedTopics", { kind: "user", target: nobody }, "USER_NOT_FOUND");
    for (const kind of ["section", "tag", "user"]) {
      const refusal = await gateway().refused("feedTopics", { kind }, "INVALID_REQUEST");
      expect(refusal.fields).toEqual({ target: ["编号有误"] });
    }
  });

  it("leaves out topics of a closed section", async () => {
    const place = await gateway().section();
    const written = await write(author, place, { tags: [`合上${place.fid}`] });
    const tag = await tagOf(written.tid);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, place.fid));
    for (const request of [
      {},
      { kind: "tag" as const, target: tag },
      { kind: "user" as const, target: author.id },
    ]) {
      expect(tidsOf(await gateway().ok("feedTopics", request))).not.toContain(written.tid);
    }
  });
});

describe("a sitemap", () => {
  const slice = (kind: "topics" | "tags" | "people", number = 1) =>
    gateway().ok("sitemapSlice", { kind, slice: number });
  const find = async (kind: "topics" | "tags" | "people", id: number) =>
    (await slice(kind)).entries.find((entry) => entry.id === id);
  const index = () => {
    // The index is cached for ten minutes.
    gateway().pass(700);
    return gateway().ok("sitemapIndex", {});
  };

  it("has every topic that readers may see, by id, with its last change", async () => {
    const place = await gateway().section();
    const [plain, answered, edited, hidden] = [
      await write(author, place),
      await write(author, place),
      await write(author, place),
      await write(author, place),
    ];
    gateway().pass(100);
    const before = gateway().services.now().getTime();
    await gateway().reply(author, answered.tid);
    await gateway().ok(
      "editTopic",
      { tid: edited.tid, fid: place.fid, classId: null, title: "改过的标题", content: "新", tags: [] },
      author,
    );
    await hide(hidden.tid);
    const { entries } = await slice("topics");
    const ids = entries.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(ids).not.toContain(hidden.tid);
    const at = (tid: number) => Date.parse(entries.find(({ id }) => id === tid)?.updatedAt ?? "");
    expect(at(plain.tid)).toBeLessThan(before);
    expect(at(answered.tid)).toBeGreaterThanOrEqual(before);
    expect(at(edited.tid)).toBeGreaterThanOrEqual(before);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, place.fid));
    expect(await find("topics", plain.tid)).toBeUndefined();
  });

  it("has tags and people with a visible topic, dated by their newest", async () => {
    const [writer, reader, place] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const older = await write(writer, place, { tags: [`地图${place.fid}`] });
    const newer = await write(writer, place, { tags: [`地图${place.fid}`] });
    const tag = await tagOf(older.tid);
    const { createdAt } = await gateway().ok("topicDetail", { tid: newer.tid });
    expect(await find("tags", tag)).toEqual({ id: tag, updatedAt: createdAt });
    expect(await find("people", writer.id)).toEqual({ id: writer.id, updatedAt: createdAt });
    expect(await find("people", reader.id)).toBeUndefined();
    await hide(older.tid);
    await hide(newer.tid);
    expect(await find("tags", tag)).toBeUndefined();
    expect(await find("people", writer.id)).toBeUndefined();
  });

  it("is cut by ids; its index names the non-empty slices with their last change", async () => {
    const place = await gateway().section();
    const model = await write(author, place, { tags: [`切片${place.fid}`] });
    const [topic] = await gateway().database.select().from(topics).where(eq(topics.id, model.tid));
    if (!topic) throw new Error("the topic was written");
    const { listed: _listed, submissionId: _submission, ...columns } = topic;
    const far = 3 * sitemapSliceLength;
    const at = gateway().services.now();
    for (const id of [far, far + 1]) {
      await gateway()
        .database.insert(topics)
        .values({ ...columns, id, lastReplyAt: at });
      await gateway()
        .database.insert(posts)
        .values({ topicId: id, authorId: author.id, floor: 1, source: "远", html: "<p>远</p>" });
    }
    const { slices } = await index();
    expect(slices.filter(({ kind }) => kind === "topics").map(({ slice: number }) => number)).toEqual([
      1, 3, 4,
    ]);
    expect(slices.find(({ kind, slice: number }) => kind === "topics" && number === 4)?.updatedAt).toBe(
      at.toISOString(),
    );
    expect((await slice("topics", 3)).entries).toEqual([{ id: far, updatedAt: at.toISOString() }]);
    expect((await slice("topics", 4)).entries).toEqual([{ id: far + 1, updatedAt: at.toISOString() }]);
    expect((await slice("topics", 2)).entries).toEqual([]);
    for (const kind of ["topics", "tags", "people"] as const) {
      const newest = (await slice(kind)).entries
        .map(({ updatedAt }) => updatedAt)
        .sort()
        .at(-1);
      expect(slices.find((one) => one.kind === kind && one.slice === 1)?.updatedAt).toBe(newest);
    }
  });

  it("names the open sections with their last reply, and is cached for a while", async () => {
    const [busy, quiet, closed] = [
      await gateway().section(),
      await gateway().section(),
      await gateway().section({ closed: true }),
    ];
    const topic = await write(author, busy);
    const { lastReplyAt } = await gateway().ok("topicDetail", { tid: topic.tid });
    const { sections: entries } = await index();
    expect(entries).toContainEqual({ fid: busy.fid, updatedAt: lastReplyAt });
    expect(entries).toContainEqual({ fid: quiet.fid, updatedAt: null });
    expect(entries.map(({ fid }) => fid)).not.toContain(closed.fid);
    await write(author, quiet);
    expect((await gateway().ok("sitemapIndex", {})).sections).toContainEqual({
      fid: quiet.fid,
      updatedAt: null,
    });
    expect((await index()).sections).not.toContainEqual({ fid: quiet.fid, updatedAt: null });
  });

  it("refuses invalid slices", async () => {
    for (const wrong of [0, -1, 1.5, 1e9, "x"])
      await gateway().refused("sitemapSlice", { kind: "topics", slice: wrong }, "INVALID_REQUEST");
    await gateway().refused("sitemapSlice", { kind: "posts", slice: 1 }, "INVALID_REQUEST");
  });
});
