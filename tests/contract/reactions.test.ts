import { afterEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
afterEach(() => expectExactCounters(gateway().database));

async function unread(member: Member): Promise<number | undefined> {
  return (await gateway().ok("getMyPersonalDetail", {}, member)).unread?.forum;
}

describe("likes", () => {
  it("count once however often they are given, and are removed when undone", async () => {
    const [author, one, two, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { pid, tid } = await gateway().topic(author, section);
    expect(await gateway().ok("likePost", { pid }, one)).toEqual({ liked: true, likes: 1 });
    expect(await gateway().ok("likePost", { pid }, one)).toEqual({ liked: true, likes: 1 });
    expect(await gateway().ok("likePost", { pid }, two)).toEqual({ liked: true, likes: 2 });
    expect(await gateway().ok("likePost", { pid }, author)).toEqual({ liked: true, likes: 3 });
    expect((await gateway().ok("topicDetail", { tid })).likes).toBe(3);
    // However many people like a post, its author has one unread notice.
    expect(await unread(author)).toBe(1);
    expect(await gateway().ok("unlikePost", { pid }, one)).toEqual({ liked: false, likes: 2 });
    expect(await gateway().ok("unlikePost", { pid }, one)).toEqual({ liked: false, likes: 2 });
    // Undoing a like removes its notice, so liking repeatedly tells the author once.
    expect(await unread(author)).toBe(1);
  });

  it("of a reply are the reply's own, not the topic's", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(author, section);
    const floor = await gateway().reply(author, tid);
    const beneath = await gateway().reply(author, tid, { parent: floor.pid });
    const fan = await gateway().member();
    await gateway().ok("likePost", { pid: floor.pid }, fan);
    await gateway().ok("likePost", { pid: beneath.pid }, fan);
    const detail = await gateway().ok("topicDetail", { tid }, fan);
    expect(detail).toMatchObject({
      likes: 0,
      floors: [{ likes: 0 }, { likes: 1, liked: true, depthPosts: [{ likes: 1 }] }],
    });
  });

  it("need an existing post", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(author, section);
    const { pid } = await gateway().reply(author, tid);
    await gateway().ok("deleteContent", { pid }, author);
    for (const call of ["likePost", "unlikePost"] as const) {
      await gateway().refused(call, { pid }, "POST_NOT_FOUND", author);
      await gateway().refused(call, { pid: 2_000_000_000 }, "POST_NOT_FOUND", author);
    }
  });
});

describe("favourites", () => {
  it("count once however often they are set, and are removed when cancelled", async () => {
    const [author, reader, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section);
    expect(await gateway().ok("favoriteTopic", { tid }, reader)).toEqual({ favorited: true, favorites: 1 });
    expect(await gateway().ok("favoriteTopic", { tid }, reader)).toEqual({ favorited: true, favorites: 1 });
    expect(await gateway().ok("favoriteTopic", { tid }, author)).toEqual({ favorited: true, favorites: 2 });
    expect(await gateway().ok("cancelFavorite", { tid }, reader)).toEqual({ favorited: false, favorites: 1 });
    expect(await gateway().ok("cancelFavorite", { tid }, reader)).toEqual({ favorited: false, favorites: 1 });
    await gateway().refused("favoriteTopic", { tid: 2_000_000_000 }, "TOPIC_NOT_FOUND", reader);
  });
});

