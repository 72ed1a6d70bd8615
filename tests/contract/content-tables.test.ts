import type { CallResponse } from "contract";
import { fileLinesMost, fileProblemsMost, tableWrittenMost } from "contract/content/constants";
import { eq, sql } from "drizzle-orm";
import { contentPieces, contentVersions, products } from "gateway/database/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { startEditing } from "../support/edited-catalogue";
import { productRow } from "../support/news";

const { gateway, call, make, save, publish, stands, storedValue, change, load } = startEditing(beforeEach);

type Plan = CallResponse<"changeContentTable">;
const klass = 11;
const chip = { class: klass, summary: "站内的芯片", kind: "chip", state: "production", since: "2026-01-01" };

const table = async (id = klass) =>
  (await call("contentTable", { class: id })).body as CallResponse<"contentTable">;
const rowOf = async (key: string) => (await table()).products.find((product) => product.key === key);
const check = async (request: object) =>
  (await call("checkContentTable", { class: klass, ...request })).body as Plan;
const write = async (rows: object[], more: object = {}) =>
  (await call("changeContentTable", { class: klass, rows, ...more })).body as Plan;
/** A row as the form posts it: filled from what stands now, with some cells typed. */
async function filled(key: string, values: Record<string, string>) {
  const row = await rowOf(key);
  return { key, base: row?.base, values: { ...row?.values, ...values } };
}
const versionsOf = (key: string) =>
  gateway().database.select().from(contentVersions).where(eq(contentVersions.key, key));
const said = ({ problems }: Pick<Plan, "problems">) =>
  problems.map(({ line, title, name, message }) => [line, title, name, message]);

describe("a class's table", () => {
  it("has the parameters of the class and those above it, and what its products say, also of a class above", async () => {
    const { name, parameters, products: rows } = await table();
    expect([name, parameters.map(({ key }) => key)]).toEqual([
      "无线芯片",
      ["current", "supply", "core", "usb"],
    ]);
    expect(rows.map(({ title, base }) => [title, base[0]])).toEqual([
      ["A100", "p"],
      ["A200", "p"],
    ]);
    expect(rows[0]?.values).toEqual({ current: "500 mA", supply: "1.8~3.6 V", core: "M4", usb: "支持" });
    expect((await table(1)).products.map(({ title }) => title)).toEqual(["A100", "A200"]);
    expect((await call("contentTable", { class: 999 })).status).toBe(404);
  });

  it("has the newest versions, drafts too, and nothing that was taken down", async () => {
    const key = await make("products", { ...chip, title: "站内芯片" });
    await save("products", key, { params: { current: "7 mA" } });
    expect(await rowOf(key)).toMatchObject({ base: "v2", drafted: true, values: { current: "7 mA" } });
    await call("withdrawContent", { kind: "products", key });
    expect(await rowOf(key)).toBeUndefined();
    expect(said(await check({ rows: [{ key, values: { current: "1" } }] }))[0]?.[3]).toContain("没有编号是");
  });
});

