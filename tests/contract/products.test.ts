import type { CallInput, CallResponse } from "contract";
import { eq } from "drizzle-orm";
import {
  policies,
  productBomLines,
  productClasses,
  productReplacements,
  products,
} from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import {
  addClasses,
  addNotice,
  addProducts,
  addResource,
  chosen,
  quantity,
  turnRevision,
  yes,
} from "../support/catalogue";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
type Filters = NonNullable<CallInput<"productList">["filters"]>;
type List = CallResponse<"productList">;

beforeAll(async () => {
  const { database } = gateway();
  await addClasses(database);
  // Products of the tests of pages and loads are in classes of their own, apart from the counted ones.
  await database
    .insert(productClasses)
    .values([
      { id: 2, name: "板卡", path: [2], position: 2 },
      ...[21, 22].map((id) => ({ id, parentId: 2, name: `板卡${id}`, path: [2, id], position: id })),
    ]);
  await addProducts(database, [
    {
      id: 1,
      since: "2020-01-01",
      values: {
        current: quantity("500 mA", 0.5),
        supply: quantity("1.8~3.6 V", 1.8, 3.6),
        bus: chosen("CAN", "USB"),
        fpu: yes,
      },
      parts: [
        { package: "QFN48", low: 0, high: 70 },
        { package: "LQFP64", low: -40, high: 105 },
      ],
    },
    {
      id: 2,
      since: "2023-01-01",
      values: { current: quantity("2 A", 2), supply: quantity("3~5.5 V", 3, 5.5), bus: chosen("CAN") },
      parts: [{ package: "QFN48", low: -40, high: 85 }],
    },
    {
      id: 3,
      classId: 111,
      state: "nrnd",
      since: "2019-01-01",
      values: { current: quantity("1500 mA", 1.5) },
    },
    { id: 4, classId: 12, kind: "module", values: { current: quantity("3 A", 3) } },
    { id: 5, delisted: true, values: { current: quantity("1 A", 1) } },
  ]);
});

const list = (filters: Filters = {}, more: Partial<CallInput<"productList">> = {}) =>
  gateway().ok("productList", { id: 11, filters, ...more });
const ids = ({ products: rows }: List) => rows.map(({ id }) => id);
const counts = ({ facets }: List, name: string) =>
  Object.fromEntries(
    (facets.find((facet) => facet.name === name)?.choices ?? []).map(({ value, count }) => [value, count]),
  );

