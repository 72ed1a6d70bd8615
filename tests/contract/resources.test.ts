import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { accounts, policies, resourceVersions } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, smallCatalogue } from "../support/content";
import { type Member, startGateway } from "../support/gateway";
import { developmentSite, resourceFiles } from "../support/resource-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let member: Member;
let folder: string;
let tidy: () => unknown = () => undefined;
afterAll(() => tidy());
const load = () => loadContentPack(gateway().services, folder, { demo: false });

beforeAll(async () => {
  folder = await copyPack({ ...smallCatalogue(samplePdf()), ...resourceFiles() }, (remove) => {
    tidy = remove;
  });
  await changePack(folder, { "site.yaml": (text) => text + developmentSite(false) });
  await load();
  // The small pack has no disclaimer.
  await gateway()
    .database.insert(policies)
    .values({ id: "Disclaimer", title: "免责声明", version: "1.0", source: "", html: "<p>免责</p>" });
  member = await gateway().member();
});

const ids = ({ resources }: { resources: { pk_rm_resource: number }[] }) =>
  resources.map(({ pk_rm_resource }) => pk_rm_resource);
const found = async (request: object) => gateway().ok("searchResource", request as never);

describe("the tree and the list of resources", () => {
  it("counts the resources of each level and beneath it, of all and of a product", async () => {
    const { result } = await gateway().ok("resourceTree", {});
    expect(result.map(({ name, resources }) => [name, resources])).toEqual([
      ["文档", 26],
      ["开发包", 2],
      ["培训", 1],
    ]);
    expect(result[0]?.child.map(({ id, kind, resources }) => [id, kind, resources])).toEqual([
      [51, "datasheet", 1],
      [52, "note", 25],
    ]);
    const old = await gateway().ok("resourceTree", { prodId: 200 });
    expect(old.result.map(({ id, resources }) => [id, resources])).toEqual([
      [5, 0],
      [6, 1],
      [7, 0],
    ]);
  });

  it("lists newest first, page by page, and each filter reduces the list", async () => {
    const all = await found({});
    expect([all.total, all.pages, all.more, all.resources.length]).toEqual([29, 2, false, 20]);
    expect(ids(all)[0]).toBe(510);
    expect(all.resources[0]).toMatchObject({ version: "2.0.0", date: "2025-03-01", fileType: "zip" });
    const second = await found({ page: 2 });
    expect(second.resources).toHaveLength(9);
    expect(new Set([...ids(all), ...ids(second)]).size).toBe(29);
    expect(ids(await found({ levelId: 6 })).sort()).toEqual([510, 520]);
    expect(ids(await found({ prodId: 200 }))).toEqual([520]);
    expect((await found({ classId: 1 })).total).toBe(28);
    expect(ids(await found({ classId: 11, kind: "datasheet" }))).toEqual([500]);
    expect(await found({ language: "en", year: 2021 })).toMatchObject({ total: 3, more: false });
    expect(ids(await found({ levelId: 51, kind: "note" }))).toEqual([]);
  });

  it("finds by a part of a title, a model or a file name; without a full match it finds partial ones", async () => {
    expect(ids(await found({ text: "烧录" }))).toEqual([520]);
    expect(ids(await found({ text: "a100-sdk.zip" }))).toContain(510);
    expect((await found({ text: "低功耗", levelId: 52 })).total).toBe(25);
    expect(ids(await found({ text: "烧录 没有这个词" }))).toEqual([520]);
    expect((await found({ text: "！！" })).total).toBe(0);
  });

  it("refuses unknown levels, and reports errors by their fields", async () => {
    await gateway().refused("searchResource", { levelId: 999 }, "RESOURCE_LEVEL_NOT_FOUND");
    await gateway().refused("resourceTree", { prodId: 999 }, "PRODUCT_NOT_FOUND");
    const { fields } = await gateway().refused(
      "searchResource",
      { kind: "film", year: 12, language: "fr" },
      "INVALID_REQUEST",
    );
    expect(fields).toEqual({
      kind: ["请选择列出的类型"],
      year: ["年份应在 1990 到 2100 之间"],
      language: ["请选择列出的语言"],
    });
  });

  it("shows which SDK works with which chip, tool and system", async () => {
    const { rows } = await gateway().ok("resourceSupport", {});
    const sdk = rows.filter(({ pk_rm_resource }) => pk_rm_resource === 510);
    expect(sdk.map(({ version, supports }) => [version, supports])).toEqual([
      [
        "2.1.0-beta",
        {
          products: [
            { id: 100, name: "A100" },
            { id: 200, name: "A200" },
          ],
          tools: [],
          systems: ["Zephyr"],
        },
      ],
      [
        "2.0.0",
        {
          products: [{ id: 100, name: "A100" }],
          tools: [{ id: 520, name: "烧录工具" }],
          systems: ["FreeRTOS"],
        },
      ],
    ]);
  });
});

