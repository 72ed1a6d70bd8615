import type { CallInput } from "contract";
import { closedEditor, versionsListed } from "contract/content/constants";
import { and, eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { contentPersonalData } from "gateway/content/personal-data";
import { contentVersions, jobs } from "gateway/database/schema";
import { asTyped } from "gateway/text/as-typed";
import { beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { editorOf, text } from "../support/edited-content";
import { type Member, next, startGateway, submissionId } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
let folder: string;

beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  const remove: (() => Promise<void>)[] = [];
  folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await load();
  return async () => {
    for (const one of remove) await one();
  };
});

const load = () => loadContentPack(gateway().services, folder, { demo: false });
const { made, save, page, inMinutes } = editorOf(gateway, () => admin);
const pieceOf = (name: CallInput<"contentVersions">) => gateway().ok("contentPiece", name, admin);
const fresh = (body: Record<string, unknown>) => ({ kind: "news", base: 0, fresh: true, body }) as const;
/** What a refused save says, by field. */
async function problems(request: object) {
  const { status, body } = await gateway().call("saveContent", request, admin);
  return { status, fields: (body as { fields?: Record<string, string[]> }).fields ?? {} };
}

describe("a draft", () => {
  it("of a notice needs no products until it is published", async () => {
    const key = `SA-${next()}`;
    const request = {
      kind: "notices",
      key,
      base: 0,
      fresh: true,
      body: { title: "公告", products: [] },
    } as const;
    await gateway().ok("saveContent", request, admin);
    await gateway().ok("saveContent", { kind: "notices", key, base: 1, body: { title: "公告二" } }, admin);
    const { status, body } = await gateway().call(
      "publishContent",
      { kind: "notices", key, version: 1 },
      admin,
    );
    expect(status).toBe(422);
    expect((body as { fields: Record<string, string[]> }).fields.products).toEqual(["要写明是哪些产品"]);
  });

  it("keeps no line ends of Windows, also where a notice's text is short", async () => {
    const key = `SA-${next()}`;
    const body = { title: "公告", workaround: "一\r\n二" };
    await gateway().ok("saveContent", { kind: "notices", key, base: 0, fresh: true, body }, admin);
    expect((await pieceOf({ kind: "notices", key })).body.workaround).toBe("一\n二");
  });

  it.each([
    ["a body that is nested without end", JSON.parse(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`)],
    ["a year of five digits", { ...text, date: "20000-01-01" }],
  ])("with %s is refused", async (_what, body) => {
    expect((await problems(fresh(body))).status).toBe(400);
  });

  it("with a file that visitors would not get is refused beside its text", async () => {
    const attached = { ...text, content: "[说明](/gateway/attachments/1/a.pdf)" };
    expect((await problems(fresh(attached))).fields.content?.join()).toContain("只能放图片");
    const local = { ...text, content: "![图](file:///C:/a.png)" };
    expect((await problems(fresh(local))).fields.content?.join()).toContain("正文引用了本机图片 a.png");
    const key = `SA-${next()}`;
    const notice = { title: "公告", workaround: "![图](file:///C:/a.png)" };
    const answer = await problems({ kind: "notices", key, base: 0, fresh: true, body: notice });
    expect(answer.fields.workaround?.join()).toContain("a.png");
  });

  it("is made once by one form, also after it was published, and two forms make two", async () => {
    const form = { ...fresh(text), submissionId: submissionId() };
    const both = await Promise.all([
      gateway().ok("saveContent", form, admin),
      gateway().ok("saveContent", form, admin),
    ]);
    const [key] = both.map((each) => each.key);
    expect(both.map((each) => each.key)).toEqual([key, key]);
    await gateway().ok("publishContent", { kind: "news", key: key ?? "", version: 1 }, admin);
    await save({ kind: "news", key: key ?? "" }, 1, { title: "后来改的" });
    expect(await gateway().ok("saveContent", form, admin)).toMatchObject({ key, version: 1 });
    // A form from the browser's Back button with another text is another piece.
    const changed = { ...form, body: { ...text, title: "另一条" } };
    expect((await gateway().ok("saveContent", changed, admin)).key).not.toBe(key);
    const other = { ...form, submissionId: submissionId() };
    expect((await gateway().ok("saveContent", other, admin)).key).not.toBe(key);
  });

  it("whose text cannot be laid out says so, and is laid out when the same is saved again", async () => {
    const { name } = await made();
    const own = and(eq(contentVersions.kind, "news"), eq(contentVersions.key, name.key));
    await gateway()
      .database.update(contentVersions)
      .set({ html: [asTyped(text.content)] })
      .where(own);
    const again = await save(name, 1, {});
    expect(again).toMatchObject({ version: 1, asTyped: false });
    const [version] = await gateway().database.select().from(contentVersions).where(own);
    expect(version?.html[0]).toContain("<p>第一段。</p>");
    const hostile = await save(name, 1, { content: `${">".repeat(5_000)} a` });
    expect([hostile.version, hostile.asTyped]).toEqual([2, true]);
    expect((await save(name, 2, { content: `${">".repeat(5_000)} a` })).asTyped).toBe(true);
  });
});

describe("a piece of a pack", () => {
  it("that a pack changed while its form was open is not overwritten", async () => {
    const name = { kind: "news", key: "7" } as const;
    const { body, standing } = await pieceOf(name);
    await changePack(folder, { "news/launch.md": replacing("title: 发布", "title: 换过的发布") });
    await load();
    const own = { ...name, base: 0, body: { ...body, summary: "我的摘要" } };
    await gateway().refused("saveContent", { ...own, standing }, "EDIT_CONFLICT", admin);
    await gateway().refused("saveContent", own, "EDIT_CONFLICT", admin);
    const compared = await gateway().ok("compareContent", { ...name, body: own.body }, admin);
    expect(compared.version).toBe(0);
    expect(compared.changes.map((change) => change.name)).toEqual(["title", "summary"]);
    // Whoever has seen that may go on.
    const saved = await gateway().ok("saveContent", { ...own, standing: compared.standing }, admin);
    expect(saved.version).toBe(2);
  });

  it("may have any number that a pack may give", async () => {
    for (const key of ["2147483647", "2147483648"])
      await gateway().refused("contentPiece", { kind: "news", key }, "CONTENT_NOT_FOUND", admin);
    expect((await gateway().ok("contentProducts", { text: "2147483648" }, admin)).products).toEqual([]);
  });
});

describe("the secret of a preview", () => {
  it("is another one with each version and publishing, and its answers are not kept", async () => {
    const { name } = await made();
    const { preview } = await pieceOf(name);
    const look = (secret: string) =>
      gateway().call("informationDetail", { id: Number(name.key), preview: secret }, null);
    expect((await look(preview)).status).toBe(200);
    await save(name, 1, { title: "马上看到" });
    expect((await look(preview)).status).toBe(404);
    const { preview: second } = await pieceOf(name);
    expect((await look(second)).body).toMatchObject({ data: { title: "马上看到" } });
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    expect((await look(second)).status).toBe(404);
    expect((await look((await pieceOf(name)).preview)).status).toBe(200);
    // The address of a notice is kept for some seconds, but not with its secret.
    const key = `SA-${next()}`;
    const notice = { kind: "notices", key } as const;
    await gateway().ok("saveContent", { ...notice, base: 0, fresh: true, body: { title: "一" } }, admin);
    const page = async (secret: string) =>
      gateway().call("productNotice", { number: key, preview: secret }, null);
    const first = (await pieceOf(notice)).preview;
    expect((await page(first)).body).toMatchObject({ title: "一" });
    await gateway().ok("saveContent", { ...notice, base: 1, body: { title: "二" } }, admin);
    expect((await page(first)).status).toBe(404);
    expect((await page((await pieceOf(notice)).preview)).body).toMatchObject({ title: "二" });
  });
});

describe("the history", () => {
  it("lists the newest versions, and shows any of them", async () => {
    const { name } = await made();
    await gateway()
      .database.insert(contentVersions)
      .values(
        Array.from({ length: versionsListed }, (_, index) => ({
          ...name,
          version: 1_000 + index,
          body: text,
          html: [],
          origin: "typed" as const,
          byId: admin.id,
        })),
      );
    const { versions } = await gateway().ok("contentVersions", { ...name, version: 1_000 }, admin);
    expect(versions).toHaveLength(versionsListed);
    const oldest = await gateway().ok("contentVersions", { ...name, version: 1 }, admin);
    expect(oldest.shown.changes.map((change) => change.name)).toContain("title");
  });

  it("names no account that has ended, and what it scheduled is nobody's", async () => {
    const gone = await gateway().member({ admin: true });
    const { key } = await gateway().ok("saveContent", fresh({ ...text, title: "留下的" }), gone);
    const name = { kind: "news", key } as const;
    await gateway().ok("publishContent", { ...name, version: 1, at: inMinutes(10) }, gone);
    await contentPersonalData.erase?.(gateway().database, { id: gone.id } as never, gateway().services.now());
    expect((await pieceOf(name)).editor).toBe(closedEditor);
    const listed = await gateway().ok("contentList", { kind: "news", text: "留下的" }, admin);
    expect(listed.pieces.map((piece) => piece.editor)).toEqual([closedEditor]);
    const { versions } = await gateway().ok("contentVersions", name, admin);
    expect(versions.map((version) => version.editor)).toEqual([closedEditor]);
    const [job] = await gateway().database.select().from(jobs).where(eq(jobs.kind, "contentSchedule"));
    expect(job?.payload).toEqual({ ...name, act: "publish", at: expect.any(String) });
    expect((await page(key)).status).toBe(404);
  });
});
