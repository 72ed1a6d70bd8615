import { randomBytes } from "node:crypto";
import { keptAddressMax, ownListItemsMax, ownListsMax, ownSearchesMax } from "contract/own-lists/constants";
import { eq } from "drizzle-orm";
import {
  accounts,
  ownListItems,
  ownLists,
  ownSearches,
  productParts,
  products,
  resources,
  sections,
} from "gateway/database/schema";
import { ownListsPersonalData } from "gateway/own-lists/personal-data";
import { saveWords } from "gateway/sensitive-words/list";
import { beforeAll, describe, expect, it } from "vitest";
import { addClasses, addProducts, addResource } from "../support/catalogue";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
let me: Member;
let other: Member;

beforeAll(async () => {
  const { database } = gateway();
  await addClasses(database);
  await addProducts(database, [
    { id: 1, name: "WS63V100", parts: [{ package: "QFN" }, { package: "BGA" }] },
    { id: 2, name: "WS63E", kind: "module" },
    { id: 3, name: "Hi3861V100" },
    { id: 4, name: "OLD100", delisted: true },
  ]);
  await addResource(database, { id: 10, productId: 1, version: "2.0" });
  [me, other] = [await gateway().member(), await gateway().member()];
});

const create = async (name = "网关板", as = me) =>
  (await gateway().ok("createOwnList", { name, submissionId: submissionId() }, as)).id;
const read = (id: number, as = me) => gateway().ok("ownList", { id }, as);
const add = (request: object, as = me) =>
  gateway().ok(
    "addToOwnList",
    { kind: "product", targets: [1], submissionId: submissionId(), ...request } as never,
    as,
  );

describe("a list", () => {
  it("is made once by one form, renamed, ordered, and deleted with everything in it", async () => {
    const owner = await gateway().member();
    const form = { name: " 板子 A ", submissionId: submissionId() };
    const [one, again] = [
      await gateway().ok("createOwnList", form, owner),
      await gateway().ok("createOwnList", form, owner),
    ];
    expect(again).toEqual(one);
    const two = await create("板子 B", owner);
    const names = async () => (await gateway().ok("ownLists", {}, owner)).lists.map(({ name }) => name);
    expect(await names()).toEqual(["板子 A", "板子 B"]);
    await gateway().ok("moveOwnList", { id: two, up: true }, owner);
    await gateway().ok("moveOwnList", { id: two, up: true }, owner);
    expect(await names()).toEqual(["板子 B", "板子 A"]);
    await gateway().ok("saveOwnList", { id: one.id, name: "网关", told: ["eol"] }, owner);
    expect(await read(one.id, owner)).toMatchObject({ name: "网关", told: ["eol"] });
    await add({ list: two }, owner);
    await gateway().ok("deleteOwnList", { id: two }, owner);
    expect(await names()).toEqual(["网关"]);
    expect(await gateway().database.$count(ownListItems, eq(ownListItems.listId, two))).toBe(0);
  });

  it("is unknown to everybody else", async () => {
    const id = await create();
    const { id: item } = (await add({ list: id }).then(() => read(id))).parts[0] ?? { id: 0 };
    const form = { submissionId: submissionId() };
    for (const [name, request] of [
      ["ownList", { id }],
      ["saveOwnList", { id, name: "我的", told: [] }],
      ["moveOwnList", { id, up: true }],
      ["deleteOwnList", { id }],
      ["shareOwnList", { id, shared: true }],
      ["seenOwnList", { id, asOf: new Date().toISOString() }],
      ["addToOwnList", { list: id, kind: "product", targets: [1], ...form }],
      ["addLinesToOwnList", { id, lines: "WS63V100", ...form }],
      ["saveOwnListItems", { id, items: [{ item, quantity: 9 }] }],
      ["moveOwnListItem", { id, item, up: true }],
      ["removeOwnListItem", { id, item }],
    ] as const)
      await gateway().refused(name, request, "LIST_NOT_FOUND", other);
    // Nor does an own list reach into another's.
    const own = await create("另一份", other);
    await gateway().refused("removeOwnListItem", { id: own, item }, "LIST_ITEM_NOT_FOUND", other);
    await gateway().refused("moveOwnListItem", { id: own, item, up: true }, "LIST_ITEM_NOT_FOUND", other);
    await gateway().ok(
      "saveOwnListItems",
      { id: own, items: [{ item, quantity: 9, note: "别人的" }] },
      other,
    );
    expect((await read(id)).parts).toMatchObject([{ id: item, quantity: 1, note: "" }]);
  });

  it("has limits: of lists, of things in one, and of words that others must not read", async () => {
    const owner = await gateway().member();
    const id = await create("满的", owner);
    const { database } = gateway();
    const now = new Date();
    await database.insert(ownListItems).values(
      Array.from({ length: ownListItemsMax }, (_, at) => ({
        listId: id,
        kind: "topic" as const,
        targetId: 1_000_000 + at,
        position: at,
      })),
    );
    const more = { list: id, kind: "product", targets: [1], submissionId: submissionId() };
    await gateway().refused("addToOwnList", more, "TOO_MANY_LIST_ITEMS", owner);
    await database.insert(ownLists).values(
      Array.from({ length: ownListsMax - 1 }, (_, at) => ({
        accountId: owner.id,
        name: `第 ${at} 份`,
        told: [],
        seenAt: now,
        position: at,
      })),
    );
    const form = { name: "再来一份", submissionId: submissionId() };
    await gateway().refused("createOwnList", form, "TOO_MANY_LISTS", owner);
    await saveWords(database, [{ word: "不能写的", level: "review", replacement: null }], now);
    await gateway().refused("createOwnList", { ...form, name: "不能写的" }, "SENSITIVE_WORDS", owner);
    await gateway().refused("addToOwnList", { ...more, note: "不能写的" }, "SENSITIVE_WORDS", owner);
    await gateway().refused("saveOwnList", { id, name: "不能写的", told: [] }, "SENSITIVE_WORDS", owner);
  });
});

