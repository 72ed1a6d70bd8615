import type { CallInput } from "contract";
import { eq, sql } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { productParameters, products } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { text as newsText } from "../support/edited-content";
import { type Member, startGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
let folder: string;

const load = () => loadContentPack(gateway().services, folder, { demo: false });

beforeAll(async () => {
  admin = await gateway().member({ admin: true, nickname: "编辑" });
  const remove: (() => Promise<void>)[] = [];
  folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await load();
  return async () => {
    for (const one of remove) await one();
  };
});

interface Page {
  title: string;
  delisted: boolean;
  html: string;
}
type Kind = CallInput<"contentVersions">["kind"];

/** A kind: a whole piece, what a title alone lacks, its page, and a piece of the pack with the words that change. */
interface Row {
  kind: Kind;
  key?: string;
  body: Record<string, unknown>;
  lacks: string[];
  page(key: string, preview?: string): Promise<Page | number>;
  listed(): Promise<string[]>;
  pack: { key: string; file: string; title: string };
}

const secret = (preview: string | undefined) => (preview === undefined ? {} : { preview });

const table: Row[] = [
  {
    kind: "news",
    body: newsText,
    lacks: ["category", "content", "date", "summary"],
    async page(key, preview) {
      const { status, body } = await gateway().call(
        "informationDetail",
        { id: Number(key), ...secret(preview) },
        null,
      );
      return status === 200 ? (body as { data: Page }).data : status;
    },
    listed: async () => (await gateway().ok("informationListPage", {})).news.map(({ title }) => title),
    pack: { key: "7", file: "news/launch.md", title: "title: 发布" },
  },
  {
    kind: "notices",
    key: "SA-2025-900",
    body: { title: "安全公告", kind: "security", date: "2025-04-01", products: [100], content: "**说明**" },
    lacks: ["content", "date", "kind", "products"],
    async page(number, preview) {
      const { status, body } = await gateway().call("productNotice", { number, ...secret(preview) }, null);
      return status === 200 ? (body as Page) : status;
    },
    listed: async () => (await gateway().ok("productInfo", { id: 100 })).notices.map(({ title }) => title),
    pack: { key: "PCN-2025-001", file: "notices/pcn.md", title: "title: 封装变更" },
  },
  {
    kind: "products",
    body: {
      title: "A300",
      summary: "新一代",
      class: 11,
      kind: "chip",
      state: "production",
      since: "2026-01-01",
      params: { current: "230 mA", supply: "1.8~3.6 V", core: ["M4"], usb: true },
      parts: [
        {
          number: "A300-Q48",
          package: "QFN48",
          temperature: "-40~85 °C",
          moq: 3000,
          sample: "https://shop.example.com/sample/a300",
          buy: [{ name: "商城", url: "https://shop.example.com/a300" }],
        },
      ],
      supplyUntil: "2036-01-01",
      packages: [{ package: "QFN48", size: "7 × 7 mm", pins: 48 }],
      ratings: [{ name: "最高结温", value: "125 °C", condition: "连续" }],
      revisions: [{ revision: "B0", date: "2026-02-01", errata: "ERR-2026-001 ERR-2026-002" }],
      pins: [{ pin: "1", name: "VDD", type: "电源" }],
      bom: [{ designator: "U1", part: "A100-Q48", quantity: 1, product: 100 }],
      replacedBy: [{ product: 200, kind: "similar" }],
      crossReferences: [{ number: "XM-1032", maker: "某厂", kind: "pinCompatible", note: "上电时序不同" }],
      certifications: [{ name: "SRRC", number: "2026-1" }],
      tag: "UART",
      content: "**正文**",
    },
    lacks: ["class", "kind", "since", "state", "summary"],
    async page(key, preview) {
      const { status, body } = await gateway().call(
        "productInfo",
        { id: Number(key), ...secret(preview) },
        null,
      );
      if (status !== 200) return status;
      const { name, ...rest } = body as Page & { name: string };
      return { ...rest, title: name };
    },
    listed: async () => (await gateway().ok("productList", { id: 11 })).products.map(({ name }) => name),
    pack: { key: "200", file: "products/a200.md", title: "name: A200" },
  },
  {
    kind: "resources",
    body: {
      title: "A100 开发包",
      summary: "驱动与协议栈",
      level: 51,
      language: "zh",
      access: "open",
      licence: "Apache-2.0",
      products: [100],
      replacedBy: 500,
      versions: [
        {
          version: "2.0.0",
          date: "2026-03-01",
          state: "beta",
          url: "https://cdn.example.com/a100-2.0.zip",
          bytes: 2_000,
          sha256: "b".repeat(64),
          until: "2028-03-01",
          products: [100, 200],
          tools: [500],
          systems: ["Ubuntu 22.04"],
          changes: "新增 **BLE** 例程",
        },
        {
          version: "1.0.0",
          date: "2025-03-01",
          state: "current",
          url: "https://cdn.example.com/a100-1.0.zip",
          bytes: 1_000,
          sha256: "c".repeat(64),
        },
      ],
      content: "**正文**",
    },
    lacks: ["access", "language", "level", "versions"],
    async page(key, preview) {
      const request = { pk_rm_resource: Number(key), ...secret(preview) };
      const { status, body } = await gateway().call("resourceDetail", request, null);
      return status === 200 ? (body as Page) : status;
    },
    listed: async () =>
      (await gateway().ok("searchResource", { levelId: 51, prodId: 100 })).resources.map(
        ({ title }) => title,
      ),
    pack: { key: "500", file: "resources/a100.md", title: "title: A100 数据手册" },
  },
  {
    kind: "classes",
    body: {
      title: "电机芯片",
      parent: 1,
      summary: "电机控制",
      parameters: [
        { key: "torque", name: "扭矩", type: "number", unit: "N", filter: true, compare: true },
        {
          key: "phase",
          name: "相数",
          type: "choice",
          choices: ["两相", "三相"],
          filter: true,
          compare: false,
        },
      ],
    },
    // A class needs nothing but its name.
    lacks: [],
    async page(key, preview) {
      const { status, body } = await gateway().call(
        "productClass",
        { id: Number(key), ...secret(preview) },
        null,
      );
      if (status !== 200) return status;
      const { name, ...rest } = body as Page & { name: string };
      return { ...rest, title: name, html: "" };
    },
    listed: async () => (await gateway().ok("productClass", { id: 1 })).children.map(({ name }) => name),
    pack: { key: "11", file: "products.yaml", title: "name: 无线芯片" },
  },
];

describe.each(table)("a piece of $kind", ({ kind, key: typedKey, body, lacks, page, listed, pack }) => {
  const title = String(body.title);
  const fresh = { kind, base: 0, fresh: true, ...(typedKey ? { key: typedKey } : {}) } as const;
  const pieceOf = (key: string) => gateway().ok("contentPiece", { kind, key }, admin);

  it("lives from draft to preview, publishing, withdrawal and restoring", async () => {
    const half = await gateway().ok("saveContent", { ...fresh, body: { title } }, admin);
    const { key } = half;
    const name = { kind, key };
    expect(await page(key)).toBe(404);
    if (lacks.length > 0) {
      const early = await gateway().call("publishContent", { ...name, version: 1 }, admin);
      expect(early.status).toBe(422);
      const { fields } = early.body as { fields: Record<string, string[]> };
      expect(Object.keys(fields).sort()).toEqual(lacks);
    }

    await gateway().ok("saveContent", { ...name, base: 1, body }, admin);
    const { preview, body: stored } = await pieceOf(key);
    expect(stored).toMatchObject(body);
    expect(await page(key, preview)).toMatchObject({ title, preview: true });
    expect(await page(key, "x".repeat(24))).toBe(404);
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    const published = (await page(key)) as Page;
    expect(published).toMatchObject({ title, delisted: false, preview: false });
    const marks: Partial<Record<Kind, string>> = {
      news: "<p>",
      notices: "<strong>",
      products: "<strong>",
      resources: "<strong>",
    };
    const mark = marks[kind];
    if (mark !== undefined) expect(published.html).toContain(mark);
    expect(await listed()).toContain(title);
    // What stands is what was typed: nothing is lost on the way to the rows and back.
    const { editedKinds } = await import("gateway/content/editing/kinds/all");
    expect((await editedKinds[kind].standing(gateway().database, key))?.body).toMatchObject(body);

    await gateway().ok("saveContent", { ...name, base: 2, body: { ...body, title: `${title}改` } }, admin);
    expect(await page(key)).toMatchObject({ title });
    const history = await gateway().ok("contentVersions", { ...name, version: 2 }, admin);
    expect(history.shown.changes.map((change) => change.name)).toEqual(
      expect.arrayContaining(Object.keys(body).filter((field) => field !== "title")),
    );
    await gateway().ok("publishContent", { ...name, version: 3 }, admin);
    expect(await page(key)).toMatchObject({ title: `${title}改` });
    await gateway().ok("withdrawContent", name, admin);
    expect(await page(key)).toMatchObject({ delisted: true });
    expect(await listed()).not.toContain(`${title}改`);
    await gateway().ok("restoreContent", { ...name, version: 2 }, admin);
    await gateway().ok("publishContent", { ...name, version: 4 }, admin);
    expect(await page(key)).toMatchObject({ title, delisted: false });
    const found = await gateway().ok("contentList", { kind, text: title, state: "published" }, admin);
    expect(found.pieces.map((piece) => piece.key)).toContain(key);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("of a pack is edited from what stands, and a later pack's difference is decided", async () => {
    const { key } = pack;
    const name = { kind, key };
    const { body: stands, standing } = await pieceOf(key);
    const own = { ...stands, title: "站内的" };
    // What stands may be saved as it is: nothing of it is unknown to the form.
    await gateway().ok("saveContent", { ...name, base: 0, standing, body: own }, admin);
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    await changePack(folder, { [pack.file]: replacing(pack.title, `${pack.title}包`) });
    expect((await load()).notices.join()).toContain("「站内的」在站内改过，内容包里的不一样");
    const { conflict } = await pieceOf(key);
    expect(conflict?.changes.map((change) => change.name)).toEqual(["title"]);
    const decided = { ...name, take: "own", seen: conflict?.at ?? "" } as const;
    await gateway().ok("decideContent", decided, admin);
    expect(await page(key)).toMatchObject({ title: "站内的" });
    // The pack's is in the history, so that it can be looked at and brought back.
    const { versions } = await gateway().ok("contentVersions", name, admin);
    expect(versions.slice(0, 2).map(({ origin }) => origin)).toEqual(["restored", "pack"]);
    await changePack(folder, { [pack.file]: replacing(`${pack.title}包`, `${pack.title}新`) });
    await load();
    const { at = "" } = (await pieceOf(key)).conflict ?? {};
    await gateway().ok("decideContent", { ...name, take: "pack", seen: at }, admin);
    const packTitle = pack.title.slice(pack.title.indexOf(" ") + 1);
    expect(await page(key)).toMatchObject({ title: `${packTitle}新`, delisted: false });
    expect((await load()).changes[kind]).toBeUndefined();
  });
});

describe("a product", () => {
  const whole = table.find(({ kind }) => kind === "products")?.body ?? {};
  const [part] = whole.parts as object[];

  it("with something wrong is not saved, and the answer says what at the control in which it was typed", async () => {
    const wrong: [object, string, string][] = [
      [{ class: 4_711 }, "class", "请选择一个分类"],
      [{ params: { current: "2 V" } }, "params_current", "单位应为 A"],
      [{ params: { supply: "3.6~1.8 V" } }, "params_supply", "范围应从小到大"],
      [{ params: { current: "99999999999999" } }, "params_current", "小数点前最多 12 位"],
      [{ params: { core: ["M7"] } }, "params_core", "没有选项“M7”"],
      [{ params: { other: "1" } }, "params_other", "这个分类没有这个参数"],
      [{ parts: [part, part] }, "parts_1_number", "这个型号写了两次"],
      [{ parts: [{ number: "a100-q48", package: "QFN" }] }, "parts_0_number", "产品“A100”已经有这个型号"],
      [{ parts: [{ number: "B1 2", package: "QFN" }] }, "parts_0_number", "订货型号只由"],
      [{ parts: [{ number: "B1" }] }, "parts_0_package", "请填写这一项"],
      [{ parts: [{ ...part, temperature: "85~-40 °C" }] }, "parts_0_temperature", "从低到高"],
      [{ parts: [{ ...part, buy: [{ name: "x", url: "http://x" }] }] }, "parts_0_buy", "https://"],
      [{ parts: Array(61).fill(part) }, "parts", "最多 60 个"],
      [{ pins: [{ pin: "1", name: "A" }, { name: "B" }] }, "pins", "第 2 行引脚：请填写这一项"],
      [{ bom: [{ part: "R1", quantity: 1, product: 4_711 }] }, "bom", "第 1 行：没有产品 4711"],
      [{ bom: [{ part: "R1", quantity: 0 }] }, "bom", "第 1 行数量：至少 1 个"],
      [{ replacedBy: [{ product: 4_711, kind: "similar" }] }, "replacedBy_0_product", "没有产品 4711"],
      [{ replacedBy: [{ product: 200, kind: "x" }] }, "replacedBy_0_kind", "只能是"],
      [
        { crossReferences: [{ number: "XM", kind: "similar" }] },
        "crossReferences_0_number",
        "至少有一个数字",
      ],
      [
        { crossReferences: ["XM1032", "XM-1032"].map((number) => ({ number, kind: "similar" })) },
        "crossReferences_1_number",
        "这个型号写了两次",
      ],
      [{ gallery: [{ name: `${"0".repeat(32)}.png`, alt: "图" }] }, "gallery_0_name", "没有这张图片"],
      [{ tag: "没有的标签" }, "tag", "没有标签"],
      [{ section: 4_711 }, "section", "没有这个版块"],
      [
        { certifications: [{ name: "CE", file: `${"0".repeat(32)}.pdf` }] },
        "certifications_0_file",
        "没有这个文件，请再上传一次",
      ],
    ];
    for (const [change, field, message] of wrong) {
      const request = { kind: "products", base: 0, fresh: true, body: { ...whole, parts: [], ...change } };
      const { status, body } = await gateway().call("saveContent", request, admin);
      expect([change, status]).toEqual([change, 400]);
      expect([field, (body as { fields: Record<string, string[]> }).fields[field]?.join()]).toEqual([
        field,
        expect.stringContaining(message),
      ]);
    }
  });

  it("shows a number that was typed without its unit in the unit of the parameter", async () => {
    const body = { ...whole, parts: [], params: { current: "0.5", supply: "1.8~3.6" } };
    const { key, version } = await gateway().ok(
      "saveContent",
      { kind: "products", base: 0, fresh: true, body },
      admin,
    );
    await gateway().ok("publishContent", { kind: "products", key, version }, admin);
    const page = JSON.stringify(await gateway().ok("productInfo", { id: Number(key) }));
    expect(page).toContain('"0.5 A"');
    expect(page).toContain('"1.8~3.6 V"');
    await gateway().ok("withdrawContent", { kind: "products", key }, admin);
  });

  it("may not be replaced by one that it replaces, and its dates must fit its state", async () => {
    const { body, standing, version } = await gateway().ok(
      "contentPiece",
      { kind: "products", key: "100" },
      admin,
    );
    const name = { kind: "products", key: "100", base: version, standing } as const;
    const answer = await gateway().call(
      "saveContent",
      { ...name, body: { ...body, replacedBy: [{ product: 200, kind: "similar" }] } },
      admin,
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { replacedBy_0_product: ["200 又被这个产品替代，绕成了一圈"] } },
    });
    const saved = await gateway().ok("saveContent", { ...name, body: { ...body, state: "lastBuy" } }, admin);
    const early = await gateway().call(
      "publishContent",
      { kind: "products", key: "100", version: saved.version },
      admin,
    );
    expect(early).toMatchObject({
      status: 422,
      body: { fields: { lastOrder: ["“最后采购”的产品要写最后订货日"] } },
    });
  });

  it("that moves to another class takes its resources there, and its search document is made anew", async () => {
    const name = { kind: "products", key: "100" } as const;
    const { version, standing, body } = await gateway().ok("contentPiece", name, admin);
    const { usb: _usb, ...params } = body.params as Record<string, unknown>;
    const moved = { ...body, state: "production", class: 1, params };
    const saved = await gateway().ok("saveContent", { ...name, base: version, standing, body: moved }, admin);
    const listedIn = async (productClassId: number) =>
      (await gateway().database.execute(
        sql`select 1 from resource_classes where class_id = ${productClassId} and resource_id = 500`,
      )) as unknown as { rows: unknown[] };
    expect((await listedIn(11)).rows).toHaveLength(1);
    await gateway().ok("publishContent", { ...name, version: saved.version }, admin);
    expect((await listedIn(11)).rows).toHaveLength(0);
    expect((await listedIn(1)).rows).toHaveLength(1);
    const unwritten = await gateway().database.execute(sql`select 1 from products where search is null`);
    expect((unwritten as unknown as { rows: unknown[] }).rows).toEqual([]);
  });
});

describe("a class of products", () => {
  const name = { kind: "classes", key: "1" } as const;
  const stands = async () => {
    const { body, version, standing } = await gateway().ok("contentPiece", name, admin);
    return { ...name, base: version, standing, body: body as { parameters: object[] } };
  };
  /** The parameters of the class, one of them changed. */
  const changed = (body: { parameters: object[] }, key: string, change: object) => ({
    ...body,
    parameters: body.parameters.map((one) => ("key" in one && one.key === key ? { ...one, ...change } : one)),
  });

  it("with something wrong is not saved, and the answer says what at the control", async () => {
    const { body, ...rest } = await stands();
    const [first] = body.parameters;
    const wrong: [object, string, string][] = [
      [{ parent: 4_711 }, "parent", "没有这个分类"],
      [{ parent: 1 }, "parent", "不能放在自己下面"],
      [{ parent: 11 }, "parent", "不能放在自己下面"],
      [{ parameters: [first, first] }, "parameters_1_key", "写了两次"],
      [{ parameters: [{ ...first, key: "usb" }] }, "parameters_0_key", "已经有这个代号"],
      [{ parameters: [{ ...first, key: "A" }] }, "parameters_0_key", "应以小写字母开头"],
      [{ parameters: [{ key: "x", name: "X" }] }, "parameters_0_type", "请填写这一项"],
      [{ parameters: [{ key: "x", name: "X", type: "choice" }] }, "parameters_0_choices", "要列出有哪些选项"],
      [
        { parameters: [{ key: "x", name: "X", type: "choice", choices: ["a", "a"] }] },
        "parameters_0_choices",
        "选项有重复",
      ],
      [
        { parameters: [{ key: "x", name: "X", type: "yes", unit: "A" }] },
        "parameters_0_unit",
        "才有单位|有单位",
      ],
      [changed(body, "current", { unit: "V" }), "parameters_0_type", "A100（500 mA）：单位应为 V"],
      [changed(body, "core", { choices: ["M0"] }), "parameters_2_type", "没有选项“M4”"],
    ];
    for (const [change, field, message] of wrong) {
      const answer = await gateway().call("saveContent", { ...rest, body: { ...body, ...change } }, admin);
      expect([change, answer.status]).toEqual([change, 400]);
      expect((answer.body as { fields: Record<string, string[]> }).fields[field]?.join()).toMatch(
        new RegExp(message),
      );
    }
  });

  it("whose parameter is defined otherwise takes the values of its products along, and stays under later packs", async () => {
    const { body, ...rest } = await stands();
    const own = changed(body, "current", { type: "text", name: "电流", unit: "", filter: false });
    const { version } = await gateway().ok("saveContent", { ...rest, body: own }, admin);
    const value = async () =>
      (await gateway().database.select().from(products).where(eq(products.id, 100)))[0]?.values.current;
    expect(await value()).toEqual({ shown: "500 mA", low: 0.5, high: 0.5 });
    await gateway().ok("publishContent", { ...name, version }, admin);
    expect(await value()).toEqual({ shown: "500 mA" });
    const { parameters } = await gateway().ok("productInfo", { id: 100 });
    expect(parameters).toContainEqual({ name: "电流", value: "500 mA" });
    const { facets } = await gateway().ok("productList", { id: 1 });
    expect(facets.map((facet) => facet.name)).not.toContain("p.current");
    // A later pack says otherwise: the class stays, and the classes beneath it with it.
    await changePack(folder, { "products.yaml": replacing("name: 工作电流", "name: 典型电流") });
    expect((await load()).notices.join()).toContain("产品分类「芯片」在站内改过");
    const keys = await gateway().database.select().from(productParameters).orderBy(productParameters.classId);
    const named = keys.filter(({ classId }) => classId === 1).map((row) => row.name);
    expect(named).toEqual(["电流", "供电", "内核"]);
    expect(keys.filter(({ classId }) => classId === 11).map(({ key }) => key)).toEqual(["usb"]);
    const { result } = await gateway().ok("productTree", { type: "proclass" });
    expect(result.map(({ id }) => id)).toEqual([1]);
    expect(result[0]?.child.map(({ id }) => id)).toContain(11);
    // As it was, for the other tests, which come in any order.
    const again = await stands();
    const back = await gateway().ok("saveContent", { ...again, body }, admin);
    await gateway().ok("publishContent", { ...name, version: back.version }, admin);
    expect(await value()).toEqual({ shown: "500 mA", low: 0.5, high: 0.5 });
  });
});