describe("rows of a table", () => {
  it("say what they change by product and field, with units as a pack has them, and write nothing yet", async () => {
    const typed = { current: "0.6", core: "M4、M0", usb: "否", supply: "" };
    const { changes, problems } = await check({ rows: [await filled("100", typed)] });
    expect(problems).toEqual([]);
    expect(
      changes.flatMap(({ title, fields }) =>
        fields.map(({ name, before, after }) => [title, name, before, after]),
      ),
    ).toEqual([
      ["A100", "工作电流", "500 mA", "0.6 A"],
      ["A100", "供电", "1.8~3.6 V", ""],
      ["A100", "内核", "M4", "M0、M4"],
      ["A100", "USB", "支持", "不支持"],
    ]);
    expect(await versionsOf("100")).toEqual([]);
    expect((await check({ rows: [await filled("100", {})] })).changes).toEqual([]);
  });

  it("become a version with who, when and why, which is published only if asked", async () => {
    const answer = await write([await filled("200", { current: "2 mA", usb: "支持" })], { why: "按新手册" });
    expect(answer.written).toBe(1);
    expect((await stands("products", "200")).body).toMatchObject({
      title: "A200",
      params: { current: "2 mA", usb: true },
    });
    expect(await storedValue(200, "current")).toBeUndefined();
    const [first, second] = (await versionsOf("200")).sort((one, other) => one.version - other.version);
    expect([first?.origin, second?.origin, second?.why]).toEqual(["pack", "typed", "按新手册"]);
    const rest = await write([await filled("200", { current: "3 mA" })], { publish: true });
    expect(rest).toMatchObject({ written: 1, changes: [{ drafted: true }] });
    expect(await storedValue(200, "current")).toMatchObject({ shown: "3 mA", low: 0.003 });
    expect(await storedValue(200, "usb")).toMatchObject({ yes: true });
    expect(JSON.stringify(await gateway().ok("productInfo", { id: 200 }))).toContain("3 mA");
  });

  it("with mistakes write nothing, and all are named by cell", async () => {
    const before = (await versionsOf("200")).length;
    const rows = [
      await filled("100", { current: "5 V", core: "M7", usb: "也许", odd: "1" }),
      await filled("200", { current: "9 mA", supply: "3~1 V" }),
    ];
    const answer = await write(rows, { publish: true });
    expect(answer.written).toBe(0);
    expect(said(answer)).toEqual([
      [null, "A100", "工作电流", "单位应为 A，可以带 k、M、m、u 这样的前缀"],
      [null, "A100", "内核", "没有选项“M7”，可选：M0、M4"],
      [null, "A100", "USB", "应为“支持”或“不支持”"],
      [null, "A100", "odd", "这个分类没有这个参数"],
      [null, "A200", "供电", "范围应从小到大"],
    ]);
    expect((await versionsOf("200")).length).toBe(before);
  });

  it("that cannot be published whole write nothing of any product", async () => {
    const { key } = (
      await call("saveContent", {
        kind: "products",
        base: 0,
        fresh: true,
        body: { title: "半成品", class: klass },
      })
    ).body as { key: string };
    const good = await make("products", { ...chip, title: "好产品" });
    const rows = [await filled(good, { current: "1 mA" }), await filled(key, { current: "1 mA" })];
    const answer = await write(rows, { publish: true });
    expect([answer.written, said(answer)[0]?.[1]]).toEqual([0, "半成品"]);
    expect(said(answer)[0]?.[3]).toBe("不能发布，摘要：请填写这一项");
    expect(await rowOf(good)).toMatchObject({ base: "v1", values: {} });
    expect((await write(rows)).written).toBe(2);
  });
});

describe("two editors", () => {
  it("of different values of a product both keep theirs", async () => {
    const key = await make("products", { ...chip, title: "两人改", params: { current: "1 mA" } });
    const mine = await filled(key, { supply: "2~3 V" });
    await publish("products", key, { params: { current: "4 mA" } });
    const answer = await write([mine]);
    expect([answer.written, answer.changes[0]?.fields.map(({ key: field }) => field)]).toEqual([
      1,
      ["supply"],
    ]);
    expect((await stands("products", key)).body.params).toEqual({ current: "4 mA", supply: "2~3 V" });
  });

  it("of one value are shown both, and nothing is written until one is chosen", async () => {
    const key = await make("products", { ...chip, title: "争一格", params: { current: "1 mA" } });
    const mine = await filled(key, { current: "2 mA" });
    await publish("products", key, { params: { current: "4 mA" } });
    const answer = await write([mine]);
    expect(answer.written).toBe(0);
    const [shown] = answer.changes;
    expect(shown?.fields).toEqual([
      { key: "current", name: "工作电流", before: "4 mA", after: "2 mA", conflict: true },
    ]);
    // The form's next post names what it showed.
    expect((await write([{ key, base: shown?.base, values: { current: "2 mA" } }])).written).toBe(1);
    expect((await stands("products", key)).body.params).toEqual({ current: "2 mA" });
  });

  it("are told apart from a load: its change of the same value is a conflict, of another one is kept", async () => {
    const [a, b] = [await filled("100", { current: "1 A" }), await filled("100", { core: "M0" })];
    await change("current: 500 mA", "current: 400 mA", "products/a100.md");
    await load();
    // What stood before is not kept anywhere: each typed cell that differs is decided.
    const answer = await write([a]);
    expect([answer.written, answer.changes[0]?.fields[0]]).toMatchObject([
      0,
      { before: "400 mA", conflict: true },
    ]);
    expect((await check({ rows: [b] })).changes[0]?.fields.map(({ key }) => key)).toContain("core");
  });

  it("whose draft came after the row was filled does not have it published unseen", async () => {
    const key = await make("products", { ...chip, title: "别人的草稿", params: { current: "1 mA" } });
    const mine = await filled(key, { supply: "2~3 V" });
    await save("products", key, { params: { current: "4 mA" } });
    const answer = await write([mine], { publish: true });
    expect(answer).toMatchObject({ written: 0, left: 1, changes: [{ unseen: true, drafted: true }] });
    expect(await write([{ ...mine, base: undefined }], { publish: true })).toMatchObject({ written: 0 });
    expect(await storedValue(Number(key), "current")).toMatchObject({ shown: "1 mA" });
    // A draft of its own is not published, so it may be written.
    const base = answer.changes[0]?.base;
    expect(await write([{ key, base, values: { supply: "2~3 V" } }], { publish: true })).toMatchObject({
      written: 1,
      left: 0,
    });
    expect(await storedValue(Number(key), "current")).toMatchObject({ shown: "4 mA" });
  });

  it("who set a time for publishing are not overtaken without a word", async () => {
    const key = await make("products", { ...chip, title: "等着发布", params: { current: "1 mA" } });
    await save("products", key, { params: { current: "4 mA" } });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await call("publishContent", { kind: "products", key, version: 2, at })).status).toBe(200);
    const row = await filled(key, { supply: "2~3 V" });
    const { changes } = await check({ rows: [row] });
    expect(changes[0]?.publishAt.slice(0, 16)).toBe(at.slice(0, 16));
    const refused = await write([row], { publish: true });
    expect([refused.written, refused.left, said(refused)[0]?.[1]]).toEqual([0, 1, "等着发布"]);
    expect((await rowOf(key))?.base).toBe("v2");
    expect((await write([row], { publish: true, early: [key] })).written).toBe(1);
    expect(await rowOf(key)).toMatchObject({ base: "v3", publishAt: "" });
  });
});

