import { tagFollowsMax, tagPageSize } from "contract/forum/constants";
import { eq } from "drizzle-orm";
import { documents, follows, sections, tagSkills, tags, topics } from "gateway/database/schema";
import { afterEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, next, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
afterEach(() => expectExactCounters(gateway().database));
const nobody = 2_000_000_000;

/** A tag that no other test uses, with a topic. */
async function tagged(author: Member, section: Section, name = `签${next()}`, fields: object = {}) {
  const topic = await gateway().topic(author, section, { tags: [name], ...fields });
  const [tag] = (await gateway().ok("topicDetail", { tid: topic.tid })).tags;
  return { ...topic, name, tag: tag?.id ?? 0 };
}
const setTopic = (tid: number, values: Partial<typeof topics.$inferInsert>) =>
  gateway().database.update(topics).set(values).where(eq(topics.id, tid));
const tids = ({ topics: rows }: { topics: { tid: number }[] }) => rows.map(({ tid }) => tid);

describe("the tag list", () => {
  it("is sorted by topics, followers or name, and searched by name", async () => {
    const [me, section, mark] = [await gateway().member(), await gateway().section(), `找${next()}`];
    const [few, many, liked] = [`${mark}b`, `${mark}C`, `${mark}a`];
    await tagged(me, section, few);
    for (let count = 0; count < 3; count += 1) await tagged(me, section, many);
    for (let count = 0; count < 2; count += 1) await tagged(me, section, liked);
    const id = (await gateway().ok("forumTagList", { text: liked })).tags[0]?.id ?? 0;
    await gateway().ok("follow", { kind: "tag", target: id }, me);
    const list = async (order?: "topics" | "followers" | "name") =>
      (await gateway().ok("forumTagList", { text: mark, ...(order ? { order } : {}) })).tags.map(
        ({ name }) => name,
      );
    expect(await list()).toEqual([many, liked, few]);
    expect((await list("followers"))[0]).toBe(liked);
    expect(await list("name")).toEqual([liked, few, many]);
    const mine = await gateway().ok("forumTagList", { text: `#${liked.toUpperCase()}` }, me);
    expect(mine).toMatchObject({
      total: 1,
      page: 1,
      pages: 1,
      tags: [{ id, name: liked, topics: 2, followers: 1, followed: true }],
    });
    expect(await gateway().ok("forumTagList", { text: `${mark}没有` })).toMatchObject({
      tags: [],
      total: 0,
      pages: 1,
    });
    expect(
      (await gateway().refused("forumTagList", { text: "长".repeat(21) }, "INVALID_REQUEST")).fields,
    ).toEqual({
      text: ["标签名不超过 20 个字"],
    });
  });

  it("treats % and _ as text, and puts the exact name first", async () => {
    const [me, section, mark] = [await gateway().member(), await gateway().section(), `精${next()}`];
    for (let count = 0; count < 2; count += 1) await tagged(me, section, `${mark}_长`);
    await tagged(me, section, mark);
    expect((await gateway().ok("forumTagList", { text: mark })).tags.map(({ name }) => name)).toEqual([
      mark,
      `${mark}_长`,
    ]);
    expect((await gateway().ok("forumTagList", { text: `${mark}_` })).total).toBe(1);
    expect((await gateway().ok("forumTagList", { text: `${mark}%` })).total).toBe(0);
  });

  it("leaves out tags without topics, except those on the map, and has pages", async () => {
    const [me, section, mark] = [await gateway().member(), await gateway().section(), `空${next()}`];
    const { pid, tag } = await tagged(me, section, mark);
    await gateway().ok("deleteContent", { pid }, me);
    expect((await gateway().ok("forumTagList", { text: mark })).total).toBe(0);
    await gateway().database.update(tags).set({ groupName: "测试" }).where(eq(tags.id, tag));
    expect((await gateway().ok("forumTagList", { text: mark })).tags).toMatchObject([
      { id: tag, topics: 0, group: "测试" },
    ]);
    const many = Array.from({ length: tagPageSize + 2 }, (_, index) => ({
      name: `${mark}页${index}`,
      groupName: "测试",
    }));
    await gateway().database.insert(tags).values(many);
    const second = await gateway().ok("forumTagList", { text: `${mark}页`, page: 9 });
    expect(second).toMatchObject({ page: 2, pages: 2, total: tagPageSize + 2 });
    expect(second.tags.length).toBe(2);
  });
});

describe("the tag map", () => {
  it("has the operator's groups in the operator's order, the busiest tag first", async () => {
    const [me, section, mark] = [await gateway().member(), await gateway().section(), next()];
    const [busy, quiet] = [await tagged(me, section), await tagged(me, section)];
    await tagged(me, section, busy.name);
    const groups = [`乙${mark}`, `甲${mark}`, `无${mark}`];
    await gateway()
      .database.insert(documents)
      .values({ key: "tag-groups", value: groups })
      .onConflictDoUpdate({ target: documents.key, set: { value: groups } });
    for (const { tag } of [quiet, busy])
      await gateway().database.update(tags).set({ groupName: groups[1] }).where(eq(tags.id, tag));
    await gateway()
      .database.insert(tags)
      .values({ name: `占位${mark}`, groupName: groups[0], summary: "还没有帖子" });
    await gateway().ok("follow", { kind: "tag", target: quiet.tag }, me);
    const map = await gateway().ok("tagMap", {}, me);
    expect(map.groups.map(({ name }) => name)).toEqual(groups.slice(0, 2));
    expect(map.groups[0]?.tags).toMatchObject([
      { name: `占位${mark}`, summary: "还没有帖子", topics: 0, followed: false },
    ]);
    expect(map.groups[1]?.tags).toMatchObject([
      { id: busy.tag, topics: 2, followed: false },
      { id: quiet.tag, topics: 1, followed: true },
    ]);
    expect((await gateway().ok("tagMap", {})).groups[1]?.tags[1]).toMatchObject({
      id: quiet.tag,
      followed: false,
    });
  });
});

describe("a tag", () => {
  it("shows related tags and the people who answer its topics", async () => {
    const [me, section, mark] = [await gateway().member(), await gateway().section(), next()];
    const [name, near, far] = [`中${mark}`, `近${mark}`, `远${mark}`];
    const first = await tagged(me, section, name, { tags: [name, near] });
    await gateway().topic(me, section, { tags: [near, name, far] });
    const [writer, solver, nobodyYet] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
    ];
    await gateway()
      .database.insert(tagSkills)
      .values([
        { accountId: writer.id, tagId: first.tag, posts: 4 },
        { accountId: solver.id, tagId: first.tag, posts: 1, accepted: 1 },
        { accountId: nobodyYet.id, tagId: first.tag },
      ]);
    const detail = await gateway().ok("tagDetail", { id: first.tag }, me);
    expect(detail).toMatchObject({ id: first.tag, name, topics: 2, followers: 0, followed: false });
    expect(detail.related).toMatchObject([
      { name: near, topics: 2 },
      { name: far, topics: 1 },
    ]);
    expect(detail.people).toMatchObject([
      { uid: solver.id, nickName: solver.nickname, posts: 1, accepted: 1 },
      { uid: writer.id, posts: 4, accepted: 0 },
    ]);
    await gateway().refused("tagDetail", { id: nobody }, "TAG_NOT_FOUND");
    await gateway().refused("tagTopicList", { id: nobody }, "TAG_NOT_FOUND");
    await gateway().refused("tagDetail", { id: "x" }, "INVALID_REQUEST");
    await gateway().database.delete(tagSkills).where(eq(tagSkills.tagId, first.tag));
  });

  it("lists its topics by latest reply or newest first, a page at a time", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const first = await tagged(me, section);
    const written = [first.tid];
    for (let count = 0; count < 21; count += 1) {
      gateway().pass(1);
      written.unshift((await tagged(me, section, first.name)).tid);
    }
    gateway().pass(1);
    await gateway().reply(me, first.tid);
    const newest = await gateway().ok("tagTopicList", { id: first.tag, order: "new" });
    expect([tids(newest), newest.page, newest.pages, newest.total]).toEqual([written.slice(0, 20), 1, 2, 22]);
    expect(tids(await gateway().ok("tagTopicList", { id: first.tag, order: "new", page: 5 }))).toEqual(
      written.slice(20),
    );
    expect(tids(await gateway().ok("tagTopicList", { id: first.tag }))).toEqual([
      first.tid,
      ...written.slice(0, 19),
    ]);
  });

  it("lists solved questions, and open ones", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const [help, talk] = section.classes;
    const waiting = await tagged(me, section, undefined, { classId: help });
    const solved = await tagged(me, section, waiting.name, { classId: help });
    const chat = await tagged(me, section, waiting.name, { classId: talk });
    const list = async (only?: "solved" | "unsolved") =>
      gateway().ok("tagTopicList", { id: waiting.tag, order: "new", ...(only ? { only } : {}) });
    await setTopic(solved.tid, { solved: true });
    expect(tids(await list("solved"))).toEqual([solved.tid]);
    expect(tids(await list("unsolved"))).toEqual([waiting.tid]);
    expect((await list("unsolved")).total).toBe(1);
    expect(tids(await list())).toEqual([chat.tid, solved.tid, waiting.tid]);
    // An edit changes the topic's class, which makes it a question or not.
    const edit = { title: "改了分类的主题", content: "正文", tags: [waiting.name], fid: section.fid };
    await gateway().ok("editTopic", { ...edit, tid: chat.tid, classId: help ?? null }, me);
    await gateway().ok("editTopic", { ...edit, tid: waiting.tid, classId: talk ?? null }, me);
    expect(tids(await list("unsolved"))).toEqual([chat.tid]);
    await setTopic(solved.tid, { solved: false });
    expect(tids(await list("unsolved"))).toEqual([chat.tid, solved.tid]);
  });

  it("shows no hidden text", async () => {
    const [me, section, closed] = [
      await gateway().member(),
      await gateway().section(),
      await gateway().section(),
    ];
    const seen = await tagged(me, section);
    const hidden = await tagged(me, section, seen.name);
    const pending = await tagged(me, section, seen.name);
    const gone = await tagged(me, section, seen.name);
    const shut = await tagged(me, closed, seen.name, { classId: closed.classes[0] });
    await setTopic(hidden.tid, { hiddenAt: new Date() });
    await setTopic(pending.tid, { review: "pending" });
    await gateway().ok("deleteContent", { pid: gone.pid }, me);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, closed.fid));
    for (const order of ["reply", "new"] as const) {
      const list = await gateway().ok("tagTopicList", { id: seen.tag, order });
      expect([tids(list), list.total]).toEqual([[seen.tid], 1]);
    }
    expect(tids(await gateway().ok("tagTopicList", { id: seen.tag, only: "unsolved" }))).toEqual([]);
    await gateway().ok("follow", { kind: "tag", target: seen.tag }, me);
    expect(tids(await gateway().ok("followedTagPosts", {}, me))).toEqual([seen.tid]);
    await gateway().database.update(sections).set({ closed: false }).where(eq(sections.id, closed.fid));
    await setTopic(hidden.tid, { hiddenAt: null });
    await setTopic(pending.tid, { review: "approved" });
    expect(tids(await gateway().ok("followedTagPosts", {}, me))).toEqual([
      shut.tid,
      pending.tid,
      hidden.tid,
      seen.tid,
    ]);
  });
});

