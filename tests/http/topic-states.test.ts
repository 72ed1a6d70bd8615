import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { OpenDatabase } from "gateway/database/open";
import { posts, postVersions, tagSkills, topics } from "gateway/database/schema";
import { flushViews } from "gateway/forum/states/count-views";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTemplate } from "../support/database-template";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { type Member, type Section, TestGateway } from "../support/test-gateway";
import { startUpstream, type Upstream } from "../support/upstream";
import { phoneAgent } from "./support";

/** A portal whose gateway runs in this process: the test writes moderators' actions into its tables. */
let open: OpenDatabase;
let gateway: TestGateway;
let upstream: Upstream;
let portal: RunningProcess;
let dataDir: string;
let people: Record<"author" | "moderator" | "reader", Member>;
let section: Section;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "topic-states-"));
  open = await openTemplate();
  // No member here is asked to complete their profile.
  gateway = new TestGateway(open.database, { registerConfig: 1 });
  upstream = await startUpstream();
  upstream.behave(async ({ method, path, headers, body }, response) => {
    const {
      host: _host,
      connection: _connection,
      "content-length": _length,
      "transfer-encoding": _encoding,
      ...sent
    } = headers;
    const init = { method, headers: sent as Record<string, string>, ...(method === "GET" ? {} : { body }) };
    const answer = await gateway.fetch(path, init);
    response.writeHead(
      answer.status,
      Object.fromEntries([...answer.headers].filter(([name]) => name !== "content-length")),
    );
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const settings = {
    PORT: "0",
    DATA_DIR: dataDir,
    GATEWAY_URL: upstream.origin,
    SESSION_SECRET: "a-secret-of-at-least-32-characters!",
  };
  portal = await startProcess(["build/main.js"], settings, /已启动：(http:\/\/\S+)/);
  people = {
    author: await gateway.member(),
    moderator: await gateway.member(),
    reader: await gateway.member(),
  };
  section = await gateway.section({ moderators: [people.moderator] });
});
afterAll(async () => {
  await portal?.stop();
  await upstream?.close();
  if (open) await flushViews(open.database);
  await open?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function look(address: string, who: keyof typeof people | null, headers: Record<string, string> = {}) {
  const browser = new PlainBrowser(portal.found[1] ?? "", headers);
  if (who) await browser.jar.setCookie(people[who].cookie, browser.origin);
  return browser.get(address);
}

describe.each([
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const)("what moderators did to a topic, %s", (_shell, prefix, headers) => {
  const addressOf = (tid: number) => `${prefix}/hsforum/thread-${tid}-1-1.html`;
  const change = (tid: number, values: Partial<typeof topics.$inferInsert>) =>
    gateway.database.update(topics).set(values).where(eq(topics.id, tid));

  test("everybody sees that a topic is pinned, digest, stamped, moved or closed, and nobody can reply to a closed one", async () => {
    const from = await gateway.section();
    const { tid } = await gateway.topic(people.author, section);
    await change(tid, { pinned: true, digest: true, closed: true, stamp: "原创", movedFromId: from.fid });
    for (const who of [null, "reader", "author"] as const) {
      const page = await look(addressOf(tid), who, headers);
      for (const label of ["置顶", "精华", "已关闭"]) expect(page.$("h1").text()).toContain(label);
      expect(
        page.$("header p").filter((_, element) => page.$(element).text() === "版主印章：原创").length,
      ).toBe(1);
      expect(page.text).toContain(`由「版块${from.fid}」移入`);
      expect(page.$("#reply").text()).toContain("该帖已关闭，不能再回复");
      expect(page.$("form textarea[name=content]").length).toBe(0);
      expect(page.$('a[href*="replyTo="], a[href*="invite=1"]').length).toBe(0);
    }
  });

  test.each([
    ["hidden", { hiddenAt: new Date(), stateReason: "含广告" }, "已被版主屏蔽"],
    ["under review", { review: "pending" as const }, "审核中"],
    ["refused", { review: "refused" as const, stateReason: "标题不清楚" }, "未通过审核"],
    ["recycled", { deletedAt: new Date(), stateReason: "重复发帖" }, "已被版主删除"],
  ])("%s, it is its author's and the moderators' to see, with the reason", async (_state, values, label) => {
    const { tid } = await gateway.topic(people.author, section);
    await gateway.reply(people.reader, tid);
    await change(tid, { ...values, ...("deletedAt" in values ? { recycledById: people.moderator.id } : {}) });
    for (const who of [null, "reader"] as const)
      expect((await look(addressOf(tid), who, headers)).status).toBe(404);
    for (const who of ["author", "moderator"] as const) {
      const page = await look(addressOf(tid), who, headers);
      expect(page.status).toBe(200);
      const note = page.$("[role=note]").text();
      expect(note).toContain(`${label}，目前只有作者和版主能看到`);
      if ("stateReason" in values) expect(note).toContain(`原因：${values.stateReason}`);
      // A topic that not everybody sees has no buttons and no reply form.
      expect(page.$("#reactions, textarea[name=content], nav[aria-label=帖子操作]").length).toBe(0);
    }
  });

  test("a hidden floor or reply keeps its place; only its author and the moderators see its text", async () => {
    const { tid } = await gateway.topic(people.author, section);
    const floor = await gateway.reply(people.reader, tid, { content: "这一楼说了什么" });
    const beneath = await gateway.reply(people.reader, tid, { parent: floor.pid, content: "楼中说了什么" });
    await gateway.reply(people.author, tid);
    const hide = (pid: number, values: Partial<typeof posts.$inferInsert>) =>
      gateway.database.update(posts).set(values).where(eq(posts.id, pid));
    await hide(floor.pid, { hiddenAt: new Date(), stateReason: "跑题" });
    await hide(beneath.pid, { review: "pending" });
    const outside = await look(addressOf(tid), null, headers);
    expect(outside.$(`#post-${floor.pid}`).text()).toContain("该楼层已被版主屏蔽");
    expect(outside.$(`#post-${beneath.pid}`).text()).toContain("该回复正在审核");
    expect(outside.html).not.toMatch(/这一楼说了什么|楼中说了什么|跑题/);
    expect(outside.$(`#post-${floor.pid} button[value^=like]`).length).toBe(0);
    for (const who of ["reader", "moderator"] as const) {
      const inside = await look(addressOf(tid), who, headers);
      expect(inside.$(`#post-${floor.pid}`).text()).toContain(
        "已被版主屏蔽，只有作者和版主能看到。原因：跑题",
      );
      expect(inside.$(`#post-${floor.pid}`).text()).toContain("这一楼说了什么");
      expect(inside.$(`#post-${beneath.pid}`).text()).toContain("审核中，只有作者和版主能看到");
    }
  });

  test("the author and the moderators see the changes of an edited text, word by word", async () => {
    const { tid, pid } = await gateway.topic(people.author, section, {
      content: "先看供电纹波 <b>\n再看时钟",
    });
    const written = new Date(Date.now() - 3_600_000);
    await gateway.database
      .update(posts)
      .set({ createdAt: written, editedAt: new Date() })
      .where(eq(posts.id, pid));
    await gateway.database.insert(postVersions).values({
      postId: pid,
      editorId: people.author.id,
      title: "旧的标题在这里",
      source: "先看供电电压 <b>\n再看时钟",
      createdAt: written,
    });
    const outside = await look(addressOf(tid), "reader", headers);
    expect(outside.text).toContain("编辑于");
    expect(outside.$('a[href*="history="]').length).toBe(0);
    for (const who of ["author", "moderator"] as const) {
      const link = (await look(addressOf(tid), who, headers)).$('a[href*="history="]').attr("href") ?? "";
      const dialog = (await look(link, who, headers)).$("dialog[open]");
      expect(dialog.find("h2").text()).toBe("主帖的编辑记录");
      expect(dialog.find("del").text()).toContain("电压");
      expect(dialog.find("ins").text()).toContain("纹波");
      expect(dialog.text()).toContain("旧的标题在这里");
      expect(dialog.find("b").length).toBe(0);
      expect(dialog.text()).toContain("<b>");
    }
  });

  test("an accepted answer of a later page is shown under the question, with a link", async () => {
    const { tid } = await gateway.topic(people.author, section);
    for (let floor = 2; floor <= 22; floor += 1)
      await gateway.reply(people.reader, tid, { content: `第 ${floor} 个回答` });
    const last = (await gateway.ok("topicDetail", { tid, page: 2 })).floors.at(-1);
    await gateway.ok("accomplishQuestion", { tid, pid: last?.pid ?? 0 }, people.moderator);
    const page = await look(addressOf(tid), null, headers);
    expect(page.$("h1").text()).toContain("已解决");
    expect(page.$("#answer").text()).toContain("第 22 个回答");
    expect(page.$("#answer").prevAll("section").attr("aria-label")).toBe("1 楼");
    const there = await look(page.$("#answer a[href*='pid=']").attr("href") ?? "", null, headers);
    expect(there.$(`#post-${last?.pid}`).text()).toContain("已采纳");
    expect((await look(page.$("[rel=next]").attr("href") ?? "", null, headers)).$("#answer").length).toBe(0);
  });

  test("people who know the tags are suggested, and invited with one press", async () => {
    const tags = [`邀${section.fid}${prefix.length}`];
    const expert = await gateway.member();
    const { tid } = await gateway.topic(people.author, section, { tags });
    const tagId = (await gateway.ok("topicDetail", { tid })).tags[0]?.id ?? 0;
    await gateway.database.insert(tagSkills).values({ accountId: expert.id, tagId, posts: 1, accepted: 1 });
    const browser = new PlainBrowser(portal.found[1] ?? "", headers);
    await browser.jar.setCookie(people.author.cookie, browser.origin);
    const panel = await browser.get(`${addressOf(tid)}?invite=1`);
    const row = panel.$("dialog li").first();
    expect(row.text()).toContain(expert.nickname);
    expect(row.text()).toContain("1 条相关回复 · 1 条被采纳");
    const invited = await browser.submit(panel, { button: "邀请" });
    expect(invited.$("dialog[open]").text()).toMatch(new RegExp(`已邀请：\\s*${expert.nickname}`));
    expect((await gateway.ok("getMyPersonalDetail", {}, expert)).unread?.forum).toBe(1);
  });
});