describe("one resource", () => {
  it("lists every version with its hash, and previews", async () => {
    const sdk = await gateway().ok("resourceDetail", { pk_rm_resource: 510 });
    expect(sdk.levels).toEqual([{ id: 6, name: "开发包" }]);
    expect(
      sdk.versions.map(({ version, state, until, preview }) => [version, state, until, preview]),
    ).toEqual([
      ["2.1.0-beta", "beta", null, "archive"],
      ["2.0.0", "current", "2027-03-01", "archive"],
      ["1.0.0", "withdrawn", null, null],
    ]);
    expect(sdk.versions[0]?.changesHtml).toContain("<strong>BLE</strong>");
    expect(sdk.versions[2]?.address).toBeNull();
    const version = sdk.versions[0]?.id ?? 0;
    const { entries } = await gateway().ok("devPreviewInfo", { version });
    expect(entries.map(({ name }) => name)).toEqual(["sdk/README.md", "sdk/drivers/uart.c"]);
    expect(sdk.ask).toEqual({ fid: 11, tag: "UART" });
  });

  it("is downloaded by its signed address with the shown hash, and counted once", async () => {
    const before = await gateway().ok("resourceDetail", { pk_rm_resource: 510 });
    const version = before.versions[1];
    const answer = await gateway().fetch(version?.address ?? "");
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(version?.sha256);
    await gateway().ok("increaseResourceVolume", { pk_rm_resource: 510, version: version?.id });
    gateway().pass(10);
    const after = await gateway().ok("resourceDetail", { pk_rm_resource: 510 });
    expect([after.downloads - before.downloads, after.versions[1]?.downloads]).toEqual([1, 1]);
    // More often than any other test downloads a file.
    for (const _ of [1, 2, 3, 4]) await gateway().fetch(version?.address ?? "");
    gateway().pass(10);
    expect(ids(await gateway().ok("queryTopDownloads", { count: 1 }))).toEqual([510]);
  });

  it("on another host is counted by the call, once an hour for one caller", async () => {
    const count = (as: Member | null) => gateway().ok("increaseResourceVolume", { pk_rm_resource: 601 }, as);
    expect(await count(null)).toEqual({ downloads: 1 });
    expect(await count(null)).toEqual({ downloads: 1 });
    expect(await count(member)).toEqual({ downloads: 2 });
  });

  it("on this host is counted by the call as well, unless its download was counted", async () => {
    const { downloads } = await gateway().ok("resourceDetail", { pk_rm_resource: 520 });
    const count = () => gateway().ok("increaseResourceVolume", { pk_rm_resource: 520 }, member);
    expect([await count(), await count()]).toEqual([
      { downloads: downloads + 1 },
      { downloads: downloads + 1 },
    ]);
  });

  it("asks for a sign-in, or for the disclaimer too, and gives its address to nobody before", async () => {
    const versionOf = async (pk_rm_resource: number) => {
      const { versions } = await gateway().ok("resourceDetail", { pk_rm_resource });
      expect(versions.map(({ address, previewAddress }) => [address, previewAddress])).toEqual([
        [null, null],
      ]);
      return { pk_file: versions[0]?.id ?? 0 };
    };
    const [tool, slides] = [await versionOf(520), await versionOf(530)];
    await gateway().refused("resourceUrl", tool, "NOT_SIGNED_IN");
    const { url } = (await gateway().ok("resourceUrl", tool, member)).result;
    expect((await gateway().fetch(url)).status).toBe(303);
    expect((await gateway().fetch(url, { headers: { cookie: member.cookie } })).status).toBe(200);
    await gateway().refused("resourceUrl", slides, "DISCLAIMER_NOT_SIGNED", member);
    await gateway()
      .database.update(accounts)
      .set({ signedPolicies: { Disclaimer: "1.0" } })
      .where(eq(accounts.id, member.id));
    const signed = await gateway().signIn({ ...member, passwordHash: null });
    expect((await gateway().ok("devSignupInfo", { pk_rm_resource: 530 }, signed)).disclaimerSigned).toBe(
      true,
    );
    const ready = (await gateway().ok("resourceUrl", slides, signed)).result;
    expect(ready.elsewhere).toBe(false);
    // Its document is shown under the same rights, and only its download counts.
    const view = ready.view ?? "";
    const countOf = async () => {
      gateway().pass(10);
      return (await gateway().ok("resourceDetail", { pk_rm_resource: 530 })).downloads;
    };
    const before = await countOf();
    expect((await gateway().fetch(view)).status).toBe(303);
    const shown = await gateway().fetch(view, { headers: { cookie: signed.cookie } });
    expect([shown.status, shown.headers.get("content-disposition")?.split(";")[0]]).toEqual([200, "inline"]);
    await shown.arrayBuffer();
    expect(await countOf()).toBe(before);
    const saved = await gateway().fetch(ready.url, { headers: { cookie: signed.cookie } });
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
    await saved.arrayBuffer();
    expect(await countOf()).toBe(before + 1);
    expect((await gateway().ok("resourceUrl", tool, member)).result.view).toBeNull();
    await gateway().database.update(accounts).set({ signedPolicies: {} }).where(eq(accounts.id, member.id));
    expect((await gateway().fetch(view, { headers: { cookie: signed.cookie } })).status).toBe(303);
  });

  it("that was withdrawn has no download", async () => {
    const rows = await gateway().database.select().from(resourceVersions);
    const withdrawn = rows.find(({ state }) => state === "withdrawn");
    await gateway().refused("resourceUrl", { pk_file: withdrawn?.id }, "RESOURCE_VERSION_NOT_FOUND");
  });
});