describe("the things in a list", () => {
  it("are products, order numbers, documents and topics; what is added twice gets more", async () => {
    const id = await create();
    const { tid } = await gateway().topic(other, await gateway().section(), { title: "怎么选天线" });
    const form = { submissionId: submissionId(), list: id, quantity: 3, note: "主控" };
    expect([await add(form), await add(form)].map(({ added }) => added)).toEqual([1, 0]);
    await add({ list: id, quantity: 4 });
    await add({ list: id, number: "P1-0", quantity: 2 });
    await add({ list: id, kind: "resource", targets: [10] });
    await add({ list: id, kind: "topic", targets: [tid] });
    await add({ list: id, targets: [2, 3] });
    const list = await read(id);
    expect(list.parts).toMatchObject([
      { product: 1, name: "WS63V100", number: "", quantity: 7, note: "主控", state: "production" },
      { product: 1, number: "P1-0", quantity: 2, buy: { name: "商城" } },
      { product: 2, quantity: 1, buy: null },
      { product: 3 },
    ]);
    expect(list.resources).toMatchObject([{ pk_rm_resource: 10, title: "资源 10", version: "2.0" }]);
    expect(list.topics).toMatchObject([{ tid, title: "怎么选天线" }]);
    expect((await gateway().ok("ownLists", {}, me)).lists.find((one) => one.id === id)).toMatchObject({
      parts: 4,
      resources: 1,
      topics: 1,
    });
    const { things, lists } = await gateway().ok("ownListTargets", { kind: "product", targets: [3, 1] }, me);
    expect(things).toEqual([
      { id: 3, name: "Hi3861V100" },
      { id: 1, name: "WS63V100" },
    ]);
    expect(lists).toContain(id);
  });

  it("keep the notes of every addition, and say where a quantity or a note has no room", async () => {
    const id = await create();
    await add({ list: id, quantity: 999_999, note: "主控" });
    expect(await add({ list: id, quantity: 2, note: "备料" })).toMatchObject({ added: 0, capped: 1 });
    expect(await add({ list: id, targets: [3], note: "备料" })).toMatchObject({ added: 1, capped: 0 });
    await add({ list: id, note: "主控" });
    await add({ list: id });
    expect((await read(id)).parts).toMatchObject([
      { quantity: 1_000_000, note: "主控；备料" },
      { product: 3 },
    ]);
    const long = {
      list: id,
      kind: "product",
      targets: [1],
      note: "长".repeat(195),
      submissionId: submissionId(),
    };
    const refused = await gateway().call("addToOwnList", long as never, me);
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { note: ["清单里已经有备注，合起来超过 200 个字符，请写短一些或留空"] } },
    });
    expect((await read(id)).parts).toMatchObject([{ note: "主控；备料" }, { product: 3 }]);
  });

  it("are added once by one form, after other forms too, and in the list that it made", async () => {
    const owner = await gateway().member();
    const form = { name: "新的", quantity: 3, submissionId: submissionId() };
    const first = await add(form, owner);
    expect(first).toMatchObject({ added: 1, repeated: false });
    const { id } = first;
    const lines = { id, lines: "Hi3861V100 2", submissionId: submissionId() };
    expect(await gateway().ok("addLinesToOwnList", lines, owner)).toMatchObject({
      added: 1,
      repeated: false,
    });
    const again = { list: id, targets: [2], submissionId: submissionId() };
    await add(again, owner);
    for (let other = 0; other < 3; other += 1) await add({ list: id, quantity: 1 }, owner);
    expect(await add(again, owner)).toMatchObject({ added: 0, repeated: true });
    expect(await gateway().ok("addLinesToOwnList", lines, owner)).toMatchObject({ added: 0, repeated: true });
    expect(await add(form, owner)).toMatchObject({ id, added: 0, repeated: true });
    expect((await read(id, owner)).parts).toMatchObject([{ quantity: 6 }, { quantity: 2 }, { quantity: 1 }]);
    expect((await gateway().ok("ownLists", {}, owner)).lists).toHaveLength(1);
  });

  it("are saved all at once, moved among their kind, and removed", async () => {
    const id = await create();
    await add({ list: id, targets: [1, 2, 3] });
    await add({ list: id, kind: "resource", targets: [10] });
    const [one, two, three] = (await read(id)).parts.map((part) => part.id);
    const [resource] = (await read(id)).resources;
    await gateway().ok(
      "saveOwnListItems",
      {
        id,
        items: [
          { item: one, quantity: 10, note: "贴片" },
          { item: resource?.id, quantity: 99, note: "先看第 3 章" },
          { item: 999_999_999_999, quantity: 1 },
        ],
      } as never,
      me,
    );
    await gateway().ok("moveOwnListItem", { id, item: three ?? 0, up: true }, me);
    await gateway().ok("removeOwnListItem", { id, item: two ?? 0 }, me);
    const change = (values: object) =>
      gateway().ok("saveOwnListItems", { id, items: [{ item: one ?? 0, ...values }] }, me);
    // What is not given stays.
    await change({ quantity: 12 });
    await change({ note: "贴片 B 面" });
    const list = await read(id);
    expect(list.parts).toMatchObject([{ id: one, quantity: 12, note: "贴片 B 面" }, { id: three }]);
    expect(list.resources).toMatchObject([{ note: "先看第 3 章" }]);
    for (const quantity of [0, 1_000_001, 1.5])
      await gateway().refused(
        "saveOwnListItems",
        { id, items: [{ item: one, quantity }] },
        "INVALID_REQUEST",
        me,
      );
  });

  it("must be there: others are refused, and a topic that the reader cannot see has no title", async () => {
    const id = await create();
    const refused = (request: object, code: Parameters<ReturnType<typeof gateway>["refused"]>[2]) =>
      gateway().refused(
        "addToOwnList",
        { list: id, kind: "product", targets: [1], submissionId: submissionId(), ...request },
        code,
        me,
      );
    await refused({ targets: [1, 999] }, "PRODUCT_NOT_FOUND");
    await refused({ targets: [4] }, "PRODUCT_NOT_FOUND");
    await refused({ targets: [999_999_999_999_999] }, "PRODUCT_NOT_FOUND");
    await refused({ kind: "resource", targets: [999_999_999_999_999] }, "RESOURCE_NOT_FOUND");
    await refused({ kind: "topic", targets: [999_999_999_999_999] }, "TOPIC_NOT_FOUND");
    await refused({ number: "P3-0" }, "PART_NUMBER_NOT_FOUND");
    await refused({ list: undefined }, "INVALID_REQUEST");
    const { tid, pid } = await gateway().topic(other, await gateway().section(), { title: "会删掉的" });
    await add({ list: id, kind: "topic", targets: [tid] });
    await gateway().ok("deleteContent", { pid }, other);
    expect((await read(id)).topics).toMatchObject([{ tid, title: null }]);
    await refused({ kind: "topic", targets: [tid] }, "TOPIC_NOT_FOUND");
  });

  it("stay with their names after they were taken down", async () => {
    const { database } = gateway();
    await addProducts(database, [{ id: 50, name: "GONE50" }]);
    await addResource(database, { id: 51, productId: 50 });
    const id = await create();
    await add({ list: id, targets: [50], quantity: 5 });
    await add({ list: id, kind: "resource", targets: [51] });
    await database.update(products).set({ delistedAt: new Date() }).where(eq(products.id, 50));
    await database.update(resources).set({ delistedAt: new Date() }).where(eq(resources.id, 51));
    const list = await read(id);
    expect(list.parts).toMatchObject([{ name: "GONE50", delisted: true, quantity: 5, buy: null }]);
    expect(list.resources).toMatchObject([{ title: "资源 51", delisted: true }]);
  });

  it("say that an order number is no more one of its product", async () => {
    const { database } = gateway();
    await addProducts(database, [
      { id: 60, name: "PART60", parts: [{ package: "QFN" }, { package: "BGA" }] },
    ]);
    const id = await create();
    for (const number of ["P60-0", "P60-1", ""]) await add({ list: id, targets: [60], number });
    await database.delete(productParts).where(eq(productParts.number, "P60-0"));
    expect((await read(id)).parts).toMatchObject([
      { number: "P60-0", numberGone: true, buy: null },
      { number: "P60-1", numberGone: false, buy: { name: "商城" } },
      { number: "", numberGone: false, buy: { name: "商城" } },
    ]);
    await database.update(products).set({ delistedAt: new Date() }).where(eq(products.id, 60));
    expect((await read(id)).parts[0]).toMatchObject({ delisted: true, numberGone: false });
  });

  it("have in the person's own data the titles that everybody may read", async () => {
    const { database } = gateway();
    const owner = await gateway().member();
    const id = await create("帖子", owner);
    const { fid, ...section } = await gateway().section();
    const { tid } = await gateway().topic(other, { fid, ...section }, { title: "以后看不到" });
    await add({ list: id, kind: "topic", targets: [tid] }, owner);
    const { files = {} } = ownListsPersonalData;
    const names = async () => {
      const found: unknown[] = [];
      const rows = files["list-items.json"]?.read(database, { id: owner.id } as never) ?? [];
      for await (const row of (await rows) as AsyncIterable<{ name: unknown }>) found.push(row.name);
      return found;
    };
    expect(await names()).toEqual(["以后看不到"]);
    await database.update(sections).set({ closed: true }).where(eq(sections.id, fid));
    expect(await names()).toEqual([null]);
  });
});

