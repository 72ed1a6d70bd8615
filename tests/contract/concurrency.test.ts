import { afterEach, describe, expect, it } from "vitest";
import { expectExactCounters, expectExactLikeNotices } from "../support/counters";
import { type Answer, type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
afterEach(() => expectExactCounters(gateway().database));

const people = (number: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: number }, () => gateway().member()));
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];

describe("at the same time", () => {
  it("fifty replies get fifty floors, without a gap or a duplicate", async () => {
    const [author, section, writers] = [
      await gateway().member(),
      await gateway().section(),
      await people(10),
    ];
    const { tid } = await gateway().topic(author, section);
    const replies = Array.from({ length: 50 }, (_, index) =>
      gateway().reply(writers[index % 10] ?? author, tid),
    );
    const floors = (await Promise.all(replies))
      .map(({ floor }) => floor ?? 0)
      .sort((one, other) => one - other);
    expect(floors).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
    expect(await gateway().ok("topicDetail", { tid })).toMatchObject({
      replies: 50,
      lastFloor: 51,
      pages: 3,
    });
    expect(await gateway().ok("sectionDetail", { fid: section.fid })).toMatchObject({ topics: 1, posts: 51 });
  });

  it("thirty replies beneath one floor get thirty places", async () => {
    const [author, section, writers] = [await gateway().member(), await gateway().section(), await people(6)];
    const { tid } = await gateway().topic(author, section);
    const floor = await gateway().reply(author, tid);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        gateway().reply(writers[index % 6] ?? author, tid, { parent: floor.pid }),
      ),
    );
    const { posts, total } = await gateway().ok("depthPostList", { pid: floor.pid, page: 2 });
    expect([total, posts.length]).toEqual([30, 10]);
  });

  it("fifty people like one post, and the count is fifty", async () => {
    const [author, section, fans] = [await gateway().member(), await gateway().section(), await people(50)];
    const { tid, pid } = await gateway().topic(author, section);
    expect(statuses(await Promise.all(fans.map((fan) => gateway().call("likePost", { pid }, fan))))).toEqual([
      200,
    ]);
    expect((await gateway().ok("topicDetail", { tid })).likes).toBe(50);
    const mixed = fans.map((fan, index) =>
      gateway().call(index % 2 === 0 ? "unlikePost" : "likePost", { pid }, fan),
    );
    expect(statuses(await Promise.all(mixed))).toEqual([200]);
    expect((await gateway().ok("topicDetail", { tid })).likes).toBe(25);
  });

  it("one person likes, favourites and follows twenty times, and it counts once", async () => {
    const [author, fan, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid, pid } = await gateway().topic(author, section);
    const twenty = (name: "likePost" | "favoriteTopic" | "follow", request: object) =>
      Array.from({ length: 20 }, () => gateway().call(name, request, fan));
    const answers = [
      ...twenty("likePost", { pid }),
      ...twenty("favoriteTopic", { tid }),
      ...twenty("follow", { kind: "user", target: author.id }),
    ];
    expect(statuses(await Promise.all(answers))).toEqual([200]);
    expect(await gateway().ok("topicDetail", { tid })).toMatchObject({ likes: 1, favorites: 1 });
    expect(await gateway().ok("getMyPersonalDetail", {}, author)).toMatchObject({
      followers: 1,
      unread: { forum: 2 },
    });
  });

  it("a form posted twenty times makes one topic, and another makes one reply", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const form = { submissionId: submissionId(), tags: [`双${section.fid}`] };
    const topics = await Promise.all(
      Array.from({ length: 20 }, () => gateway().topic(author, section, form)),
    );
    expect(new Set(topics.map(({ tid }) => tid)).size).toBe(1);
    const reply = { submissionId: submissionId() };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => gateway().reply(author, topics[0]?.tid ?? 0, reply)),
    );
    expect(new Set(replies.map(({ pid }) => pid)).size).toBe(1);
    expect(await gateway().ok("sectionDetail", { fid: section.fid })).toMatchObject({ topics: 1, posts: 2 });
  });

  it("people who follow each other in a circle cause no deadlock", async () => {
    const circle = await people(8);
    const follows = circle.flatMap((one) =>
      circle
        .filter(({ id }) => id !== one.id)
        .map(({ id }) => gateway().call("follow", { kind: "user", target: id }, one)),
    );
    expect(statuses(await Promise.all(follows))).toEqual([200]);
    expect(await gateway().ok("getMyPersonalDetail", {}, circle[0])).toMatchObject({
      followers: 7,
      following: 7,
    });
  });

  it("topics with the same new tags are written, moved and deleted", async () => {
    const [one, other, writers] = [await gateway().section(), await gateway().section(), await people(10)];
    const tags = [`并${one.fid}`, `发${one.fid}`, `写${one.fid}`];
    const written = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const author = writers[index % 10] as Member;
        const section = index % 2 === 0 ? one : other;
        return {
          author,
          section,
          ...(await gateway().topic(author, section, { tags: index % 3 === 0 ? tags : [...tags].reverse() })),
        };
      }),
    );
    const changes = written.flatMap(({ author, section, tid, pid }, index) => {
      const to = section === one ? other : one;
      const edit = {
        tid,
        fid: to.fid,
        classId: null,
        title: "搬了版块的主题",
        content: "正文",
        tags: tags.slice(index % 3),
      };
      const reply = { tid, parent: pid, content: "边搬边回", submissionId: submissionId() };
      return [
        gateway().call("submitPost", reply, writers[(index + 1) % 10]),
        gateway().call("likePost", { pid }, writers[(index + 2) % 10]),
        index % 5 === 0
          ? gateway().call("deleteContent", { pid }, author)
          : gateway().call("editTopic", edit, author),
      ];
    });
    const answers = await Promise.all(changes);
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ errorCode: "TOPIC_NOT_FOUND" });
    expect((await gateway().ok("homeTopicList", {})).total).toBeGreaterThanOrEqual(24);
  });

  it("a reply and the deletion of its topic at once leave no counted reply", async () => {
    const [author, section, writers] = [
      await gateway().member(),
      await gateway().section(),
      await people(10),
    ];
    const { tid, pid } = await gateway().topic(author, section);
    const replies = writers.map((writer) =>
      gateway().call("submitPost", { tid, content: "同时", submissionId: submissionId() }, writer),
    );
    const deletion = gateway().call("deleteContent", { pid }, author);
    expect((await deletion).status).toBe(200);
    for (const { status } of await Promise.all(replies)) expect([200, 404]).toContain(status);
    expect(await gateway().ok("sectionDetail", { fid: section.fid })).toMatchObject({ topics: 0, posts: 0 });
  });
});