describe("the development centre", () => {
  it("shows the operator's parts, each with its newest resources and its levels", async () => {
    const { data } = await gateway().ok("queryDCMenuVO", {});
    expect(data).toMatchObject({ docs: true, trainingMaterials: false });
    const { types } = await gateway().ok("devResourcesByType", {});
    expect(types.map(({ type, total }) => [type, total])).toEqual([
      ["solution", 0],
      ["docs", 26],
      ["tool", 2],
      ["evaluationBoard", 0],
      ["referenceCases", 0],
    ]);
    const docs = types.find(({ type }) => type === "docs");
    expect(docs?.levels).toEqual([{ id: 5, name: "文档" }]);
    expect(docs?.resources).toHaveLength(5);
    const { result } = await gateway().ok("devLevels", { type: "tool" });
    expect(result.map(({ id, child }) => [id, child.map((each) => each.id)])).toEqual([[6, [61]]]);
  });

  it("links to products, from a board to its first program, and to other pages", async () => {
    const { result: classes } = await gateway().ok("devProductTree", {});
    expect(classes).toMatchObject([
      { id: 1, type: "proclass", resources: 28, child: [{ id: 11, resources: 28, child: [] }] },
    ]);
    const { result: products } = await gateway().ok("devProductTree", { id: 11 });
    expect(products).toEqual([
      { id: 100, name: "A100", type: "product", resources: 28 },
      { id: 200, name: "A200", type: "product", resources: 1 },
    ]);
    expect(await gateway().ok("devProductInfo", { id: 100 })).toMatchObject({
      classes: [
        { id: 1, name: "芯片" },
        { id: 11, name: "无线芯片" },
      ],
      resources: 28,
    });
    const { result: starts } = await gateway().ok("devQuickStarts", {});
    expect(starts).toMatchObject([
      {
        board: { id: 100 },
        sdk: { id: 510, version: "2.0.0" },
        program: { linkurl: "/resources/details/601" },
      },
    ]);
    expect((await gateway().ok("devExternalPages", {})).result.map(({ name }) => name)).toEqual([
      "编译器手册",
    ]);
    expect((await gateway().ok("devInternshipUrl", {})).result).toBe("https://jobs.example.com/");
  });

  it("shows members their own role in it, and who may manage courses", async () => {
    const admin = await gateway().member({ admin: true });
    const role = async (as: Member) =>
      (await gateway().ok("queryAggDcRoleVOByPk", { pk_user: as.id }, as)).data;
    expect(await role(member)).toMatchObject({ role: "developer", menu: { trainingMaterials: false } });
    expect(await role(admin)).toMatchObject({ role: "manager", menu: { trainingMaterials: true } });
    await gateway().refused("queryAggDcRoleVOByPk", { pk_user: member.id }, "NOT_PERMITTED", admin);
    expect((await gateway().ok("doHaveSxzCourseManagementRight", {}, admin)).result).toBe(true);
    expect((await gateway().ok("doHaveSxzCourseManagementRight", {}, member)).result).toBe(false);
  });
});

