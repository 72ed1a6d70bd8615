import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

describe("a person's replies", () => {
  it("are listed newest first with an excerpt, without the topics they started", async () => {
    const [author, writer, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section, { title: "别人的主题" });
    await gateway().topic(writer, section);
    const pids: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      pids.unshift((await gateway().reply(writer, tid, { content: `**第 ${count} 条** \`a<b\`` })).pid);
      gateway().pass(1);
    }
    const long = await gateway().reply(writer, tid, { parent: pids[0], content: "长文".repeat(200) });
    const list = await gateway().ok("otherUserPosts", { uid: writer.id });
    expect(list).toMatchObject({ page: 1, pages: 2, total: 23 });
    expect(list.posts.map(({ pid }) => pid)).toEqual([long.pid, ...pids.slice(0, 19)]);
    expect(list.posts[0]).toMatchObject({
      tid,
      floor: null,
      topicTitle: "别人的主题",
      excerpt: `${"长文".repeat(60)}…`,
    });
    expect(list.posts[1]).toMatchObject({ floor: 23, excerpt: "第 21 条 a<b" });
    expect(
      (await gateway().ok("otherUserPosts", { uid: writer.id, page: 2 })).posts.map(({ pid }) => pid),
    ).toEqual(pids.slice(19));
    await gateway().refused("otherUserPosts", { uid: 2_000_000_000 }, "USER_NOT_FOUND");
  });
});

describe("the card of a person", () => {
  it("shows the person's public data", async () => {
    const [member, section] = [await gateway().member({ intro: "调过三代 ISP" }), await gateway().section()];
    await gateway().topic(member, section);
    expect(await gateway().ok("authorInfo", { uid: member.id })).toEqual({
      uid: member.id,
      nickName: member.nickname,
      icon: null,
      intro: "调过三代 ISP",
      role: "member",
      topics: 1,
      posts: 1,
      followers: 0,
      following: 0,
      joinedAt: expect.stringMatching(/Z$/),
      likesReceived: 0,
      answersAccepted: 0,
      favoritesPublic: false,
      closed: false,
      followed: false,
      blocked: false,
      skills: [],
    });
    await gateway().refused("authorInfo", { uid: 2_000_000_000 }, "USER_NOT_FOUND");
  });
});

describe("the rankings", () => {
  it("list the busiest members of 30 days, and no older activity", async () => {
    const fresh = gateway();
    const [busy, quiet, section] = [await fresh.member(), await fresh.member(), await fresh.section()];
    const { tid } = await fresh.topic(busy, section);
    for (const one of [busy, quiet, busy]) await fresh.reply(one, tid);
    const gone = await fresh.reply(quiet, tid);
    await fresh.ok("deleteContent", { pid: gone.pid }, quiet);
    fresh.pass(120);
    expect(
      (await fresh.ok("heroRank", {})).people.filter(({ uid }) => [busy.id, quiet.id].includes(uid)),
    ).toMatchObject([
      { uid: busy.id, posts: 3 },
      { uid: quiet.id, posts: 1 },
    ]);
    fresh.pass(31 * 86_400);
    expect(await fresh.ok("heroRank", {})).toEqual({ people: [] });
  });

  it("list the tags with the most topics, and none without topics", async () => {
    const [member, section] = [await gateway().member(), await gateway().section()];
    const [many, few, none] = [`多${section.fid}`, `少${section.fid}`, `无${section.fid}`];
    for (const tags of [[many, few], [many]]) await gateway().topic(member, section, { tags });
    const gone = await gateway().topic(member, section, { tags: [none] });
    await gateway().ok("deleteContent", { pid: gone.pid }, member);
    const { tags } = await gateway().ok("hotTags", {});
    expect(tags.filter(({ name }) => [many, few, none].includes(name))).toMatchObject([
      { name: many, topics: 2 },
      { name: few, topics: 1 },
    ]);
  });
});

describe("the limits of uploads", () => {
  it("are given as file endings, bytes and numbers", async () => {
    const info = await gateway().ok("uploadInfo", {}, await gateway().member());
    for (const { types, maxBytes, maxCount } of Object.values(info)) {
      expect(types.every((type) => /^\.[a-z0-9.]+$/.test(type))).toBe(true);
      expect(maxBytes).toBeGreaterThan(0);
      expect(maxCount).toBeGreaterThan(0);
    }
  });
});
