import type { CallInput } from "contract";
import {
  type ContentAction,
  contentStateNames,
  contentTransitions,
  mayBecome,
} from "contract/content/transitions";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { contentPieces, jobs, moderationLog, news, productNotices } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { editorOf, text } from "../support/edited-content";
import { type Member, next, startGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway({}, beforeEach);
let admin: Member;
let other: Member;
let folder: string;

beforeEach(async () => {
  admin = await gateway().member({ admin: true, nickname: "编辑甲" });
  other = await gateway().member({ admin: true, nickname: "编辑乙" });
  folder = await copyPack(smallCatalogue(samplePdf()));
  await load();
});
beforeEach(() => gateway().database.delete(jobs));

const load = () => loadContentPack(gateway().services, folder, { demo: false });
/** The notices about pieces of the pack that were edited in the browser. */
const edited = ({ notices }: { notices: string[] }) =>
  notices.filter((each) => each.includes("在站内改过，") && !each.includes(`「${text.title}」`));
const news7 = { kind: "news", key: "7" } as const;
const { made, save, page, inMinutes } = editorOf(gateway, () => admin);
/** Decides the conflict of the pack's piece that its form shows. */
const decide = async (take: "own" | "pack") => {
  const { conflict } = await pieceOf(news7);
  return gateway().ok("decideContent", { ...news7, take, seen: conflict?.at ?? "" }, admin);
};
const pieceOf = (name: CallInput<"contentVersions">) => gateway().ok("contentPiece", name, admin);

describe("a new piece", () => {
  it("is a draft that nobody sees, is published as a pack's would be, withdrawn, and published again", async () => {
    const { name } = await made();
    expect((await page(name.key)).status).toBe(404);
    expect(await pieceOf(name)).toMatchObject({
      state: "draft",
      version: 1,
      publishedVersion: 0,
      editor: "编辑甲",
    });
    await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    const { body } = await page(name.key);
    expect(body).toMatchObject({
      data: { title: "新品上市", category: { name: "动态" }, products: [{ id: 100 }] },
    });
    expect((body as { data: { html: string } }).data.html).toContain("<p>第一段。</p>");
    const found = await gateway().ok("informationListPage", { page: 1 });
    expect(found.news.map(({ title }) => title)).toContain("新品上市");
    await gateway().ok("withdrawContent", name, admin);
    expect((await page(name.key)).body).toMatchObject({ data: { delisted: true } });
    await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    expect((await page(name.key)).body).toMatchObject({ data: { delisted: false } });
    const actions = (
      await gateway().database.select().from(moderationLog).where(eq(moderationLog.targetKind, "content"))
    ).map(({ action }) => action);
    expect(actions.slice(-3)).toEqual(["publishContent", "withdrawContent", "publishContent"]);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("may be saved without all fields, and says beside each field what it lacks when it is to be published", async () => {
    const half = { kind: "news", base: 0, fresh: true, body: { title: "只有标题" } } as const;
    const { key } = await gateway().ok("saveContent", half, admin);
    const answer = await gateway().call("publishContent", { kind: "news", key, version: 1 }, admin);
    expect(answer).toMatchObject({ status: 422, body: { errorCode: "CONTENT_INCOMPLETE" } });
    const { fields } = answer.body as { fields: Record<string, string[]> };
    expect(Object.keys(fields).sort()).toEqual(["category", "content", "date", "summary"]);
    expect(fields.summary).toEqual(["请填写这一项"]);
    await gateway().refused(
      "publishContent",
      { kind: "news", key, version: 1, at: inMinutes(5) },
      "CONTENT_INCOMPLETE",
      admin,
    );
  });

  it("with a wrong field is not saved, and the answer says what is wrong in Chinese", async () => {
    const wrong: [object, string, string][] = [
      [{ title: "" }, "title", "不能为空"],
      [{ title: "长".repeat(121) }, "title", "不能超过 120 个字符"],
      [{ date: "明天" }, "date", "时间应写成"],
      [{ category: 4_711 }, "category", "请选择一个分类"],
      [{ products: [4_711] }, "products", "没有产品 4711"],
      [{ cover: { name: `${"0".repeat(32)}.png`, alt: "图" } }, "cover", "没有这张图片"],
      [{ unknown: 1 }, "", "填写的内容有误"],
    ];
    for (const [change, field, message] of wrong) {
      const request = { kind: "news", base: 0, fresh: true, body: { ...text, ...change } };
      const { status, body } = await gateway().call("saveContent", request, admin);
      expect([change, status]).toEqual([change, 400]);
      expect((body as { fields: Record<string, string[]> }).fields[field]?.join()).toContain(message);
    }
  });

  it("of a kind whose keys are typed needs a right key that is not taken", async () => {
    const body = {
      title: "安全公告",
      kind: "security",
      date: "2025-04-01",
      products: [100],
      content: "说明",
    };
    const request = { kind: "notices", base: 0, fresh: true, body } as const;
    await gateway().refused("saveContent", request, "INVALID_REQUEST", admin);
    await gateway().refused("saveContent", { ...request, key: "sa-1" }, "INVALID_REQUEST", admin);
    await gateway().refused("saveContent", { ...request, key: "PCN-2025-001" }, "CONTENT_KEY_TAKEN", admin);
    const key = `SA-2025-${next()}`;
    await gateway().ok("saveContent", { ...request, key }, admin);
    await gateway().refused("saveContent", { ...request, key }, "CONTENT_KEY_TAKEN", admin);
    await gateway().ok("publishContent", { kind: "notices", key, version: 1 }, admin);
    expect(await gateway().ok("productNotice", { number: key })).toMatchObject({
      title: "安全公告",
      products: [{ id: 100 }],
    });
    // The followers of its products have not been told yet: a job does that.
    const [row] = await gateway()
      .database.select()
      .from(productNotices)
      .where(eq(productNotices.number, key));
    expect(row?.toldAt).toBeNull();
  });
});

describe("a piece of a pack", () => {
  it("is edited from what stands; its history begins with that, and one press brings it back", async () => {
    const key = "PCN-2025-001";
    const name = { kind: "notices", key } as const;
    const { body, version, standing } = await pieceOf(name);
    expect([version, body]).toEqual([
      0,
      {
        title: "封装变更",
        kind: "pcn",
        date: "2025-01-01",
        content: "说明。",
        workaround: "无",
        products: [100],
      },
    ]);
    const changed = { ...body, title: "封装变更（更正）", effective: "2025-06-01" };
    await gateway().ok("saveContent", { ...name, base: 0, standing, body: changed, why: "补生效日" }, admin);
    expect((await gateway().ok("productNotice", { number: key })).title).toBe("封装变更");
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    expect(await gateway().ok("productNotice", { number: key })).toMatchObject({
      title: "封装变更（更正）",
      effective: "2025-06-01",
    });
    const { versions, shown } = await gateway().ok("contentVersions", name, admin);
    expect(versions.map(({ version: each, editor, origin, why }) => [each, editor, origin, why])).toEqual([
      [2, "编辑甲", "typed", "补生效日"],
      [1, "", "pack", ""],
    ]);
    expect(shown.changes).toEqual([
      {
        name: "title",
        label: "标题",
        changes: expect.arrayContaining([{ kind: "added", text: "（更正）" }]),
      },
      { name: "effective", label: "生效日期", changes: [{ kind: "added", text: "2025-06-01" }] },
    ]);
    await gateway().ok("restoreContent", { ...name, version: 1 }, admin);
    await gateway().ok("publishContent", { ...name, version: 3 }, admin);
    expect(await gateway().ok("productNotice", { number: key })).toMatchObject({
      title: "封装变更",
      effective: null,
      workaround: "<p>无</p>",
    });
    // Restoring what is the newest version already adds none.
    expect((await gateway().ok("restoreContent", { ...name, version: 3 }, admin)).version).toBe(3);
    // A document is private until a row names it: a form cannot name one.
    const file = { fileName: `${"0".repeat(32)}.pdf`, originalName: "x.pdf", bytes: 1 };
    await gateway().refused(
      "saveContent",
      { ...name, base: 3, body: { ...body, file } },
      "INVALID_REQUEST",
      admin,
    );
    await gateway().refused("restoreContent", { ...name, version: 9 }, "CONTENT_VERSION_NOT_FOUND", admin);
    await gateway().refused("contentVersions", { ...name, version: 9 }, "CONTENT_VERSION_NOT_FOUND", admin);
    for (const call of ["contentPiece", "contentVersions", "withdrawContent", "unscheduleContent"] as const)
      await gateway().refused(call, { kind: "news", key: "4711" }, "CONTENT_NOT_FOUND", admin);
  });

  it("that differs in a later pack stays, is named, and somebody decides", async () => {
    const { body, standing } = await pieceOf(news7);
    const own = { ...body, title: "站内改过的发布" };
    await gateway().ok("saveContent", { ...news7, base: 0, standing, body: own }, admin);
    await gateway().ok("publishContent", { ...news7, version: 2 }, admin);
    await gateway().refused(
      "decideContent",
      { ...news7, take: "own", seen: "" },
      "CONTENT_NO_CONFLICT",
      admin,
    );
    // The pack says what it said before: that is no conflict.
    expect(edited(await load())).toEqual([]);
    await changePack(folder, { "news/launch.md": replacing("title: 发布", "title: 内容包里的发布") });
    const { notices, changes } = await load();
    expect(notices.join()).toContain("资讯「站内改过的发布」在站内改过，内容包里的不一样");
    expect(changes.news).toBeUndefined();
    expect((await page("7")).body).toMatchObject({ data: { title: "站内改过的发布" } });
    const listed = await gateway().ok("contentList", { kind: "news", only: "conflict" }, admin);
    expect(listed.pieces.map(({ key }) => key)).toContain("7");
    const { conflict } = await pieceOf(news7);
    expect(conflict).toMatchObject({ pack: "pack", gone: false, changes: [{ name: "title" }] });

    await decide("own");
    expect(edited(await load())).toEqual([]);
    await changePack(folder, { "news/launch.md": replacing("内容包里的发布", "又改了的发布") });
    expect(edited(await load())).toHaveLength(1);
    // Who saw the earlier conflict decides nothing about this one.
    const old = { ...news7, take: "pack", seen: conflict?.at ?? "" } as const;
    await gateway().refused("decideContent", old, "CONTENT_CONFLICT_CHANGED", admin);
    // What was scheduled for the browser's version ends with it.
    await gateway().ok("publishContent", { ...news7, version: 2, at: inMinutes(10) }, admin);
    await gateway().ok("withdrawContent", { ...news7, at: inMinutes(20) }, admin);
    await decide("pack");
    expect(await pieceOf(news7)).toMatchObject({ publishAt: "", publishVersion: 0, withdrawAt: "" });
    expect((await page("7")).body).toMatchObject({ data: { title: "又改了的发布" } });
    expect(await pieceOf(news7)).toMatchObject({ version: 5, publishedVersion: 5, conflict: null });

    // It went back to the packs: the next one changes it, and that is a version too.
    await changePack(folder, { "news/launch.md": replacing("又改了的发布", "第四个标题") });
    expect((await load()).changes.news).toEqual({ added: 0, changed: 1, delisted: 0 });
    expect((await page("7")).body).toMatchObject({ data: { title: "第四个标题" } });
    await gateway().refused("saveContent", { ...news7, base: 5, body: own }, "EDIT_CONFLICT", admin);
    await gateway().ok("saveContent", { ...news7, base: 6, body: own }, admin);

    // A pack that no longer names it does not take it down by itself.
    await changePack(folder, { "news/launch.md": null });
    expect((await load()).notices.join()).toContain("内容包里没有了");
    expect((await page("7")).body).toMatchObject({ data: { delisted: false } });
    expect((await pieceOf(news7)).conflict).toMatchObject({ gone: true, changes: [] });
    await gateway().ok("withdrawContent", { ...news7, at: inMinutes(20) }, admin);
    await decide("pack");
    expect((await page("7")).body).toMatchObject({ data: { delisted: true } });
    expect((await pieceOf(news7)).withdrawAt).toBe("");
    expect((await pieceOf(news7)).state).toBe("withdrawn");
  });
});

describe("two editors at once", () => {
  it("the second is told, compares, and loses nothing", async () => {
    const { name } = await made();
    await save(name, 1, { title: "甲的标题" });
    await gateway().refused(
      "saveContent",
      { ...name, base: 1, body: { ...text, summary: "乙的摘要" } },
      "EDIT_CONFLICT",
      other,
    );
    const compared = await gateway().ok(
      "compareContent",
      { ...name, body: { ...text, summary: "乙的摘要" } },
      other,
    );
    expect([compared.version, compared.editor]).toEqual([2, "编辑甲"]);
    expect(compared.changes.map(({ name: field }) => field)).toEqual(["title", "summary"]);
    expect((await save(name, 2, { summary: "乙的摘要" }, other)).version).toBe(3);
    // The same body again adds no version, as when a form is posted twice.
    expect((await save(name, 3, { summary: "乙的摘要" }, other)).version).toBe(3);
    const versions = await gateway().ok("contentVersions", { ...name, version: 2 }, admin);
    expect(versions.versions.map(({ editor }) => editor)).toEqual(["编辑乙", "编辑甲", "编辑甲"]);
    expect(versions.shown.changes.map(({ name: field }) => field)).toEqual(["title"]);
    await gateway().refused(
      "compareContent",
      { kind: "news", key: "4711", body: text },
      "CONTENT_NOT_FOUND",
      admin,
    );
  });

  it("who make a piece at the same moment get two numbers", async () => {
    const both = await Promise.all([made(), made()]);
    expect(new Set(both.map(({ name }) => name.key)).size).toBe(2);
  });
});

describe("the states", () => {
  const request: Record<ContentAction, (name: { kind: "news"; key: string }) => [string, object]> = {
    save: (name) => ["saveContent", { ...name, base: 1, body: { ...text, summary: "改过" } }],
    publish: (name) => ["publishContent", { ...name, version: 1 }],
    schedule: (name) => ["publishContent", { ...name, version: 1, at: inMinutes(10) }],
    withdraw: (name) => ["withdrawContent", name],
    scheduleWithdraw: (name) => ["withdrawContent", { ...name, at: inMinutes(10) }],
    unschedule: (name) => ["unscheduleContent", name],
    restore: (name) => ["restoreContent", { ...name, version: 1 }],
    keepOwn: (name) => ["decideContent", { ...name, take: "own", seen: "" }],
    takePack: (name) => ["decideContent", { ...name, take: "pack", seen: "" }],
  };
  const cells = contentStateNames.flatMap((state) =>
    (Object.keys(contentTransitions) as ContentAction[]).map((action) => ({ state, action })),
  );

  it.each(cells)("$state: $action does what the table says", async ({ state, action }) => {
    const { name } = await made();
    if (state !== "draft") await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    if (state === "withdrawn") await gateway().ok("withdrawContent", name, admin);
    const conflict = {
      pack: "pack",
      body: { ...text, title: "包里的" },
      html: ["<p>包</p>"],
      fingerprint: "f",
    };
    await gateway().database.update(contentPieces).set({ conflict }).where(eq(contentPieces.key, name.key));
    const [call, input] = request[action](name);
    if (!mayBecome(action, state)) {
      await gateway().refused(call as "withdrawContent", input as never, "CONTENT_STATE", admin);
      return;
    }
    const answer = await gateway().ok(call as "withdrawContent", input as never, admin);
    expect(answer.state).toBe(contentTransitions[action].to ?? state);
    const [row] = await gateway()
      .database.select()
      .from(news)
      .where(eq(news.id, Number(name.key)));
    const stands = row === undefined ? "draft" : row.delistedAt ? "withdrawn" : "published";
    expect(stands).toBe(answer.state);
  });
});

describe("the list", () => {
  it("has what stands and what is new, is searched and filtered, and has pages", async () => {
    const title = `唯一的标题${next()}`;
    const { name } = await made({ title });
    const list = async (request: object) =>
      (await gateway().ok("contentList", { kind: "news", ...request }, admin)).pieces.map(({ key }) => key);
    expect(await list({ text: title })).toEqual([name.key]);
    expect(await list({ text: name.key })).toEqual([name.key]);
    expect(await list({ text: title, state: "published" })).toEqual([]);
    expect(await list({ text: title, only: "drafted" })).toEqual([name.key]);
    expect((await list({}))[0]).toBe(name.key);
    const notices = await gateway().ok("contentList", { kind: "notices" }, admin);
    expect(notices.pieces.map(({ key }) => key)).toContain("PCN-2025-001");
    const found = await gateway().ok("contentProducts", { text: "a10" }, admin);
    expect(found.products).toEqual([{ id: 100, name: "A100" }]);
    expect((await gateway().ok("contentProducts", { text: "100" }, admin)).products[0]?.id).toBe(100);
    const empty = await gateway().ok("contentPiece", { kind: "news" }, admin);
    expect(empty).toMatchObject({
      version: 0,
      state: "draft",
      choices: { category: [{ value: "1", name: "动态" }] },
    });
  });
});