describe("what happens while rows are written some at a time", () => {
  /** Eleven products: the last one is written after the others, of which the first one's version causes `happening`. */
  async function during(name: string, happening: (last: string) => string) {
    const keys: string[] = [];
    for (let at = 0; at < 11; at += 1)
      keys.push(await make("products", { ...chip, title: `${name}${at}`, params: { current: "1 mA" } }));
    const last = keys.at(-1) ?? "";
    const rows = await Promise.all(keys.map((key) => filled(key, { current: "2 mA" })));
    const { database } = gateway();
    await database.execute(
      sql.raw(`create function meanwhile() returns trigger language plpgsql as $$ begin
      if new.kind = 'products' and new.key = '${keys[0]}' then ${happening(last)} end if; return new; end $$`),
    );
    await database.execute(
      sql.raw(
        "create trigger meanwhile after insert on content_versions for each row execute function meanwhile()",
      ),
    );
    const answer = await call("changeContentTable", { class: klass, rows, publish: true });
    await database.execute(sql.raw("drop function meanwhile cascade"));
    return { answer: { status: answer.status, ...(answer.body as Plan) }, keys, last, rows };
  }
  const newer = (last: string, published: number) => `
    insert into content_versions (kind, key, version, body, html, origin, created_at)
      select kind, key, 2, jsonb_set(body, '{params}', '{"current": "9 mA"}'), html, origin, created_at
      from content_versions where kind = 'products' and key = '${last}' and version = 1;
    update content_pieces set version = 2, published_version = ${published}
      where kind = 'products' and key = '${last}';`;

  it("a conflict leaves its rows, which are counted and shown; the others are written", async () => {
    const { answer, last, rows } = await during("半途", (key) => newer(key, 2));
    expect(answer).toMatchObject({ status: 200, written: 10, left: 1, problems: [] });
    expect(answer.changes.map(({ key, fields }) => [key, fields[0]?.before, fields[0]?.conflict])).toEqual([
      [last, "9 mA", true],
    ]);
    // The same rows, decided, change those that are left alone.
    const decided = rows.map((row) => (row.key === last ? { ...row, base: answer.changes[0]?.base } : row));
    expect(await write(decided, { publish: true })).toMatchObject({ written: 1, left: 0 });
  });

  it("a refusal is answered with what is written already", async () => {
    const { answer, keys } = await during(
      "没了",
      (key) => `update content_pieces set title = 'x' where key = '${key}';
        delete from content_versions where kind = 'products' and key = '${key}';`,
    );
    expect(answer).toMatchObject({ status: 200, written: 10, left: 1 });
    expect(answer.problems.at(-1)?.message).toBe("没有这个版本");
    expect(await storedValue(Number(keys[0]), "current")).toMatchObject({ shown: "2 mA" });
    await gateway().database.delete(contentPieces).where(eq(contentPieces.title, "x"));
  });
});

