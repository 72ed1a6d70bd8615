import { eq } from "drizzle-orm";
import { accounts } from "gateway/database/schema";
import { outwardLinks } from "gateway/forum/states/newcomers";
import { describe, expect, it } from "vitest";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway({ allowedOrigins: ["https://forum.example"] });
const weekSeconds = 7 * 86_400;
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://shop${at + 1}.example/芯片`).join(" ");

const written = (tid: number, content = "同问") => ({ tid, content, submissionId: submissionId() });
const topicRequest = (fid: number, content: string) => ({
  fid,
  classId: null,
  title: "便宜芯片哪里买",
  content,
  tags: [],
  submissionId: submissionId(),
});

/** A section with another member's topic. Texts in it wait for review, so that the new member stays new. */
async function scene({ waits = true } = {}) {
  const at = gateway();
  const moderator = await at.member();
  const section = await at.section({ moderators: [moderator] });
  const { tid } = await at.topic(moderator, section);
  if (waits)
    await at.ok(
      "updateForumSettings",
      {
        fid: section.fid,
        preReview: "newcomers",
        recycleBin: true,
        postingClosed: false,
        unlisted: false,
        reason: "新人先看一眼",
      },
      moderator,
    );
  return { at, moderator, section, tid, fresh: await at.member() };
}

const inReview = async (by: Member, tid: number, times: number) => {
  for (let index = 0; index < times; index += 1) await gateway().reply(by, tid);
};

describe("links of a new member", () => {
  it("are limited to two in a text, in topics, replies and edits; the message gives their number", async () => {
    const { at, section, tid, fresh } = await scene();
    const { fields } = await at.refused(
      "submitTopic",
      topicRequest(section.fid, links(3)),
      "NEWCOMER_LINKS",
      fresh,
    );
    expect(fields?.content?.[0]).toContain("最多 2 个链接，现在有 3 个");
    await at.refused("submitPost", written(tid, links(3)), "NEWCOMER_LINKS", fresh);
    const { pid } = await at.reply(fresh, tid, { content: links(2) });
    await at.refused("editPost", { pid, content: links(3) }, "NEWCOMER_LINKS", fresh);
    const own = await at.topic(fresh, section, { content: links(2) });
    const edit = { ...topicRequest(section.fid, links(4)), tid: own.tid };
    await at.refused("editTopic", edit, "NEWCOMER_LINKS", fresh);
  });

  it("count only if they lead to other sites, each once; own links and links in code do not count", async () => {
    const { at, tid, fresh } = await scene();
    const own = "https://forum.example/forum/1 [这里](/forum) `https://a.example` ";
    await at.reply(fresh, tid, { content: `${own}${links(2)} ${links(2)}` });
    expect([...outwardLinks('<a href="mailto:me@x.example">我</a><a href="#top">上</a>')]).toEqual([
      "mailto:me@x.example",
    ]);
  });

  it("are not limited after a week with three published texts, nor for moderators of the section", async () => {
    const { at, moderator, tid } = await scene();
    const old = await at.member({ createdAt: new Date(Date.now() - (weekSeconds + 60) * 1000) });
    const known = await at.member({ posts: 3 });
    for (const by of [old, known, moderator]) await at.reply(by, tid, { content: links(3) });
    await at.refused("submitPost", written(tid, links(3)), "NEWCOMER_LINKS", await at.member({ posts: 2 }));
  });

  it("that a text had before its edit may stay", async () => {
    const { at, tid } = await scene({ waits: false });
    const known = await at.member({ posts: 3 });
    const { pid } = await at.reply(known, tid, { content: links(4) });
    const { database } = at;
    await database.update(accounts).set({ posts: 1 }).where(eq(accounts.id, known.id));
    await at.ok("editPost", { pid, content: `改了字 ${links(3)}` }, known);
    await at.refused("editPost", { pid, content: links(6) }, "NEWCOMER_LINKS", known);
  });
});

describe("texts of a new member", () => {
  it("are limited to five in 24 hours, topics and replies together, deleted ones too; then the message says when", async () => {
    const { at, section, tid, fresh } = await scene();
    const { pid } = await at.topic(fresh, section);
    await inReview(fresh, tid, 3);
    await at.ok("deleteContent", { pid }, fresh);
    at.pass(3_600);
    await inReview(fresh, tid, 1);
    const { fields } = await at.refused("submitPost", written(tid), "NEWCOMER_POSTS", fresh);
    expect(fields?.content?.[0]).toContain("约 23 小时后可以再发");
    await at.refused("submitTopic", topicRequest(section.fid, "再来一条"), "NEWCOMER_POSTS", fresh);
    at.pass(23 * 3_600);
    await inReview(fresh, tid, 1);
  });

  it("are counted once where moderators have moved them: the floors that they left are no texts", async () => {
    const { at, moderator, section, fresh } = await scene({ waits: false });
    const asker = await at.member();
    const [from, over, to] = [
      await at.topic(asker, section),
      await at.topic(asker, section),
      await at.topic(asker, section),
    ];
    const pids = [await at.reply(fresh, from.tid), await at.reply(fresh, from.tid)].map(({ pid }) => pid);
    const move = (tid: number, topic: number) =>
      at.ok(
        "moveReplies",
        { tid, posts: pids, topic: String(topic), reason: "那边在说", submissionId: submissionId() },
        moderator,
      );
    await move(from.tid, over.tid);
    await move(over.tid, to.tid);
    await at.ok("submitPost", written(to.tid), fresh);
  });

  it("are limited also when many are sent at once", async () => {
    const { at, section, tid, fresh } = await scene();
    const other = await at.topic(await at.member({ posts: 9, createdAt: new Date(0) }), section);
    const sent = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        at.call("submitPost", written(index % 2 ? tid : other.tid), fresh),
      ),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  it("are not limited once three are published; the same form again is still answered", async () => {
    const { at, tid, fresh } = await scene({ waits: false });
    await inReview(fresh, tid, 7);
    const waiting = await scene();
    await inReview(waiting.fresh, waiting.tid, 4);
    const form = written(waiting.tid);
    const first = await at.ok("submitPost", form, waiting.fresh);
    expect(await at.ok("submitPost", form, waiting.fresh)).toEqual(first);
  });

  it("are not limited for moderators of the section", async () => {
    const { moderator, tid } = await scene();
    await inReview(moderator, tid, 7);
  });
});