describe("a class's list", () => {
  it("has the products of its subclasses, recommended ones first, and none that was taken down", async () => {
    const all = await list();
    expect(ids(all)).toEqual([2, 1, 3]);
    expect(all).toMatchObject({ total: 3, page: 1, pages: 1, without: [] });
    expect(all.columns).toEqual([
      { key: "current", name: "最大电流", unit: "A", units: ["mA", "A"] },
      { key: "supply", name: "供电", unit: "V", units: ["V"] },
      { key: "bus", name: "总线", unit: "", units: [] },
      { key: "fpu", name: "浮点", unit: "", units: [] },
    ]);
    expect(all.products[1]).toMatchObject({
      values: ["500 mA", "1.8~3.6 V", "CAN、USB", "支持"],
      packages: ["QFN48", "LQFP64"],
    });
    expect(ids(await gateway().ok("productList", { id: 1 }))).toEqual([4, 2, 1, 3]);
  });

  it("compares quantities in SI units, in any typed unit", async () => {
    for (const max of ["1 A", "1000mA", "1000 ma", "1000m", "０．９A"])
      expect(ids(await list({ "p.current.max": [max] })), max).toEqual([1]);
    // A number without a unit uses the unit in which most values are shown.
    for (const max of ["1000", "1000.0", "500"])
      expect(ids(await list({ "p.current.max": [max] })), max).toEqual([1]);
    expect(ids(await list({ "p.current.max": ["1"] }))).toEqual([]);
    expect(ids(await list({ "p.current.min": ["500 mA"], "p.current.max": ["1500 mA"] }))).toEqual([1, 3]);
    expect(ids(await list({ "p.current.min": ["501 mA"] }))).toEqual([2, 3]);
    expect(ids(await list({}, { order: "p.current" }))).toEqual([1, 3, 2]);
    expect(ids(await list({}, { order: "-p.current" }))).toEqual([2, 3, 1]);
    expect(ids(await list({}, { order: "p.supply" }))).toEqual([1, 2, 3]);
    expect(ids(await list({}, { order: "name" }))).toEqual([1, 2, 3]);
    expect(ids(await list({}, { order: "new" }))).toEqual([2, 1, 3]);
  });

  it("sorts by any column in both directions, products without a value last", async () => {
    // Values: 500 mA, 2 A, 1500 mA; supplies and buses of 1 and 2; 浮点 of 1 alone; packages of 1 and 2.
    for (const [order, expected] of [
      ["-name", [3, 2, 1]],
      ["state", [1, 2, 3]],
      ["-state", [3, 1, 2]],
      ["package", [1, 2, 3]],
      ["p.bus", [1, 2, 3]],
      ["-p.bus", [1, 2, 3]],
      ["-p.supply", [2, 1, 3]],
      ["p.fpu", [1, 2, 3]],
      ["p.core", [1, 2, 3]],
    ] as const)
      expect(ids(await list({}, { order })), order).toEqual(expected);
  });

  it("shows the chosen columns, in the class's order, and refuses what the class has not", async () => {
    const chosen = await list({}, { columns: ["fpu", "core", "current"] });
    expect(chosen.columns.map(({ key }) => key)).toEqual(["current", "fpu", "core"]);
    expect(chosen.allColumns.map(({ key }) => key)).toEqual(["current", "supply", "bus", "fpu", "core"]);
    expect(chosen.products.find(({ id }) => id === 1)?.values).toEqual(["500 mA", "支持", null]);
    const { fields } = await gateway().refused(
      "productList",
      { id: 11, columns: ["current", "clock"] },
      "INVALID_REQUEST",
    );
    expect(fields).toEqual({ columns: ["这个分类没有这一列：clock"] });
    await gateway().refused("productList", { id: 11, columns: ["no such"] }, "INVALID_REQUEST");
    await gateway().refused(
      "productList",
      { id: 11, columns: Array.from({ length: 13 }, (_, at) => `c${at}`) },
      "INVALID_REQUEST",
    );
  });

  it("has the first part that a shop sells beside each product", async () => {
    const { products: rows } = await list();
    expect(rows.map(({ order }) => order?.number ?? null)).toEqual(["P2-0", "P1-0", null]);
    expect(rows[0]?.order?.buy).toEqual([{ name: "商城", url: "https://shop.example.com/2" }]);
  });

  it("shows how the numbers lie, and how many of each interval the filters leave", async () => {
    const binsOf = async (filters: Filters, name: string) =>
      (await list(filters)).facets.find((facet) => facet.name === name)?.bins ?? [];
    const sum = (bins: { count: number; kept: number }[]) => [
      bins.reduce((all, { count }) => all + count, 0),
      bins.reduce((all, { kept }) => all + kept, 0),
    ];
    const bins = await binsOf({}, "p.current");
    expect([bins.length, bins[0]?.from, bins.at(-1)?.to]).toEqual([16, "500 mA", "2 A"]);
    expect([bins[0]?.count, bins[10]?.count, bins[15]?.count]).toEqual([1, 1, 1]);
    expect(sum(bins)).toEqual([3, 3]);
    // The filter's own limits leave the picture and empty the bars; others change the picture.
    expect(sum(await binsOf({ "p.current.min": ["1 A"] }, "p.current"))).toEqual([3, 2]);
    expect(sum(await binsOf({ "p.bus": ["CAN"] }, "p.current"))).toEqual([2, 2]);
    // One number is no distribution; a range lies in each interval that it touches.
    expect(await binsOf({ "p.bus": ["USB"] }, "p.current")).toEqual([]);
    const supplies = await binsOf({}, "p.supply");
    expect([supplies[0]?.count, supplies[6]?.count, supplies[15]?.count]).toEqual([1, 2, 1]);
  });

  it("treats a typed range as a range that the part must cover", async () => {
    expect(ids(await list({ "p.supply.min": ["3.3"] }))).toEqual([2, 1]);
    expect(ids(await list({ "p.supply.max": ["5 V"] }))).toEqual([2]);
    expect(ids(await list({ "p.supply.min": ["2000 mV"], "p.supply.max": ["3.3 V"] }))).toEqual([1]);
    expect(ids(await list({ "p.supply.min": ["1"] }))).toEqual([]);
  });

  it("matches any of the chosen values, and counts each value under the other filters", async () => {
    expect(ids(await list({ "p.bus": ["USB"] }))).toEqual([1]);
    const both = await list({ "p.bus": ["USB", "CAN"] });
    expect(ids(both)).toEqual([2, 1]);
    // A facet's own choice does not reduce its counts; another facet's choice does.
    expect(counts(both, "p.bus")).toEqual({ CAN: 2, USB: 1, SPI: 0 });
    expect(counts(await list({ "p.fpu": ["1"] }), "p.bus")).toEqual({ CAN: 1, USB: 1, SPI: 0 });
    expect(counts(await list({ "p.current.min": ["1 A"] }), "state")).toMatchObject({
      production: 1,
      nrnd: 1,
      preview: 0,
    });
    expect(ids(await list({ state: ["nrnd"] }))).toEqual([3]);
  });

  it("matches package and temperature on the same part", async () => {
    expect(ids(await list({ package: ["QFN48"] }))).toEqual([2, 1]);
    expect(ids(await list({ temperature: ["0~70"] }))).toEqual([2, 1]);
    expect(ids(await list({ temperature: ["-40~85"] }))).toEqual([2, 1]);
    const hot = await list({ package: ["QFN48"], temperature: ["-40~85"] });
    expect(ids(hot)).toEqual([2]);
    expect(counts(hot, "package")).toEqual({ LQFP64: 1, QFN48: 1 });
    expect(counts(hot, "temperature")).toEqual({ "0~70": 2, "-40~85": 1, "-40~105": 0 });
  });

  it("offers no choice without results: each choice gives as many as it says", async () => {
    const start = { "p.current.max": ["1.6 A"] };
    for (const { name, choices } of (await list(start)).facets)
      for (const { value, count } of choices)
        expect([name, value, (await list({ ...start, [name]: [value] })).total]).toEqual([
          name,
          value,
          count,
        ]);
  });

  it("gives the range of the remaining numbers, and names the filter that leaves no product", async () => {
    const facet = (await list({ "p.bus": ["CAN"] })).facets.find(({ name }) => name === "p.current");
    expect(facet).toMatchObject({ low: "500 mA", high: "2 A", unit: "A", units: ["mA", "A"] });
    const none = await list({ "p.bus": ["USB"], "p.current.min": ["1 A"] });
    expect(none).toMatchObject({ products: [], total: 0, page: 1, pages: 1 });
    expect(none.without).toEqual([
      { name: "p.current", title: "最大电流", total: 1 },
      { name: "p.bus", title: "总线", total: 2 },
    ]);
  });

  it("reports all invalid fields at once, each beside its field", async () => {
    const wrong = {
      "p.current.min": ["很多"],
      "p.supply.min": ["3 A"],
      "p.bus": ["LIN"],
      state: ["gone"],
      package: ["DIP"],
      "p.core": ["M4"],
      "p.nothing.min": ["1"],
    };
    const { fields } = await gateway().refused("productList", { id: 11, filters: wrong }, "INVALID_REQUEST");
    expect(fields).toEqual({
      "p.current.min": ["请填数值，如 5 mA，不写单位就是 mA"],
      "p.supply.min": ["请填数值，如 5 V，不写单位就是 V"],
      "p.bus": ["没有选项“LIN”"],
      state: ["没有选项“gone”"],
      package: ["没有选项“DIP”"],
      "p.core": ["这个分类没有这个条件"],
      "p.nothing.min": ["这个分类没有这个条件"],
    });
    const turned = { "p.current.min": ["2"], "p.current.max": ["1"] };
    expect(
      (await gateway().refused("productList", { id: 11, filters: turned }, "INVALID_REQUEST")).fields,
    ).toEqual({ "p.current.max": ["应不小于前面的数值"] });
    await gateway().refused("productList", { id: 11, order: "p.none" }, "INVALID_REQUEST");
    await gateway().refused("productList", { id: 11, order: "-new" }, "INVALID_REQUEST");
    // Empty fields do not filter: a form sends all its fields.
    expect((await list({ "p.current.min": [""], "p.bus": [" "], "p.nothing": [""] })).total).toBe(3);
  });

  it("is exported as a whole table for a spreadsheet", async () => {
    const table = await gateway().ok("productTable", {
      id: 11,
      filters: { "p.bus": ["CAN"] },
      order: "p.current",
    });
    expect(table.name).toBe("微控制器");
    expect(table.head).toEqual([
      "编号",
      "名称",
      "简介",
      "状态",
      "封装",
      "最大电流",
      "供电",
      "总线",
      "浮点",
      "内核",
    ]);
    expect(table.rows).toEqual([
      ["1", "P1", "P1的简介", "量产", "QFN48、LQFP64", "500 mA", "1.8~3.6 V", "CAN、USB", "支持", ""],
      ["2", "P2", "P2的简介", "量产", "QFN48", "2 A", "3~5.5 V", "CAN", "", ""],
    ]);
  });

  it("shows a load's changes once the new revision is known, and answers meanwhile", async () => {
    await addProducts(gateway().database, [{ id: 6, classId: 22 }]);
    const totals = async () => (await gateway().ok("productList", { id: 22 })).total;
    const before = await totals();
    await addProducts(gateway().database, [{ id: 7, classId: 22 }]);
    gateway().pass(10);
    expect(await totals()).toBe(before);
    await turnRevision(gateway().database);
    gateway().pass(10);
    await expect
      .poll(() => {
        gateway().pass(10);
        return totals();
      })
      .toBe(before + 1);
  });
});