describe("typed part numbers", () => {
  const lines = (id: number, text: string) =>
    gateway().call("addLinesToOwnList", { id, lines: text, submissionId: submissionId() }, me);

  it("are names and order numbers, with quantities in the usual spellings; a part stands once", async () => {
    const id = await create();
    const text = "ws63-v100 10\n\nP1-1, 20\r\nHi3861V100\t×5 片\nWS63V100,\t3\n2x WS63E";
    expect(await lines(id, text)).toMatchObject({ status: 200, body: { added: 4 } });
    expect((await read(id)).parts.map(({ name, number, quantity }) => [number || name, quantity])).toEqual([
      ["WS63V100", 13],
      ["P1-1", 20],
      ["Hi3861V100", 5],
      ["WS63E", 2],
    ]);
  });

  it("are refused by line with what may be meant, and then nothing is added", async () => {
    const id = await create();
    const answer = await lines(id, "WS63V100 10\nHi3861V10O 5\nQQ99 1\nOLD100\nWS63V100 0");
    expect(answer).toMatchObject({ status: 422, body: { errorCode: "LINES_NOT_RECOGNISED" } });
    const { lines: said = [] } = (answer.body as { fields: Record<string, string[]> }).fields;
    expect(said).toHaveLength(4);
    expect(said[0]).toMatch(/^第 2 行“Hi3861V10O”没有认出来，.*Hi3861V100/);
    expect(said[1]).toBe("第 3 行“QQ99”没有认出来");
    expect(said[2]).toContain("第 4 行“OLD100”没有认出来");
    expect(said[3]).toBe("第 5 行“WS63V100”的数量要填 1 到 1000000 的整数");
    expect((await read(id)).parts).toEqual([]);
  });

  it("that are too long for a part number are neither taken apart nor guessed; sums have a limit too", async () => {
    const id = await create();
    // Its letters and digits alone would be an order number.
    const long = `P1-0${"，".repeat(130)}芯片`;
    const answer = await lines(id, `${long}\nWS63V100 999999\nWS63V100 2`);
    const { lines: messages } = (answer.body as { fields: Record<string, string[]> }).fields;
    expect(messages).toEqual([
      `第 1 行“P1-0${",".repeat(56)}”没有认出来，一行只写一个型号和数量`,
      "第 3 行“WS63V100”的数量和前面几行的加起来超过了 1000000",
    ]);
    const many = Array.from({ length: 25 }, () => "Hi3861V10O").join("\n");
    const { lines: guessed = [] } = ((await lines(id, many)).body as { fields: Record<string, string[]> })
      .fields;
    expect(guessed).toHaveLength(25);
    expect(guessed.filter((line) => line.includes("Hi3861V100"))).toHaveLength(20);
  });

  it("are added once by one form, up to a hundred lines", async () => {
    const id = await create();
    const form = { id, lines: "WS63V100 2", submissionId: submissionId() };
    await gateway().ok("addLinesToOwnList", form, me);
    expect(await gateway().ok("addLinesToOwnList", form, me)).toEqual({
      added: 0,
      capped: 0,
      repeated: true,
    });
    expect((await read(id)).parts).toMatchObject([{ quantity: 2 }]);
    expect((await lines(id, "WS63V100\n".repeat(101))).status).toBe(400);
    expect((await lines(id, "\n \n")).status).toBe(400);
  });
});