describe("follows", () => {
  it("of people change both people's counters, and the followed person gets a notice", async () => {
    const [fan, star] = [await gateway().member(), await gateway().member()];
    const target = { kind: "user" as const, target: star.id };
    expect(await gateway().ok("followStatus", target, fan)).toEqual({ followed: false });
    expect(await gateway().ok("follow", target, fan)).toEqual({ followed: true });
    expect(await gateway().ok("follow", target, fan)).toEqual({ followed: true });
    expect(await gateway().ok("followStatus", target, fan)).toEqual({ followed: true });
    expect(await gateway().ok("getMyPersonalDetail", {}, star)).toMatchObject({
      followers: 1,
      following: 0,
      unread: { forum: 1 },
    });
    expect(await gateway().ok("getMyPersonalDetail", {}, fan)).toMatchObject({
      followers: 0,
      following: 1,
      unread: { forum: 0 },
    });
    expect(await gateway().ok("unfollow", target, fan)).toEqual({ followed: false });
    expect(await gateway().ok("unfollow", target, fan)).toEqual({ followed: false });
    expect(await gateway().ok("getMyPersonalDetail", {}, star)).toMatchObject({
      followers: 0,
      unread: { forum: 0 },
    });
  });

  it("of sections and tags change their counters", async () => {
    const [fan, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(fan, section, { tags: [`追${section.fid}`] });
    const tag = (await gateway().ok("topicDetail", { tid })).tags[0]?.id ?? 0;
    await gateway().ok("follow", { kind: "tag", target: tag }, fan);
    await gateway().ok("follow", { kind: "section", target: section.fid }, fan);
    expect(await gateway().ok("sectionDetail", { fid: section.fid }, fan)).toMatchObject({
      followers: 1,
      followed: true,
    });
    expect(await gateway().ok("sectionDetail", { fid: section.fid })).toMatchObject({
      followers: 1,
      followed: false,
    });
    expect(await gateway().ok("myForums", {}, fan)).toMatchObject({ sections: [{ fid: section.fid }] });
    await gateway().ok("unfollow", { kind: "section", target: section.fid }, fan);
    await gateway().ok("unfollow", { kind: "tag", target: tag }, fan);
    expect(await gateway().ok("myForums", {}, fan)).toEqual({ sections: [] });
  });

  it("need an existing target, and not oneself", async () => {
    const fan = await gateway().member();
    const nobody = 2_000_000_000;
    await gateway().refused("follow", { kind: "user", target: fan.id }, "CANNOT_FOLLOW_SELF", fan);
    await gateway().refused("follow", { kind: "user", target: nobody }, "USER_NOT_FOUND", fan);
    await gateway().refused("follow", { kind: "section", target: nobody }, "SECTION_NOT_FOUND", fan);
    await gateway().refused("follow", { kind: "tag", target: nobody }, "TAG_NOT_FOUND", fan);
    await gateway().refused("follow", { kind: "planet", target: 1 }, "INVALID_REQUEST", fan);
  });

  it("are listed from both sides, the latest first, a page at a time", async () => {
    const star = await gateway().member();
    const fans: Member[] = [];
    for (let count = 0; count < 22; count += 1) {
      const fan = await gateway().member();
      await gateway().ok("follow", { kind: "user", target: star.id }, fan);
      fans.unshift(fan);
      gateway().pass(1);
    }
    const list = async (page: number) => {
      const { people, ...rest } = await gateway().ok("myFollowInfo", { kind: "followers", page }, star);
      return { ids: people.map(({ uid }) => uid), ...rest };
    };
    const ids = fans.map(({ id }) => id);
    expect(await list(1)).toEqual({ ids: ids.slice(0, 20), page: 1, pages: 2, total: 22 });
    expect(await list(7)).toEqual({ ids: ids.slice(20), page: 2, pages: 2, total: 22 });
    expect(await gateway().ok("myFollowInfo", { kind: "following" }, fans[0])).toMatchObject({
      people: [{ uid: star.id }],
      total: 1,
    });
  });
});

describe("notices", () => {
  it("of a reply go to the topic's author and to the people answered, once each, and not to oneself", async () => {
    const [author, one, two, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section);
    await gateway().reply(author, tid);
    expect(await unread(author)).toBe(0);
    const floor = await gateway().reply(one, tid);
    expect([await unread(author), await unread(one)]).toEqual([1, 0]);
    const beneath = await gateway().reply(two, tid, { parent: floor.pid });
    expect([await unread(author), await unread(one), await unread(two)]).toEqual([2, 1, 0]);
    await gateway().reply(author, tid, { parent: beneath.pid });
    expect([await unread(author), await unread(one), await unread(two)]).toEqual([2, 2, 1]);
    await gateway().reply(one, tid, { parent: floor.pid });
    expect([await unread(author), await unread(one), await unread(two)]).toEqual([3, 2, 1]);
  });
});