describe("the tree", () => {
  it("has classes with their products, or classes alone", async () => {
    const { result } = await gateway().ok("productTree", {});
    expect(result[0]).toMatchObject({ id: 1, name: "芯片", type: "proclass" });
    expect(result[0]?.child[0]?.child.map(({ id, type }) => [id, type])).toEqual([
      [111, "proclass"],
      [1, "product"],
      [2, "product"],
    ]);
    const classes = await gateway().ok("productTree", { type: "proclass" });
    expect(JSON.stringify(classes)).not.toContain('"product"');
  });

  it("gives the path to a class, and the number of products beneath it", async () => {
    expect(await gateway().ok("productClass", { id: 11 })).toMatchObject({
      id: 11,
      name: "微控制器",
      products: 3,
      delisted: false,
      path: [
        { id: 1, name: "芯片" },
        { id: 11, name: "微控制器" },
      ],
      children: [{ id: 111, name: "电机控制", products: 1 }],
    });
    const overview = await gateway().ok("productClass", {});
    expect(overview.id).toBeNull();
    expect(overview.children[0]?.children.map(({ id }) => id)).toEqual([11, 12]);
  });
});

describe("a comparison", () => {
  it("has a row for every parameter of one of them, and marks differences", async () => {
    const { products: compared, rows } = await gateway().ok("productCompare", { ids: [2, 1, 4, 2] });
    expect(compared.map(({ id }) => id)).toEqual([2, 1, 4]);
    expect(rows).toContainEqual({ name: "最大电流", values: ["2 A", "500 mA", "3 A"], differs: true });
    expect(rows).toContainEqual({ name: "状态", values: ["量产", "量产", "量产"], differs: false });
    expect(rows).toContainEqual({ name: "封装", values: ["QFN48", "QFN48、LQFP64", null], differs: true });
    expect(rows.some(({ name }) => name === "内核")).toBe(false);
    const { fields } = await gateway().refused("productCompare", { ids: [1, 2, 3, 4, 6] }, "INVALID_REQUEST");
    expect(fields).toEqual({ ids: ["最多比较 4 个产品"] });
    expect(await gateway().ok("productCompare", { ids: [999_999] })).toEqual({ products: [], rows: [] });
  });
});