describe("a shared list", () => {
  it("is read by everybody with its address, until it is no more shared", async () => {
    const id = await create("给同事的");
    await add({ list: id, quantity: 6, note: "主控" });
    const share = (shared: boolean) => gateway().ok("shareOwnList", { id, shared }, me);
    const { shareKey } = await share(true);
    expect(shareKey).toMatch(/^[\w-]{22}$/);
    expect(await share(true)).toEqual({ shareKey });
    const list = await gateway().ok("sharedList", { key: shareKey ?? "" });
    expect(list).toMatchObject({ name: "给同事的", parts: [{ quantity: 6, note: "主控" }] });
    expect(list).not.toHaveProperty("shareKey");
    expect(list).not.toHaveProperty("told");
    await share(false);
    await gateway().refused("sharedList", { key: shareKey ?? "" }, "LIST_NOT_FOUND");
    expect((await share(true)).shareKey).not.toBe(shareKey);
  });

  it("hides topics that its reader may not see, and ends with a ban of its owner", async () => {
    const owner = await gateway().member();
    const id = await create("帖子", owner);
    const { tid, pid } = await gateway().topic(other, await gateway().section(), { title: "先看得到" });
    await add({ list: id, kind: "topic", targets: [tid] }, owner);
    const { shareKey } = await gateway().ok("shareOwnList", { id, shared: true }, owner);
    const key = shareKey ?? "";
    expect((await gateway().ok("sharedList", { key })).topics).toMatchObject([{ title: "先看得到" }]);
    await gateway().ok("deleteContent", { pid }, other);
    expect((await gateway().ok("sharedList", { key })).topics).toMatchObject([{ title: null }]);
    await gateway()
      .database.update(accounts)
      .set({ bannedUntil: new Date(Date.now() + 86_400_000) })
      .where(eq(accounts.id, owner.id));
    await gateway().refused("sharedList", { key }, "LIST_NOT_FOUND");
  });
});