it("two hundred likes, replies and favourites of one topic, given and undone at once, leave every counter right", async () => {
  const [author, section, crowd] = [await gateway().member(), await gateway().section(), await people(25)];
  const { tid, pid } = await gateway().topic(author, section, { tags: [`众${section.fid}`] });
  const floor = await gateway().reply(crowd[0] as Member, tid);
  const writes = Array.from({ length: 200 }, (_, index) => {
    const one = crowd[(index * 7) % 25] as Member;
    const kinds = [
      () => gateway().call("likePost", { pid }, one),
      () => gateway().call("likePost", { pid: floor.pid }, one),
      () =>
        gateway().call("submitPost", { tid, content: `第 ${index} 条`, submissionId: submissionId() }, one),
      () => gateway().call("favoriteTopic", { tid }, one),
      () => gateway().call("unlikePost", { pid }, one),
      () =>
        gateway().call(
          "submitPost",
          { tid, parent: floor.pid, content: `下 ${index}`, submissionId: submissionId() },
          one,
        ),
      () => gateway().call("cancelFavorite", { tid }, one),
      () => gateway().call("unlikePost", { pid: floor.pid }, one),
    ];
    return (kinds[index % 8] as () => Promise<Answer>)();
  });
  expect(statuses(await Promise.all(writes))).toEqual([200]);
  await expectExactLikeNotices(gateway().database);
});