describe("a product's page", () => {
  /** Versions of its resources: one for everybody, its datasheet, and two that ask for something first. */
  let [open, sheet, closed, asks] = [0, 0, 0, 0];
  beforeAll(async () => {
    const { database } = gateway();
    await addProducts(database, [
      {
        id: 20,
        classId: 21,
        state: "lastBuy",
        lastOrder: "2030-01-01",
        parts: [{ package: "QFN48", low: -40, high: 85 }],
      },
      { id: 21, classId: 21, kind: "board" },
      { id: 22, classId: 21, delisted: true },
    ]);
    await database.insert(productReplacements).values([
      { productId: 20, replacementId: 1, kind: "dropIn", position: 0 },
      { productId: 20, replacementId: 22, kind: "similar", position: 1 },
      { productId: 22, replacementId: 20, kind: "similar", position: 0 },
    ]);
    await database
      .insert(productBomLines)
      .values({ productId: 21, position: 0, designator: "U1", part: "P20", quantity: 1, componentId: 20 });
    await addNotice(database, { number: "PCN-20", productIds: [20], kind: "pcn" });
    const fileName = "0123456789abcdef0123456789abcdef.pdf";
    open = await addResource(database, { id: 501, productId: 20, kind: "datasheet" });
    sheet = await addResource(database, {
      id: 502,
      productId: 20,
      kind: "datasheet",
      fileName,
      date: "2025-05-01",
    });
    closed = await addResource(database, {
      id: 503,
      productId: 20,
      kind: "sdk",
      access: "login",
      fileType: "zip",
    });
    asks = await addResource(database, { id: 504, productId: 20, kind: "tool", access: "disclaimer" });
  });

  it("shows part numbers, replacements, boards and related content", async () => {
    const info = await gateway().ok("productInfo", { id: 20 });
    expect(info).toMatchObject({
      name: "P20",
      state: "lastBuy",
      lastOrder: "2030-01-01",
      delisted: false,
      followers: 0,
      path: [{ id: 2 }, { id: 21 }],
      parts: [{ number: "P20-0", package: "QFN48", temperature: "-40~85 °C", buy: [{ name: "商城" }] }],
      // A product that was taken down is no replacement.
      replacements: [{ id: 1, how: "dropIn" }],
      replaces: [],
      boards: [{ id: 21, kind: "board" }],
      notices: [{ number: "PCN-20", kind: "pcn" }],
    });
    expect((await gateway().ok("productInfo", { id: 21 })).bom).toEqual([
      { designator: "U1", part: "P20", quantity: 1, note: "", product: { id: 20, name: "P20" } },
    ]);
    expect(await gateway().ok("productInfo", { id: 22 })).toMatchObject({
      delisted: true,
      replacements: [{ id: 20, how: "similar" }],
    });
    expect(await gateway().ok("productNotice", { number: "PCN-20" })).toMatchObject({
      kind: "pcn",
      workaround: "<p>绕过</p>",
      file: null,
      delisted: false,
      products: [{ id: 20, name: "P20" }],
    });
  });

  it("names its datasheet and resources; a file that asks for something first has no address", async () => {
    const { database } = gateway();
    const { datasheet, resources, total } = await gateway().ok("productResources", { id: 20 });
    expect(datasheet).toMatchObject({
      pk_rm_resource: 502,
      pk_file: sheet,
      version: "1.0",
      kind: "datasheet",
    });
    expect(datasheet?.url).toMatch(/^\/gateway\/media\/0123456789abcdef0123456789abcdef\.pdf\?Expires=\d+&/);
    expect(total).toBe(4);
    const urls = new Map(resources.map(({ pk_file, url }) => [pk_file, url]));
    expect([urls.get(open), urls.get(closed)]).toEqual(["https://cdn.example.com/r501.pdf", null]);
    const preview = (pk_file: number) => gateway().ok("previewUrl", { pk_file });
    expect((await preview(sheet)).result.url).toMatch(/^\/gateway\/media\//);
    expect([(await preview(closed)).result.url, (await preview(open)).result.url]).toEqual([null, null]);
    const download = await gateway().ok("resourceUrl", { pk_file: sheet });
    expect(download.result.url).toMatch(new RegExp(`^/gateway/downloads/${sheet}/r502\\.pdf\\?Expires=`));
    await gateway().refused("resourceUrl", { pk_file: closed }, "NOT_SIGNED_IN");
    const member = await gateway().member();
    expect((await gateway().ok("resourceUrl", { pk_file: closed }, member)).result.url).toBe(
      "https://cdn.example.com/r503.zip",
    );
    const policy = { title: "免责声明", version: "1.0", source: "内容", html: "<p>内容</p>" };
    await database.insert(policies).values({ id: "Disclaimer", ...policy });
    await gateway().refused("resourceUrl", { pk_file: asks }, "DISCLAIMER_NOT_SIGNED", member);
  });

  it("has a feed of versions and notices, the newest first", async () => {
    const { name, entries } = await gateway().ok("productNews", { id: 20 });
    expect(name).toBe("P20");
    expect(entries.map(({ notice, pk_rm_resource, date }) => [notice ?? pk_rm_resource, date])).toEqual([
      [502, "2025-05-01"],
      ["PCN-20", "2025-02-01"],
      ...[501, 503, 504].map((id) => [id, "2025-01-01"]),
    ]);
  });

  it("can be followed while it is listed", async () => {
    const member = await gateway().member();
    const target = { kind: "product" as const, target: 20 };
    await gateway().ok("follow", target, member);
    expect(await gateway().ok("followStatus", target, member)).toEqual({ followed: true });
    const [row] = await gateway().database.select().from(products).where(eq(products.id, 20));
    expect(row?.followers).toBe(1);
    const followed = await gateway().ok("followedProducts", {}, member);
    expect(followed).toMatchObject({ page: 1, pages: 1, total: 1 });
    expect(followed.products).toMatchObject([{ id: 20, name: "P20", delisted: false }]);
    await gateway().ok("unfollow", target, member);
    expect((await gateway().ok("followedProducts", { page: 3 }, member)).total).toBe(0);
    await gateway().refused("follow", { kind: "product", target: 22 }, "PRODUCT_NOT_FOUND", member);
  });
});