describe("kept searches", () => {
  it("have addresses of this site's lists, each once, and are removed by their owner only", async () => {
    const owner = await gateway().member();
    const keep = (name: string, address: string) => gateway().ok("keepSearch", { name, address }, owner);
    const { id } = await keep("低功耗", "/products/index?id=11&p.sleep.max=5+µA".replace("µ", "%C2%B5"));
    await keep("找 SDK", "/search?q=SDK");
    await keep("找新的 SDK", "/search?q=SDK");
    expect((await gateway().ok("ownLists", {}, owner)).searches.map(({ name }) => name)).toEqual([
      "找新的 SDK",
      "低功耗",
    ]);
    await gateway().refused("removeSearch", { id }, "SEARCH_NOT_FOUND", other);
    await gateway().ok("removeSearch", { id }, owner);
    await gateway().refused("removeSearch", { id }, "SEARCH_NOT_FOUND", owner);
    await gateway()
      .database.insert(ownSearches)
      .values(
        Array.from({ length: ownSearchesMax }, (_, at) => ({
          accountId: owner.id,
          name: "x",
          address: `/search?q=${at}`,
        })),
      );
    // An address as long as is allowed has room in the index, although it does not get shorter by compression.
    const long = `/search?q=${randomBytes(3_000).toString("base64url")}`.slice(0, keptAddressMax);
    await gateway().ok("keepSearch", { name: "长的", address: long }, me);
    const more = { name: "再来", address: "/search?q=more" };
    await gateway().refused("keepSearch", more, "TOO_MANY_SEARCHES", owner);
  });

  it.each([
    "https://evil.example/search?q=1",
    "//evil.example/search?q=1",
    "/search",
    "/gateway/signin?redirect=x",
    "/search?q=1#x",
    "/search?q=\\x",
    "/search?q=a b",
    "javascript:alert(1)//search?q=1",
    `/search?q=${"x".repeat(2_500)}`,
  ])("%s is no such address", async (address) => {
    await gateway().refused("keepSearch", { name: "x", address }, "INVALID_REQUEST", me);
  });
});
