import type { CallInput, CallName } from "contract";
import { contentEditingCalls } from "contract/content/editing";
import { severalContentCalls } from "contract/content/several";
import { contentTableCalls } from "contract/content/tables";
import { and, eq } from "drizzle-orm";
import { contentPieces } from "gateway/database/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { callRows } from "../support/call-rows";
import { addClasses, addProducts } from "../support/catalogue";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { saveNews } from "../support/news";
import type { Scene } from "../support/scene";

/** Classes 1 > 11 > 111 and 1 > 12; the editor has 11 with all beneath. */
const gateway = startGateway({}, beforeEach);
let [admin, editor, ofNotices]: Member[] = [];
const [mine, beneath, others] = [2_011, 2_111, 2_012];
const kind = "products" as const;
const piece = (id: number) => ({ kind, key: String(id) });

const grant = async (kinds: ("news" | "notices" | "products" | "classes")[], classes: number[] = []) => {
  const person = await gateway().member();
  const request = { role: "editor" as const, person: String(person.id), kinds, classes, reason: "负责内容" };
  await gateway().ok("grantRole", request, admin);
  return person;
};

beforeEach(async () => {
  admin = await gateway().member({ admin: true });
  await addClasses(gateway().database);
  await saveNews(gateway().database);
  await addProducts(gateway().database, [
    { id: mine, classId: 11 },
    { id: beneath, classId: 111 },
    { id: others, classId: 12 },
  ]);
  editor = await grant(["products", "classes"], [11]);
  ofNotices = await grant(["notices"]);
});

const bodyOf = async (id: number, as = admin) => (await gateway().ok("contentPiece", piece(id), as)).body;
const save = (id: number, base: number, body: object, as: Member | undefined) =>
  gateway().call("saveContent", { ...piece(id), base, standing: "", body: body as never }, as);

/** The calls about pieces; the search for products and the upload of a file are every editor's. */
const aboutPieces = (
  Object.keys(contentEditingCalls) as (keyof typeof contentEditingCalls & CallName)[]
).filter((name) => name !== "contentProducts" && name !== "uploadContentFile");
/** Those about several pieces, which answer for each of them. */
const aboutTables = Object.keys({
  ...contentTableCalls,
  ...severalContentCalls,
}) as (keyof (typeof contentTableCalls & typeof severalContentCalls) & CallName)[];

describe("an editor of other kinds", () => {
  it.each([...aboutPieces, ...aboutTables])("is refused %s", async (name) => {
    const request = callRows[name].request({} as Scene) as CallInput<typeof name>;
    await gateway().refused(name, request, "CONTENT_NOT_YOURS", ofNotices);
  });

  it("may search for the products that pieces name", async () => {
    const { products } = await gateway().ok("contentProducts", { text: `P${mine}` }, ofNotices);
    expect(products).toEqual([{ id: mine, name: `P${mine}` }]);
  });

  it("may upload a file, which no page shows before a piece names it", async () => {
    const { request } = callRows.uploadContentFile;
    const upload = request({} as Scene) as CallInput<"uploadContentFile">;
    await gateway().ok("uploadContentFile", upload, ofNotices);
    await gateway().refused("uploadContentFile", upload, "NOT_PERMITTED", await gateway().member());
  });
});

