import { exportsPrefix } from "contract/privacy/limits";
import { unzipSync } from "fflate";
import { safeName, zipOf } from "gateway/privacy/export/zip";
import { createLimits } from "gateway/server/limits";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { proveOwn } from "../support/contacts";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";

const gateway = startGateway();
const prove = (member: Member) => proveOwn(gateway(), member, "export");
const fetchExport = (
  member: Member | null,
  uuid: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) =>
  gateway().fetch(exportsPrefix + uuid, {
    ...init,
    headers: { ...(member ? { cookie: member.cookie } : {}), ...init.headers },
  });

/** The files of an archive, as text. */
async function filesOf(answer: Response): Promise<Record<string, string>> {
  const archive = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(archive).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  );
}

describe("the export of one's data", () => {
  let me: Member;
  let other: Member;
  let files: Record<string, string>;
  let json: (name: string) => unknown;
  const hostile = "../../etc/passwd \\..\\x: 标题";

  beforeAll(async () => {
    const signedPolicies = { Disclaimer: "1.0" };
    me = await gateway().member({
      email: "mine@example.com",
      intro: "我的简介",
      signedPolicies,
      passwordHash: "a secret digest",
    });
    other = await gateway().member({ email: "theirs@example.com", signedPolicies });
    const section = await gateway().section();
    const topic = await gateway().topic(me, section, {
      title: hostile,
      content: "正文第一行\n\n---\n尾声",
      tags: ["导出"],
    });
    const theirs = await gateway().topic(other, section, { title: "别人的主题", content: "别人的正文" });
    await gateway().reply(me, theirs.tid, { content: "我的回复" });
    const gone = await gateway().reply(me, theirs.tid, { content: "我删掉的回复" });
    await gateway().ok("deleteContent", { pid: gone.pid }, me);
    await gateway().ok("likePost", { pid: theirs.pid }, me);
    await gateway().ok("favoriteTopic", { tid: theirs.tid }, me);
    await gateway().ok("follow", { kind: "user", target: other.id }, me);
    await gateway().ok("follow", { kind: "section", target: section.fid }, me);
    await gateway().ok("saveDraft", { target: "topic:new", title: "草稿", content: "一" }, me);
    await gateway().ok(
      "saveDraft",
      { target: "topic:new", title: "草稿", content: "二", baseRevision: 1 },
      me,
    );
    await gateway().ok("submitReport", { pid: theirs.pid, reason: "spam", text: "举报的话" }, me);
    await gateway().ok(
      "sendInnerMessage",
      { uid: other.id, text: "我写给别人的", submissionId: submissionId() },
      me,
    );
    await gateway().ok(
      "sendInnerMessage",
      { uid: me.id, text: "别人写给我的", submissionId: submissionId() },
      other,
    );
    await gateway().reply(other, topic.tid, { content: "别人的回复" });
    const answer = await fetchExport(me, await prove(me));
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "application/zip",
      "no-store",
    ]);
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="export-${me.id}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
    );
    files = await filesOf(answer);
    json = (name) => JSON.parse(files[name] ?? "");
  });

  it("has every list as JSON, each what it says", async () => {
    expect(json("account.json")).toMatchObject({
      uid: me.id,
      nickname: me.nickname,
      email: "mine@example.com",
      intro: "我的简介",
    });
    expect(json("profile.json")).toEqual({ profile: null, changes: [] });
    expect(json("sessions.json")).toMatchObject([{ address: "127.0.0.1" }]);
    expect(json("follows.json")).toMatchObject([
      { kind: "user", id: other.id, name: other.nickname },
      { kind: "section" },
    ]);
    expect(json("favorites.json")).toMatchObject([{ title: "别人的主题" }]);
    expect(json("likes.json")).toMatchObject([{ title: "别人的主题" }]);
    expect(json("messages.json")).toMatchObject([{ toId: other.id, text: "我写给别人的" }]);
    expect(json("drafts.json")).toMatchObject([{ content: "二", versions: [{ content: "一" }] }]);
    expect(json("reports.json")).toMatchObject({
      posts: [{ reason: "spam", text: "举报的话" }],
      messages: [],
    });
    expect(json("notifications.json")).toMatchObject([{ event: "reply", actorName: other.nickname }]);
    expect(json("topics.json")).toMatchObject([
      { title: expect.stringContaining("../../etc/passwd"), tags: ["导出"], visible: true },
    ]);
    expect(json("replies.json")).toMatchObject([{ topic: "别人的主题", text: "我的回复" }]);
    for (const name of ["consents", "visits", "blocks", "suggestions", "complaints", "uploads"])
      expect(json(`${name}.json`)).toEqual([]);
    expect(files["README.md"]).toContain(me.nickname);
  });

  it("has each topic and reply as Markdown with front matter, by names that are no paths", () => {
    const names = Object.keys(files).filter((name) => name.endsWith(".md") && name !== "README.md");
    expect(names.length).toBe(2);
    for (const name of Object.keys(files)) expect(name).toMatch(/^(主题\/|回复\/)?[^/\\:*?"<>|\p{C}]+$/u);
    expect(Object.keys(files).some((name) => name.includes(".."))).toBe(false);
    const [, front = "", text = ""] =
      /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(
        files[names.find((name) => name.startsWith("主题/")) ?? ""] ?? "",
      ) ?? [];
    expect(parse(front)).toMatchObject({
      title: expect.stringContaining("../../etc/passwd"),
      tags: ["导出"],
    });
    expect(text).toBe("正文第一行\n\n---\n尾声\n");
  });

  it("has nothing of another person's but public names and titles, and no secrets", () => {
    const all = Object.values(files).join("\n");
    const foreign = ["theirs@example.com", "别人写给我的", "别人的正文", "别人的回复", "我删掉的回复"];
    for (const words of [...foreign, "a secret digest", me.cookie.replace(/^[^=]*=/, ""), me.csrfToken])
      expect(all).not.toContain(words);
  });
});

