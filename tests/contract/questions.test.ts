import { eq, sql } from "drizzle-orm";
import { tagSkills, topics } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

describe("ending a question", () => {
  it("accepts an answer, notifies its author, and can accept another", async () => {
    const [asker, one, two, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid, pid } = await gateway().topic(asker, section);
    const first = await gateway().reply(one, tid);
    const second = await gateway().reply(two, tid);
    expect(await gateway().ok("accomplishQuestion", { tid, pid: first.pid }, asker)).toEqual({
      solved: true,
    });
    const accepted = async () => {
      const { solved, floors } = await gateway().ok("topicDetail", { tid });
      return { solved, accepted: floors.filter((floor) => floor.accepted).map((floor) => floor.pid) };
    };
    expect(await accepted()).toEqual({ solved: true, accepted: [first.pid] });
    await gateway().ok("accomplishQuestion", { tid, pid: first.pid }, asker);
    expect((await gateway().ok("getMyPersonalDetail", {}, one)).unread?.forum).toBe(1);
    await gateway().ok("accomplishQuestion", { tid, pid: second.pid }, asker);
    expect(await accepted()).toEqual({ solved: true, accepted: [second.pid] });
    expect((await gateway().ok("sectionTopicList", { fid: section.fid, only: "solved" })).total).toBe(1);
    await gateway().refused("accomplishQuestion", { tid, pid }, "POST_NOT_FOUND", asker);
  });

  it("without an answer needs a reason", async () => {
    const [asker, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(asker, section);
    const answer = await gateway().reply(asker, tid);
    await gateway().ok("accomplishQuestion", { tid, pid: answer.pid }, asker);
    for (const reason of [undefined, "", " \n\u0000"]) {
      const { fields } = await gateway().refused(
        "accomplishQuestion",
        { tid, pid: null, reason },
        "INVALID_REQUEST",
        asker,
      );
      expect(fields).toEqual({ reason: ["请说明没有采纳回答的原因"] });
    }
    await gateway().ok("accomplishQuestion", { tid, pid: null, reason: "换了芯片" }, asker);
    const { solved, floors } = await gateway().ok("topicDetail", { tid });
    expect([solved, floors.some(({ accepted }) => accepted)]).toEqual([true, false]);
  });

  it("is for the asker, the section's moderators and administrators", async () => {
    const [asker, moderator, elsewhere, admin] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().member({ admin: true }),
    ];
    const section = await gateway().section({ moderators: [moderator] });
    const other = await gateway().section({ moderators: [elsewhere] });
    const { tid } = await gateway().topic(asker, section);
    const answer = await gateway().reply(elsewhere, tid);
    for (const someone of [elsewhere, await gateway().member()])
      await gateway().refused("accomplishQuestion", { tid, pid: answer.pid }, "NOT_PERMITTED", someone);
    for (const someone of [asker, moderator, admin])
      await gateway().ok("accomplishQuestion", { tid, pid: answer.pid }, someone);
    await gateway().refused(
      "accomplishQuestion",
      { tid: 2_000_000_000, pid: answer.pid },
      "TOPIC_NOT_FOUND",
      admin,
    );
    const foreign = await gateway().topic(asker, other);
    await gateway().refused("accomplishQuestion", { tid, pid: foreign.pid }, "POST_NOT_FOUND", asker);
    const beneath = await gateway().reply(elsewhere, tid, { parent: answer.pid });
    await gateway().refused("accomplishQuestion", { tid, pid: beneath.pid }, "POST_NOT_FOUND", asker);
  });
});