describe("an editor of some product classes", () => {
  it("lists, reads, saves, publishes, withdraws and restores what stands in them and beneath", async () => {
    const at = gateway();
    const listed = async (as: Member | undefined) =>
      (await at.ok("contentList", { kind, size: 100 }, as)).pieces.map(({ key }) => Number(key)).sort();
    expect(await listed(editor)).toEqual([mine, beneath].sort());
    expect((await at.ok("contentList", { kind, size: 100 }, editor)).total).toBe(2);
    expect(await listed(admin)).toContain(others);
    const read = await at.ok("contentPiece", piece(beneath), editor);
    expect(read.choices.class?.map(({ value }) => value)).toEqual(["11", "111"]);
    const changed = { ...read.body, title: "换了名字" };
    expect(await save(beneath, 0, changed, editor)).toMatchObject({ status: 200, body: { version: 2 } });
    await at.ok("publishContent", { ...piece(beneath), version: 2 }, editor);
    await at.ok("withdrawContent", piece(beneath), editor);
    await at.ok("restoreContent", { ...piece(beneath), version: 1 }, editor);
    await at.ok("contentVersions", piece(beneath), editor);
    await at.ok("publishContent", { ...piece(beneath), version: 3 }, editor);
    expect(await listed(editor)).toEqual([mine, beneath].sort());
  });

  it("is refused everything about a piece of another class, also by a key typed by hand", async () => {
    const at = gateway();
    const body = await bodyOf(others);
    const named = {
      ...piece(others),
      version: 1,
      body,
      base: 0,
      standing: "",
      take: "pack" as const,
      seen: "",
      submissionId: submissionId(),
    };
    for (const name of aboutPieces.filter((each) => each !== "contentList"))
      await at.refused(name, named as CallInput<typeof name>, "CONTENT_NOT_YOURS", editor);
    // Nothing was begun.
    expect(
      await at.database
        .select()
        .from(contentPieces)
        .where(eq(contentPieces.key, String(others))),
    ).toEqual([]);
  });

  it("reads no later draft by the address of a preview that was theirs", async () => {
    const at = gateway();
    const made = { kind, base: 0, fresh: true, body: { title: "编辑的草稿", class: 11 } };
    const { key } = await at.ok("saveContent", made, editor);
    const { preview } = await at.ok("contentPiece", { kind, key }, editor);
    const shown = async (secret: string) => {
      const { status, body } = await at.call("productInfo", { id: Number(key), preview: secret }, null);
      return status === 200 ? (body as { name: string }).name : status;
    };
    expect(await shown(preview)).toBe("编辑的草稿");
    // An administrator brings it to another class: it is not the editor's any more.
    const draft = { title: "管理员的草稿", class: 12 };
    await at.ok("saveContent", { kind, key, base: 1, standing: "", body: draft }, admin);
    await at.refused("contentPiece", { kind, key }, "CONTENT_NOT_YOURS", editor);
    expect(await shown(preview)).toBe(404);
    const { preview: newest } = await at.ok("contentPiece", { kind, key }, admin);
    expect(await shown(newest)).toBe("管理员的草稿");
    await at.ok("saveContent", { kind, key, base: 2, standing: "", body: { ...draft, class: 1 } }, admin);
  });

  it("brings nothing to another class, and makes nothing new there or without a class", async () => {
    const at = gateway();
    const body = await bodyOf(mine);
    const away = await save(mine, 0, { ...body, class: 12 }, editor);
    expect(away).toMatchObject({ status: 422, body: { errorCode: "CONTENT_NOT_YOURS" } });
    expect((away.body as { fields: object }).fields).toEqual({ class: ["请选择你负责的分类"] });
    for (const place of [{ class: 12 }, { class: 1 }, {}]) {
      const request = { kind, base: 0, fresh: true, body: { title: "新产品", ...place } };
      await at.refused("saveContent", request, "CONTENT_NOT_YOURS", editor);
    }
    const made = { kind, base: 0, fresh: true, body: { title: "新产品", class: 111 } };
    const { key } = await at.ok("saveContent", made, editor);
    const { pieces } = await at.ok("contentList", { kind, state: "draft" }, editor);
    expect(pieces.map((each) => each.key)).toEqual([key]);
  });

  it("loses a piece that an administrator's draft moves, and cannot publish a version of elsewhere", async () => {
    const at = gateway();
    const body = await bodyOf(mine);
    expect(await save(mine, 0, { ...body, class: 12 }, admin)).toMatchObject({ status: 200 });
    await at.refused("contentPiece", piece(mine), "CONTENT_NOT_YOURS", editor);
    const keys = async () =>
      (await at.ok("contentList", { kind, size: 100 }, editor)).pieces.map(({ key }) => key);
    expect(await keys()).not.toContain(String(mine));
    expect(await save(mine, 2, body, admin)).toMatchObject({ status: 200 });
    expect(await keys()).toContain(String(mine));
    // Version 2 stands in class 12.
    for (const name of ["publishContent", "restoreContent"] as const)
      await at.refused(name, { ...piece(mine), version: 2 }, "CONTENT_NOT_YOURS", editor);
    await at.ok("publishContent", { ...piece(mine), version: 3 }, editor);
  });

  it("does not take a pack's version that moves a piece elsewhere", async () => {
    const at = gateway();
    const body = await bodyOf(mine);
    expect(await save(mine, 0, body, editor)).toMatchObject({ status: 200 });
    const conflict = { pack: "pack", body: { ...body, class: 12 }, html: ["<p></p>"], fingerprint: "f" };
    const isMine = and(eq(contentPieces.kind, kind), eq(contentPieces.key, String(mine)));
    await at.database.update(contentPieces).set({ conflict }).where(isMine);
    await at.refused(
      "decideContent",
      { ...piece(mine), take: "pack", seen: "" },
      "CONTENT_NOT_YOURS",
      editor,
    );
    await at.ok("decideContent", { ...piece(mine), take: "own", seen: "" }, editor);
  });

  it("edits the classes themselves and makes new ones beneath, but moves none out", async () => {
    const at = gateway();
    const classes = async () =>
      (await at.ok("contentList", { kind: "classes", size: 100 }, editor)).pieces
        .map(({ key }) => key)
        .sort();
    expect(await classes()).toEqual(["11", "111"]);
    const call = async (key: string, change: object) => {
      const { body, standing, version } = await at.ok("contentPiece", { kind: "classes", key }, admin);
      const request = {
        kind: "classes" as const,
        key,
        base: version,
        standing,
        body: { ...body, ...change },
      };
      return at.call("saveContent", request, editor);
    };
    // Its own top class keeps the class above it.
    expect((await call("11", { summary: "换了说明" })).status).toBe(200);
    expect((await call("111", { parent: 11, summary: "x" })).status).toBe(200);
    for (const [key, parent] of [
      ["111", 12],
      ["111", 1],
      ["11", 12],
    ] as const)
      expect(await call(key, { parent })).toMatchObject({
        status: 422,
        body: { errorCode: "CONTENT_NOT_YOURS" },
      });
    expect(await call("12", { summary: "x" })).toMatchObject({ body: { errorCode: "CONTENT_NOT_YOURS" } });
    const fresh = (parent?: number) => ({
      kind: "classes" as const,
      base: 0,
      fresh: true,
      body: { title: "新分类", parameters: [], ...(parent === undefined ? {} : { parent }) },
    });
    await at.refused("saveContent", fresh(12), "CONTENT_NOT_YOURS", editor);
    await at.refused("saveContent", fresh(), "CONTENT_NOT_YOURS", editor);
    const { key } = await at.ok("saveContent", fresh(11), editor);
    expect(await classes()).toEqual(["11", "111", key].sort());
    await at.ok("publishContent", { kind: "classes", key, version: 1 }, editor);
    // An administrator's draft moves a class out: the list leaves out what every call would refuse.
    const { body, standing, version } = await at.ok("contentPiece", { kind: "classes", key: "111" }, admin);
    const moved = {
      kind: "classes" as const,
      key: "111",
      base: version,
      standing,
      body: { ...body, parent: 12 },
    };
    await at.ok("saveContent", moved, admin);
    await at.refused("contentPiece", { kind: "classes", key: "111" }, "CONTENT_NOT_YOURS", editor);
    expect(await classes()).toEqual(["11", key].sort());
    // A product stands there now, without a change of the role.
    await at.ok(
      "saveContent",
      { kind, base: 0, fresh: true, body: { title: "x", class: Number(key) } },
      editor,
    );
  });
});

