import { randomBytes } from "node:crypto";
import type { DataExport } from "contract/privacy/calls";
import { exportDays, exportsPrefix } from "contract/privacy/constants";
import { eq, isNull } from "drizzle-orm";
import { unzipSync } from "fflate";
import { dataExports, exportPieces, jobs, notifications, posts } from "gateway/database/schema";
import { safeName, zipOf } from "gateway/files/storage/write-zip";
import { runDueJobs } from "gateway/jobs";
import { expiredExportsJob } from "gateway/privacy/export/expired-exports";
import { exportData } from "gateway/privacy/export/export-data";
import { runJobs } from "gateway/server/jobs";
import { createLimits } from "gateway/server/limits";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { expectConsole } from "../support/console";
import { proveOwn } from "../support/contacts";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";

const gateway = startGateway();
const prove = (member: Member) => proveOwn(gateway(), member, "export");
const ask = async (member: Member) => gateway().ok("requestExport", { uuid: await prove(member) }, member);
const latest = async (member: Member) => (await gateway().ok("exportInfo", {}, member)).latest;
const work = (stopped?: () => boolean) => runJobs(gateway().services, [exportData], stopped);
const addressOf = (found: DataExport | null) => (found?.state === "ready" ? found.address : "");
/** Exports a member's data, and gives the archive's address. */
async function packed(member: Member): Promise<string> {
  await ask(member);
  await work();
  return addressOf(await latest(member));
}
const fetchExport = (
  member: Member | null,
  address: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) =>
  gateway().fetch(address, {
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

describe("the export of personal data", () => {
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
    const hidden = await gateway().topic(other, section, { title: "后来隐藏的主题" });
    await gateway().ok("favoriteTopic", { tid: hidden.tid }, me);
    await gateway().ok("deleteContent", { pid: hidden.pid }, other);
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
    const answer = await fetchExport(me, await packed(me));
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

  it("is named by the day in China, which begins at 16:00 UTC of the day before", async () => {
    const own = await gateway().member();
    const address = await packed(own);
    const row = eq(dataExports.accountId, own.id);
    for (const [at, day] of [
      ["2026-03-01T15:59:59Z", "2026-03-01"],
      ["2026-03-01T16:00:00Z", "2026-03-02"],
    ] as const) {
      const askedAt = new Date(at);
      await gateway().database.update(dataExports).set({ askedAt }).where(row);
      const { headers } = await fetchExport(own, address);
      expect(headers.get("content-disposition")).toBe(`attachment; filename="export-${own.id}-${day}.zip"`);
    }
  });

  it("has every list as JSON, with the right content", async () => {
    expect(json("account.json")).toMatchObject({
      uid: me.id,
      nickname: me.nickname,
      email: "mine@example.com",
      intro: "我的简介",
      lastSeenDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(json("profile.json")).toEqual({ profile: null, changes: [] });
    expect(json("sessions.json")).toMatchObject([{ address: "127.0.0.1" }]);
    expect(json("follows.json")).toMatchObject([
      { kind: "user", id: other.id, name: other.nickname },
      { kind: "section" },
    ]);
    // What was hidden since is in the list without its title.
    expect(json("favorites.json")).toMatchObject([{ title: "别人的主题" }, { title: null }]);
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

  it("has each topic and reply as Markdown with front matter, in file names that are no paths", () => {
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

  it("has nothing of another person but public names and titles, and no secrets", () => {
    const all = Object.values(files).join("\n");
    const foreign = ["theirs@example.com", "别人写给我的", "别人的正文", "别人的回复", "我删掉的回复"];
    for (const words of [...foreign, "a secret digest", me.cookie.replace(/^[^=]*=/, ""), me.csrfToken])
      expect(all).not.toContain(words);
  });
});

describe("the state of an export", () => {
  it("is shown from the request to the download, and the person gets a notice when it is ready", async () => {
    const me = await gateway().member();
    expect(await latest(me)).toBeNull();
    expect(await ask(me)).toMatchObject({ state: "waiting" });
    expect(await latest(me)).toMatchObject({ state: "waiting" });
    await work();
    const ready = await latest(me);
    const bytes = (await (await fetchExport(me, addressOf(ready))).arrayBuffer()).byteLength;
    expect(ready).toMatchObject({ state: "ready", address: expect.stringContaining(exportsPrefix), bytes });
    const told = await gateway()
      .database.select()
      .from(notifications)
      .where(eq(notifications.accountId, me.id));
    expect(told).toMatchObject([{ kind: "system", event: "exportReady" }]);
  });

  it("a pending export answers every further request, with any proof; later a request makes a new one", async () => {
    const me = await gateway().member();
    const first = await ask(me);
    expect(await gateway().ok("requestExport", { uuid: "none" }, me)).toEqual(first);
    const uuids = [await prove(me), await prove(me)];
    await work();
    const before = addressOf(await latest(me));
    const answers = await Promise.all(uuids.map((uuid) => gateway().ok("requestExport", { uuid }, me)));
    expect(answers[0]).toEqual(answers[1]);
    expect(await work()).toBe(1);
    expect((await fetchExport(me, before)).status).toBe(404);
    expect((await fetchExport(me, addressOf(await latest(me)))).status).toBe(200);
  });

  it("is refused without a fresh verification for this purpose and session", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const late = await prove(me);
    gateway().pass(601);
    for (const uuid of ["wrong", late, await prove(other), await proveOwn(gateway(), me, "close")])
      await gateway().refused("requestExport", { uuid }, "PROOF_INVALID", me);
    expect(await latest(me)).toBeNull();
  });

  it("is failed after its tries, and may be requested again", async () => {
    const me = await gateway().member();
    const services = { ...gateway().services, settings: null as never };
    await ask(me);
    expectConsole("warn", /的数据没有导出，稍后再试/);
    expectConsole("error", /的数据没有导出，不再重试/);
    for (let tries = 1; tries <= exportData.tries; tries += 1) {
      expect((await latest(me))?.state).not.toBe("failed");
      await runJobs(services, [exportData]);
      gateway().pass(3_600);
    }
    expect(await latest(me)).toMatchObject({ state: "failed" });
    expect(await ask(me)).toMatchObject({ state: "waiting" });
    await work();
    expect((await fetchExport(me, addressOf(await latest(me)))).status).toBe(200);
  });

  it("is limited to three a day; a refused proof does not count", async () => {
    const limited = new TestGateway(gateway().database, {}, createLimits());
    const me = await limited.member();
    const askWith = async () => ({ uuid: await proveOwn(gateway(), me, "export") });
    for (let count = 0; count < 5; count += 1)
      await limited.refused("requestExport", { uuid: "wrong" }, "PROOF_INVALID", me);
    for (let count = 0; count < 3; count += 1) {
      expect(await limited.ok("exportInfo", {}, me)).toMatchObject({ secondsLeft: 0 });
      await limited.ok("requestExport", await askWith(), me);
      await work();
    }
    await limited.refused("requestExport", await askWith(), "EXPORTS_USED_UP", me);
    expect((await limited.ok("exportInfo", {}, me)).secondsLeft).toBeGreaterThan(80_000);
  });
});

describe("an export whose process ends half-way", () => {
  /** A member whose archive has several pieces, because its bytes do not compress. */
  async function muchWritten(): Promise<Member> {
    const me = await gateway().member();
    const { tid } = await gateway().topic(me, await gateway().section());
    const rows = Array.from({ length: 30 }, (_, index) => ({
      topicId: tid,
      authorId: me.id,
      floor: index + 2,
      html: "",
      source: randomBytes(75_000).toString("base64"),
    }));
    for (const row of rows) await gateway().database.insert(posts).values(row);
    return me;
  }
  /** Tells the process to end after the job has asked so many times. */
  const stopAfter = (times: number) => {
    let calls = 0;
    return () => {
      calls += 1;
      return calls > times;
    };
  };
  const piecesOf = async (key: string) =>
    gateway().database.$count(exportPieces, eq(exportPieces.exportKey, key));
  const keyOf = async (member: Member) =>
    (await gateway().database.select().from(dataExports).where(eq(dataExports.accountId, member.id)))[0]
      ?.key ?? "";

  it("is made again by the next process, and a process that was only slow adds nothing to it", async () => {
    const me = await muchWritten();
    await ask(me);
    const key = await keyOf(me);
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((done) => (wake = done));
    let steps = 0;
    const { database } = gateway();
    const slowly = new Proxy(database, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
        return async (...work: Parameters<typeof database.transaction>) => {
          steps += 1;
          if (steps === 4) await asleep;
          return target.transaction(...work);
        };
      },
    });
    const slow = runJobs({ ...gateway().services, database: slowly }, [exportData]);
    await expect.poll(() => steps).toBe(4);
    expect(await latest(me)).toMatchObject({ state: "working", percent: expect.any(Number) });
    gateway().pass(16 * 60);
    expect(await work()).toBe(1);
    const ready = await latest(me);
    const pieces = await piecesOf(key);
    expectConsole("warn", /的数据没有导出/);
    wake();
    await slow;
    expect([await latest(me), await piecesOf(key)]).toEqual([ready, pieces]);
    const files = await filesOf(await fetchExport(me, addressOf(ready)));
    expect(JSON.parse(files["replies.json"] ?? "")).toHaveLength(30);
  });

  it("because it is told to is continued at once by the next process", async () => {
    const me = await muchWritten();
    await ask(me);
    expect(await work(stopAfter(3))).toBe(0);
    expect(await latest(me)).toMatchObject({ state: "working" });
    expect(await work()).toBe(1);
    expect(await latest(me)).toMatchObject({ state: "ready" });
  });

  it("is dropped without an error if its person's account ends meanwhile", async () => {
    const me = await muchWritten();
    await ask(me);
    await work(stopAfter(3));
    await gateway().database.delete(dataExports).where(eq(dataExports.accountId, me.id));
    expect(await work()).toBe(1);
    expect(await gateway().database.$count(jobs, isNull(jobs.failedAt))).toBe(0);
  });
});

describe("the address of an export", () => {
  it("works for its person alone, in any of their sessions, and is never cached", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const address = await packed(me);
    for (const [who, status, words] of [
      [null, 403, ""],
      [other, 404, "不存在或已过期"],
    ] as const) {
      const answer = await fetchExport(who, address);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        status,
        "text/html; charset=UTF-8",
      ]);
      expect(await answer.text()).toContain(words);
    }
    expect((await fetchExport(me, `${exportsPrefix}nothing`)).status).toBe(404);
    const elsewhere = await gateway().signIn({ id: me.id, nickname: me.nickname, passwordHash: null });
    for (const session of [me, elsewhere, me]) {
      const answer = await fetchExport(session, address);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(Object.keys(await filesOf(answer)).length).toBeGreaterThan(10);
    }
  });

  it("gives its size to HEAD, and the requested range", async () => {
    const me = await gateway().member();
    const address = await packed(me);
    const whole = Buffer.from(await (await fetchExport(me, address)).arrayBuffer());
    const head = await fetchExport(me, address, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(whole.byteLength)]);
    const part = await fetchExport(me, address, { headers: { range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 10-19/${whole.byteLength}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const beyond = await fetchExport(me, address, { headers: { range: `bytes=${whole.byteLength}-` } });
    expect(beyond.status).toBe(416);
  });

  it("is valid for its days, and then the archive is deleted", async () => {
    const me = await gateway().member();
    const address = await packed(me);
    gateway().pass(exportDays * 86_400 - 60);
    await runDueJobs(gateway().services, [expiredExportsJob]);
    const again = await gateway().signIn({ id: me.id, nickname: me.nickname, passwordHash: null });
    expect((await fetchExport(again, address)).status).toBe(200);
    gateway().pass(61);
    expect([(await fetchExport(again, address)).status, await latest(again)]).toEqual([404, null]);
    gateway().pass(3_600);
    const mine = eq(exportPieces.exportKey, address.slice(exportsPrefix.length));
    expect(await gateway().database.$count(exportPieces, mine)).toBe(1);
    await runDueJobs(gateway().services, [expiredExportsJob]);
    expect(await gateway().database.$count(exportPieces, mine)).toBe(0);
  });
});

describe("an archive", () => {
  it("is packed as it is read, and stops when nobody reads", async () => {
    let read = 0;
    async function* many() {
      for (; read < 5_000; read += 1) yield { name: `${read}.txt`, text: [`${Math.random()}`.repeat(500)] };
    }
    const bytes = zipOf(many());
    for (let count = 0; count < 20; count += 1) await bytes.next();
    await bytes.return(undefined);
    expect(read).toBeLessThan(50);
  });

  it("fails as a whole when a part of it cannot be read", async () => {
    async function* broken() {
      yield { name: "1.txt", text: ["一"] };
      throw new Error("gone");
    }
    const takeAll = async () => {
      for await (const _bytes of zipOf(broken()));
    };
    await expect(takeAll()).rejects.toThrow("gone");
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