describe("a file", () => {
  const csv = (lines: string[]) => lines.join("\r\n");
  const all = Array.from({ length: 4_998 }, (_, at) => 600_000 + at);

  it("of 5,000 lines names all of 50 mistakes by line, column, product and parameter", async () => {
    for (let at = 0; at < all.length; at += 1_000)
      await gateway()
        .database.insert(products)
        .values(
          all.slice(at, at + 1_000).map((id) =>
            productRow(id, {
              classId: klass,
              values: { current: { shown: "5 mA", low: 0.005, high: 0.005 } },
            }),
          ),
        );
    const wrong = new Set(all.filter((_, at) => at % 100 === 7));
    const lines = [
      "编号,产品,工作电流（A）,内核",
      ...all.map((id) => `${id},QX${id},${wrong.has(id) ? "五" : "5 mA"},M0`),
      "100,A100,,",
      "77,没有,,",
    ];
    const { problems, more, total, changes } = await check({ file: csv(lines) });
    expect([problems.length, more, total]).toEqual([52, 0, 5_000]);
    expect(problems[0]?.message).toContain(`一次最多改 ${tableWrittenMost} 个产品`);
    const [first] = problems.filter(({ line }) => line !== null);
    expect(first).toMatchObject({ line: 9, column: 3, key: "600007", title: "QX600007", name: "工作电流" });
    expect(problems.at(-1)).toMatchObject({ line: 5_001, key: "77" });
    expect(changes.length).toBe(tableWrittenMost);
    expect(await versionsOf("600000")).toEqual([]);
    await gateway().database.delete(products).where(eq(products.summary, "一颗芯片"));
  });

  it.each([
    ["an unknown column", ["编号,电流", "100,1"], "这个分类没有参数“电流”"],
    ["no column of numbers", ["产品,工作电流", "A100,1"], "第一行里没有“编号”这一列"],
    ["a column twice", ["编号,工作电流,current", "100,1,1"], "“current”这一列有两个"],
    ["a product twice", ["编号,工作电流", "100,1", "100,2"], "编号 100 在第 2 行已经有了"],
    ["a number that is none", ["编号,工作电流", "A100,1"], "编号应为数字"],
    ["a changed version", ["编号,版本,工作电流", "100,三,1"], "版本不要改"],
    ["an open quote", ["编号,工作电流", '100,"1'], "引号没有成对"],
    ["a head alone", ["编号,工作电流"], "表里没有内容"],
    ["a row that is too short", ["编号,工作电流,内核", "100,1"], "这一行有 2 格，第一行有 3 格"],
    ["a row that is too long", ["编号,工作电流", "100,1,M0"], "这一行有 3 格，第一行有 2 格"],
    ["more columns than any class has", [`编号${",内核".repeat(300)}`, "100"], "列太多"],
    ["more lines than it may have", ["编号", ...Array(fileLinesMost + 5).fill("100")], "一次最多 10,000 行"],
  ])("with %s is refused", async (_what, lines, message) => {
    const { problems } = await check({ file: csv(lines) });
    expect(problems.map((problem) => problem.message).join()).toContain(message);
  });

  it("as spreadsheets write it is read: tabs, quotes, marks before formulas, blank lines, its own version", async () => {
    const base = (await rowOf("200"))?.base;
    const lines = ["编号\t版本\t产品\tcurrent\t供电（V）", `200\t${base}\tA200\t'+8 mA\t"1~2"`, "\t\t\t\t"];
    const { changes, problems } = await check({ file: csv(lines) });
    expect(problems).toEqual([]);
    expect(changes[0]?.fields.map(({ after }) => after)).toEqual(["+8 mA", "1~2 V"]);
  });

  it("has lines by number as a spreadsheet counts them, blank ones and line ends in cells included", async () => {
    const lines = ["编号,产品,工作电流", '100,"两\r\n行",1 A', "", ",,", "200,A200,五"];
    expect((await check({ file: csv(lines) })).problems).toMatchObject([{ line: 5, column: 3, key: "200" }]);
  });

  it("with a mistake in each of its cells sends no more of them on than are shown", async () => {
    const lines = [
      "编号,工作电流,供电,内核,USB",
      ...Array.from({ length: 2_000 }, (_, at) => `${at % 2 ? 100 : 200},五,五,五,五`),
    ];
    const { problems, more } = await check({ file: csv(lines) });
    expect([problems.length, problems.length + more]).toEqual([fileProblemsMost, 2 * 4 + 1_998]);
  });

  it("names no more mistakes than a page can show, and counts the others", async () => {
    const lines = [
      "编号,工作电流",
      ...Array.from({ length: fileProblemsMost + 5 }, (_, at) => `${at + 900_000},1`),
    ];
    const { problems, more } = await check({ file: csv(lines) });
    expect([problems.length, more]).toEqual([fileProblemsMost, 5]);
  });
});

describe("as many products as one post may have", () => {
  it("are written and published in one go", async () => {
    const many = Array.from({ length: tableWrittenMost }, (_, at) => 700_000 + at);
    await gateway()
      .database.insert(products)
      .values(
        many.map((id) =>
          productRow(id, {
            gallery: [],
            classId: klass,
            values: { current: { shown: "5 mA", low: 0.005, high: 0.005 } },
          }),
        ),
      );
    const rows = many.map((id) => ({ key: String(id), values: { current: "6 mA" } }));
    expect((await write(rows, { publish: true })).written).toBe(many.length);
    expect(await storedValue(700_000 + tableWrittenMost - 1, "current")).toMatchObject({ low: 0.006 });
  });
});