describe("an editor's table of a class", () => {
  it("has the products of the role alone, and none of another class is read or written by its number", async () => {
    const at = gateway();
    const rows = [{ key: String(others), values: {} }];
    for (const [as, keys] of [
      [editor, [mine, beneath]],
      [admin, [mine, beneath, others]],
    ] as const) {
      const { products } = await at.ok("contentTable", { class: 1 }, as);
      const shown = products.map(({ key }) => Number(key));
      expect(shown.filter((id) => [mine, beneath, others].includes(id)).sort()).toEqual([...keys].sort());
      const { problems, written } = await at.ok("changeContentTable", { class: 1, rows }, as);
      expect([problems.length, written]).toEqual([as === admin ? 0 : 1, 0]);
    }
  });
});

describe("several pieces at once", () => {
  it("are checked and changed each by the editor's part: those of elsewhere are named and stay", async () => {
    const at = gateway();
    const keys = [String(beneath), String(others)];
    const { pieces } = await at.ok("checkSeveralContent", { kind, keys, act: "withdraw" }, editor);
    expect(pieces.map(({ problem }) => problem.includes("不在你负责的范围"))).toEqual([false, true]);
    // Its name is not told either.
    expect(pieces[1]?.title).toBe(keys[1]);
    const act = "withdraw" as const;
    const request = { kind, act, why: "清理", pieces: [{ key: String(others), version: 0 }] };
    const { done, refused } = await at.ok("changeSeveralContent", request, editor);
    expect([done, refused[0]?.problem]).toEqual([0, expect.stringContaining("不在你负责的范围")]);
  });
});