describe("collections", () => {
  const list = async () => ids(await gateway().ok("collectResourceList", {}, member));
  it("keep collected content, count it once, and remove it", async () => {
    const press = (collected: boolean, target = 510) =>
      gateway().ok("collect", { kind: "resource", target, collected }, member);
    await press(true);
    await press(true);
    gateway().pass(1);
    await press(true, 520);
    expect(await list()).toEqual([520, 510]);
    const { collected } = await gateway().ok(
      "collectStatus",
      { kind: "resource", targets: [510, 601] },
      member,
    );
    expect(collected).toEqual([510]);
    gateway().pass(10);
    expect((await gateway().ok("resourceDetail", { pk_rm_resource: 510 })).collected).toBe(1);
    await press(false);
    await press(false);
    expect(await list()).toEqual([520]);
    gateway().pass(10);
    expect((await gateway().ok("resourceDetail", { pk_rm_resource: 510 })).collected).toBe(0);
    await gateway().ok("collect", { kind: "product", target: 100 }, member);
    const { products } = await gateway().ok("collectProductList", {}, member);
    expect(products).toMatchObject([{ id: 100, name: "A100", picture: null, delisted: false }]);
  });

  it("keep content that was taken down since, marked, although nobody can collect it any more", async () => {
    const collector = await gateway().member();
    await gateway().ok("collect", { kind: "resource", target: 520 }, collector);
    await changePack(folder, { "resources/tool.md": null });
    await changePack(folder, { "resources/sdk.md": (text) => text.replace("tools: [520], ", "") });
    const revision = (await gateway().ok("devCaches", {})).revision;
    await load();
    gateway().pass(10);
    expect((await gateway().ok("devCaches", {})).revision).toBe(revision + 1);
    const { resources } = await gateway().ok("collectResourceList", {}, collector);
    expect(resources).toMatchObject([{ pk_rm_resource: 520, delisted: true }]);
    expect((await found({ levelId: 6 })).total).toBe(1);
    await gateway().refused("collect", { kind: "resource", target: 520 }, "RESOURCE_NOT_FOUND", member);
    expect((await gateway().ok("resourceDetail", { pk_rm_resource: 520 })).delisted).toBe(true);
    const { "resources/tool.md": tool, "resources/sdk.md": sdk } = resourceFiles();
    await changePack(folder, { "resources/tool.md": tool ?? null, "resources/sdk.md": sdk ?? null });
    await load();
    gateway().pass(10);
    expect((await gateway().ok("resourceDetail", { pk_rm_resource: 520 })).delisted).toBe(false);
  });
});