describe("the address of an export", () => {
  it("is good once, for the person and session that it was given to", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const uuid = await prove(me);
    const elsewhere = await gateway().signIn({ id: me.id, nickname: me.nickname, passwordHash: null });
    for (const [who, status] of [
      [null, 403],
      [other, 422],
      [elsewhere, 422],
    ] as const) {
      const answer = await fetchExport(who, uuid);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        status,
        "text/html; charset=UTF-8",
      ]);
    }
    expect((await fetchExport(me, uuid, { method: "HEAD" })).status).toBe(204);
    expect((await fetchExport(me, uuid, { headers: { "sec-purpose": "prefetch" } })).status).toBe(503);
    const answer = await fetchExport(me, uuid);
    expect([answer.status, Object.keys(await filesOf(answer)).length > 10]).toEqual([200, true]);
    const again = await fetchExport(me, uuid);
    expect([again.status, await again.text()]).toEqual([422, expect.stringContaining("身份验证已失效")]);
    expect((await fetchExport(me, await proveOwn(gateway(), me, "close"))).status).toBe(422);
    const late = await prove(me);
    gateway().pass(601);
    expect((await fetchExport(me, late)).status).toBe(422);
  });

  it("answers three times a day; a wrong one does not count", async () => {
    const limited = new TestGateway(gateway().database, {}, createLimits());
    const me = await limited.member();
    const get = (uuid: string) => limited.fetch(exportsPrefix + uuid, { headers: { cookie: me.cookie } });
    for (let count = 0; count < 5; count += 1) expect((await get("wrong")).status).toBe(422);
    for (let count = 0; count < 3; count += 1) {
      expect(await limited.ok("exportInfo", {}, me)).toEqual({ secondsLeft: 0 });
      expect((await get(await proveOwn(gateway(), me, "export"))).status).toBe(200);
    }
    const refused = await get(await proveOwn(gateway(), me, "export"));
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining("今天的数据导出次数已用完"),
    ]);
    expect((await limited.ok("exportInfo", {}, me)).secondsLeft).toBeGreaterThan(80_000);
  });
});

describe("an archive", () => {
  it("is packed as it is taken, and no further when nobody takes it", async () => {
    let read = 0;
    async function* many() {
      for (; read < 5_000; read += 1) yield { name: `${read}.txt`, text: [`${Math.random()}`.repeat(500)] };
    }
    const reader = zipOf(many()).getReader();
    for (let count = 0; count < 20; count += 1) await reader.read();
    await reader.cancel();
    expect(read).toBeLessThan(50);
    await new Promise((done) => setTimeout(done, 20));
    expect(read).toBeLessThan(50);
  });

  it("fails as a whole when something in it cannot be read", async () => {
    async function* broken() {
      yield { name: "1.txt", text: ["一"] };
      throw new Error("gone");
    }
    await expect(new Response(zipOf(broken())).arrayBuffer()).rejects.toThrow("gone");
  });

  it.each([
    ["../../x", "x"],
    ["..\\..\\x", "x"],
    ["/etc/passwd", "etc passwd"],
    ["a\u0000b\nc", "a b c"],
    ["...", "无题"],
    ["", "无题"],
    ["好".repeat(60), "好".repeat(40)],
    ["CON: | *?", "CON"],
  ])("calls %j %j", (title, name) => expect(safeName(title)).toBe(name));
});