describe("following tags", () => {
  it("saves the whole set, and its topics come newest first, each once", async () => {
    const [me, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const one = await tagged(other, section);
    const two = await tagged(other, section);
    const both = await tagged(other, section, one.name, { tags: [one.name, two.name] });
    expect(await gateway().ok("followedTags", {}, me)).toEqual({ tags: [] });
    expect(await gateway().ok("followedTagPosts", {}, me)).toEqual({
      topics: [],
      page: 1,
      pages: 1,
      total: 0,
    });
    const saved = await gateway().ok("saveTagFollow", { ids: [one.tag, two.tag, one.tag] }, me);
    expect(new Set(saved.tags.map(({ id }) => id))).toEqual(new Set([one.tag, two.tag]));
    expect(tids(await gateway().ok("followedTagPosts", {}, me))).toEqual([both.tid, two.tid, one.tid]);
    gateway().pass(1);
    await gateway().ok("saveTagFollow", { ids: [two.tag] }, me);
    expect((await gateway().ok("followedTags", {}, me)).tags).toMatchObject([
      { id: two.tag, followers: 1, followed: true },
    ]);
    expect(tids(await gateway().ok("followedTagPosts", {}, me))).toEqual([both.tid, two.tid]);
    expect(await gateway().ok("tagDetail", { id: one.tag }, me)).toMatchObject({
      followers: 0,
      followed: false,
    });
    expect(await gateway().ok("saveTagFollow", { ids: [] }, me)).toEqual({ tags: [] });
  });

  it("refuses unknown tags, and too many", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const { tag } = await tagged(me, section);
    await gateway().refused("saveTagFollow", { ids: [tag, nobody] }, "TAG_NOT_FOUND", me);
    expect(await gateway().ok("followedTags", {}, me)).toEqual({ tags: [] });
    const tooMany = Array.from({ length: tagFollowsMax + 1 }, (_, index) => index + 1);
    const refused = await gateway().refused("saveTagFollow", { ids: tooMany }, "INVALID_REQUEST", me);
    expect(refused.fields).toEqual({ ids: [`最多关注 ${tagFollowsMax} 个标签`] });
  });

  it("keeps other follows", async () => {
    const [me, star, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    await gateway().ok("follow", { kind: "user", target: star.id }, me);
    await gateway().ok("follow", { kind: "section", target: section.fid }, me);
    await gateway().ok("saveTagFollow", { ids: [] }, me);
    const rows = await gateway()
      .database.select({ kind: follows.kind })
      .from(follows)
      .where(eq(follows.accountId, me.id));
    expect(rows.map(({ kind }) => kind).sort()).toEqual(["section", "user"]);
  });

  it("by many at once keeps the counters exact", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const ids = [
      (await tagged(author, section)).tag,
      (await tagged(author, section)).tag,
      (await tagged(author, section)).tag,
    ];
    const people = await Promise.all(Array.from({ length: 25 }, () => gateway().member()));
    const answers = await Promise.all(
      people.flatMap((one, index) => [
        gateway().call("saveTagFollow", { ids: index % 2 === 0 ? ids : [...ids].reverse().slice(1) }, one),
        gateway().call(index % 3 === 0 ? "unfollow" : "follow", { kind: "tag", target: ids[index % 3] }, one),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