describe("inviting people to answer", () => {
  it("sends them a notice, at most five for each asker, nobody twice", async () => {
    const [asker, friend, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(asker, section);
    await gateway().ok("inviteAnswer", { tid, uid: friend.id }, asker);
    expect((await gateway().ok("getMyPersonalDetail", {}, friend)).unread?.forum).toBe(1);
    await gateway().refused("inviteAnswer", { tid, uid: friend.id }, "ALREADY_INVITED", asker);
    await gateway().refused("inviteAnswer", { tid, uid: 2_000_000_000 }, "USER_NOT_FOUND", asker);
    await gateway().refused("inviteAnswer", { tid: 2_000_000_000, uid: friend.id }, "TOPIC_NOT_FOUND", asker);
    expect(
      (await gateway().refused("inviteAnswer", { tid, uid: asker.id }, "INVALID_REQUEST", asker)).fields,
    ).toEqual({
      uid: ["不能邀请自己"],
    });
    const toAuthor = await gateway().refused(
      "inviteAnswer",
      { tid, uid: asker.id },
      "INVALID_REQUEST",
      friend,
    );
    expect(toAuthor.fields).toEqual({ uid: ["不能邀请楼主回答自己的问题"] });
    const more = await Promise.all(Array.from({ length: 8 }, () => gateway().member()));
    const answers = await Promise.all(
      more.map(({ id }) => gateway().call("inviteAnswer", { tid, uid: id }, asker)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 422, 422, 422, 422]);
    // Another person has five invitations of their own.
    await gateway().ok("inviteAnswer", { tid, uid: more[0]?.id ?? 0 }, await gateway().member());
  });

  it("suggests people who know the tags, without the author and the invited, and lists the invited", async () => {
    const [asker, expert, busy, quiet, invited, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const tags = [`邀${section.fid}`, `请${section.fid}`];
    const { tid } = await gateway().topic(asker, section, { tags });
    const [one, two] = (await gateway().ok("topicDetail", { tid })).tags.map(({ id }) => id);
    await gateway()
      .database.insert(tagSkills)
      .values(
        [
          { who: asker, tagId: one, posts: 99, accepted: 9 },
          { who: busy, tagId: one, posts: 8, accepted: 0 },
          { who: busy, tagId: two, posts: 9, accepted: 0 },
          { who: expert, tagId: one, posts: 1, accepted: 2 },
          { who: quiet, tagId: two, posts: 1, accepted: 0 },
          { who: invited, tagId: two, posts: 50, accepted: 0 },
          // A person whose posts are all deleted.
          { who: await gateway().member(), tagId: two, posts: 0, accepted: 0 },
        ].map(({ who, tagId = 0, ...skill }) => ({ accountId: who.id, tagId, ...skill })),
      )
      .onConflictDoUpdate({
        target: [tagSkills.accountId, tagSkills.tagId],
        set: { posts: sql`excluded.posts`, accepted: sql`excluded.accepted` },
      });
    await gateway().ok("inviteAnswer", { tid, uid: invited.id }, asker);
    const proposed = async (as: typeof asker) => {
      const { people, ...rest } = await gateway().ok("recommendedInvitees", { tid }, as);
      return { people: people.map(({ uid, posts, accepted }) => [uid, posts, accepted]), ...rest };
    };
    const told = [{ uid: invited.id, nickName: invited.nickname, icon: null }];
    expect(await proposed(asker)).toEqual({
      people: [
        [expert.id, 1, 2],
        [busy.id, 17, 0],
        [quiet.id, 1, 0],
      ],
      invited: told,
      left: 4,
    });
    expect(await proposed(busy)).toMatchObject({
      people: [
        [expert.id, 1, 2],
        [quiet.id, 1, 0],
      ],
      invited: told,
      left: 5,
    });
    const untagged = await gateway().topic(asker, section);
    expect(await gateway().ok("recommendedInvitees", { tid: untagged.tid }, asker)).toEqual({
      people: [],
      invited: [],
      left: 5,
    });
    await gateway().refused("recommendedInvitees", { tid: 2_000_000_000 }, "TOPIC_NOT_FOUND", asker);
  });

  it("is for topics that can still be answered", async () => {
    const [asker, friend, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(asker, section);
    await gateway().database.update(topics).set({ closed: true }).where(eq(topics.id, tid));
    await gateway().refused("inviteAnswer", { tid, uid: friend.id }, "TOPIC_CLOSED", asker);
  });

  it("finds people by the beginning of their nickname, in any width and case, and escapes signs", async () => {
    const me = await gateway().member({ nickname: "Zephyr_自己" });
    const [one, two] = [
      await gateway().member({ nickname: "zephyr_研发" }),
      await gateway().member({ nickname: "ZephyrX" }),
    ];
    const [three] = [
      await gateway().member({ nickname: "Zephyr" }),
      await gateway().member({ nickname: "AZephyr" }),
    ];
    const search = async (text: string) =>
      (await gateway().ok("searchInvitee", { text }, me)).people.map(({ uid }) => uid);
    // The complete name comes first.
    expect(await search(" ＺＥＰＨＹＲ ")).toEqual([three.id, one.id, two.id]);
    expect(await search("zephyr_")).toEqual([one.id]);
    for (const text of ["%%", "\\", "zephyr%", "ephyr"]) expect(await search(text)).toEqual([]);
    for (const text of ["", "  ", "长".repeat(21), "\u200b"])
      await gateway().refused("searchInvitee", { text }, "INVALID_REQUEST", me);
  });
});

describe("reporting", () => {
  it("is possible once for a person and post while the report is open", async () => {
    const [author, one, two, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { pid } = await gateway().topic(author, section);
    const first = await gateway().ok("submitReport", { pid, reason: "abuse", text: "骂人\u0000" }, one);
    await gateway().refused("submitReport", { pid, reason: "spam" }, "ALREADY_REPORTED", one);
    expect((await gateway().ok("submitReport", { pid, reason: "other", text: "" }, two)).id).not.toBe(
      first.id,
    );
    expect(
      (await gateway().refused("submitReport", { pid, reason: "讨厌" }, "INVALID_REQUEST", author)).fields,
    ).toEqual({
      reason: ["请选择举报原因"],
    });
    const long = await gateway().refused(
      "submitReport",
      { pid, reason: "spam", text: "长".repeat(501) },
      "INVALID_REQUEST",
      author,
    );
    expect(long.fields).toEqual({ text: ["说明不能超过 500 字"] });
    await gateway().refused("submitReport", { pid: 2_000_000_000, reason: "spam" }, "POST_NOT_FOUND", author);
  });
});
