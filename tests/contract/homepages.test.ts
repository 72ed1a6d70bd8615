import { eq } from "drizzle-orm";
import { accounts, sections, tagSkills, tags, topics } from "gateway/database/schema";
import { afterEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, next, startGateway } from "../support/gateway";

const gateway = startGateway();
afterEach(() => expectExactCounters(gateway().database));
const nobody = 2_000_000_000;
const people = (number: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: number }, () => gateway().member()));
const follow = (fan: Member, star: Member) => gateway().ok("follow", { kind: "user", target: star.id }, fan);

describe("a member's page", () => {
  it("shows the member's thanks, the areas they know, and whether the reader follows them", async () => {
    const [star, fan] = [await gateway().member(), await gateway().member()];
    await gateway().database.update(accounts).set({ answersAccepted: 2 }).where(eq(accounts.id, star.id));
    const names = Array.from({ length: 8 }, (_, index) => `艺${next()}${index}`);
    const made = await gateway()
      .database.insert(tags)
      .values(names.map((name) => ({ name })))
      .returning({ id: tags.id });
    const skills = made.map(({ id: tagId }, index) => ({
      accountId: star.id,
      tagId,
      posts: index,
      accepted: index === 1 ? 1 : 0,
    }));
    await gateway().database.insert(tagSkills).values(skills);
    await follow(fan, star);
    const page = await gateway().ok("authorInfo", { uid: star.id }, fan);
    expect(page).toMatchObject({
      answersAccepted: 2,
      likesReceived: 0,
      followers: 1,
      followed: true,
      favoritesPublic: false,
    });
    expect(page.skills.map(({ name }) => name)).toEqual([1, 7, 6, 5, 4, 3].map((index) => names[index]));
    expect(page.skills[0]).toMatchObject({ posts: 1, accepted: 1 });
    expect(await gateway().ok("authorInfo", { uid: star.id })).toMatchObject({ followed: false });
    expect(await gateway().ok("authorInfo", { uid: star.id }, star)).toMatchObject({ followed: false });
    await gateway().database.delete(tagSkills).where(eq(tagSkills.accountId, star.id));
    await gateway().database.update(accounts).set({ answersAccepted: 0 }).where(eq(accounts.id, star.id));
  });
});

describe("the people whom a member follows, and the member's followers", () => {
  it("are visible to everybody, the latest first, with the reader's own follows", async () => {
    const [star, me, friend, stranger] = (await people(4)) as [Member, Member, Member, Member];
    for (const fan of [stranger, friend, me]) {
      await follow(fan, star);
      gateway().pass(1);
    }
    await follow(me, friend);
    await follow(stranger, me);
    const list = await gateway().ok("userFollowInfo", { uid: star.id, kind: "followers" }, me);
    expect(list).toMatchObject({ page: 1, pages: 1, total: 3 });
    expect(list.people).toMatchObject([
      { uid: me.id, followed: false, follows: false, followers: 1 },
      { uid: friend.id, followed: true, follows: false },
      { uid: stranger.id, followed: false, follows: true },
    ]);
    const open = await gateway().ok("userFollowInfo", { uid: me.id, kind: "following" });
    expect(open.people).toMatchObject([
      { uid: friend.id, followed: false, follows: false },
      { uid: star.id, followed: false },
    ]);
    expect(await gateway().ok("userFollowInfo", { uid: star.id, kind: "following" })).toEqual({
      people: [],
      page: 1,
      pages: 1,
      total: 0,
    });
    const mine = await gateway().ok("myFollowInfo", { kind: "followers" }, me);
    expect(mine.people).toMatchObject([{ uid: stranger.id, follows: true, followed: false }]);
    await gateway().refused("userFollowInfo", { uid: nobody, kind: "followers" }, "USER_NOT_FOUND");
    await gateway().refused("userFollowInfo", { uid: star.id, kind: "friends" }, "INVALID_REQUEST");
  });

  it("have exact counts after fifty changes at once", async () => {
    const [star, fans] = [await gateway().member(), await people(25)];
    const answers = await Promise.all([
      ...fans.map((fan) => gateway().call("follow", { kind: "user", target: star.id }, fan)),
      ...fans.map((fan) => gateway().call("follow", { kind: "user", target: fan.id }, star)),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await gateway().ok("getMyPersonalDetail", {}, star)).toMatchObject({
      followers: 25,
      following: 25,
    });
    const back = await Promise.all([
      ...fans.map((fan, index) =>
        gateway().call(index % 2 === 0 ? "unfollow" : "follow", { kind: "user", target: star.id }, fan),
      ),
      ...fans.map((fan, index) =>
        gateway().call(index % 2 === 0 ? "unfollow" : "follow", { kind: "user", target: fan.id }, star),
      ),
    ]);
    expect(new Set(back.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await gateway().ok("getMyPersonalDetail", {}, star)).toMatchObject({
      followers: 12,
      following: 12,
    });
    expect((await gateway().ok("userFollowInfo", { uid: star.id, kind: "followers" })).people.length).toBe(
      12,
    );
  });
});

describe("favourites", () => {
  it("are private until the member shows them", async () => {
    const [me, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(other, section);
    await gateway().ok("favoriteTopic", { tid }, me);
    expect(await gateway().ok("userFavorites", { uid: me.id }, me)).toMatchObject({
      total: 1,
      topics: [{ tid }],
    });
    for (const onlooker of [null, other])
      await gateway().refused("userFavorites", { uid: me.id }, "FAVORITES_PRIVATE", onlooker);
    expect(await gateway().ok("setFavoritesPublic", { public: true }, me)).toEqual({ favoritesPublic: true });
    for (const onlooker of [null, other])
      expect(await gateway().ok("userFavorites", { uid: me.id }, onlooker)).toMatchObject({
        total: 1,
        topics: [{ tid }],
      });
    expect(await gateway().ok("authorInfo", { uid: me.id })).toMatchObject({ favoritesPublic: true });
    expect(await gateway().ok("setFavoritesPublic", { public: false }, me)).toEqual({
      favoritesPublic: false,
    });
    await gateway().refused("userFavorites", { uid: me.id }, "FAVORITES_PRIVATE", other);
    await gateway().refused("userFavorites", { uid: nobody }, "USER_NOT_FOUND");
    await gateway().refused("setFavoritesPublic", { public: "yes" }, "INVALID_REQUEST", me);
  });

  it("show only what readers may see, the latest first", async () => {
    const [me, section, closed] = [
      await gateway().member(),
      await gateway().section(),
      await gateway().section(),
    ];
    const tids: number[] = [];
    for (const place of [section, section, section, closed])
      tids.push((await gateway().topic(me, place)).tid);
    const [first = 0, hidden = 0, last = 0] = tids;
    for (const tid of tids) {
      await gateway().ok("favoriteTopic", { tid }, me);
      gateway().pass(1);
    }
    await gateway().database.update(topics).set({ hiddenAt: new Date() }).where(eq(topics.id, hidden));
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, closed.fid));
    expect((await gateway().ok("userFavorites", { uid: me.id }, me)).topics.map(({ tid }) => tid)).toEqual([
      last,
      first,
    ]);
    await gateway().database.update(topics).set({ hiddenAt: null }).where(eq(topics.id, hidden));
    await gateway().database.update(sections).set({ closed: false }).where(eq(sections.id, closed.fid));
  });
});
