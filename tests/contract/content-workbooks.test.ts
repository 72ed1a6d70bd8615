import type { CallResponse } from "contract";
import { tableWrittenMost } from "contract/content/constants";
import { eq } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { shownNumber } from "gateway/content/tables/reading/read-workbook";
import { contentVersions, products } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { startEditing } from "../support/edited-catalogue";
import { productRow } from "../support/news";
import { zip } from "../support/upload-files";

const { gateway, call } = startEditing();

type Plan = CallResponse<"checkContentTable">;
const klass = 11;
const check = async (workbook: Uint8Array) =>
  (await call("checkContentTable", { class: klass, workbook: Buffer.from(workbook).toString("base64") }))
    .body as Plan;

/** A workbook as the portal's own writer makes it. */
const written = async (rows: (string | number | boolean | Date | null)[][]): Promise<Uint8Array> =>
  (await writeXlsxFile(
    rows.map((row) =>
      row.map((value) => {
        if (value === null) return null;
        return value instanceof Date ? { value, type: Date, format: "yyyy-mm-dd" } : { value };
      }),
    ) as never,
  ).toBuffer()) as unknown as Uint8Array;

/** A workbook of one sheet as other programs write it, cell by cell. */
const typed = (sheet: string, { path = "worksheets/sheet1.xml" } = {}) =>
  zipSync({
    "xl/workbook.xml": strToU8(
      '<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="表" sheetId="1" r:id="rId7"/></sheets></workbook>',
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships xmlns="p"><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${path}"/></Relationships>`,
    ),
    "xl/worksheets/sheet1.xml": strToU8(`<worksheet xmlns="m">${sheet}</worksheet>`),
  });
const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const head = `<row r="1">${cell("A1", "编号")}${cell("B1", "工作电流")}${cell("C1", "供电")}</row>`;
const said = ({ problems }: Plan) =>
  problems.map(({ line, column, title, name, message }) => [line, column, title, name, message.slice(0, 12)]);

describe("a table in an XLSX file", () => {
  it("of 5,000 rows with 50 mistakes: all are named by cell, and nothing is written", async () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => 600_000 + at);
    for (let at = 0; at < ids.length; at += 500)
      await gateway()
        .database.insert(products)
        .values(ids.slice(at, at + 500).map((id) => productRow(id, { classId: klass })));
    const file = await written([
      ["编号", "产品", "工作电流", "供电", "USB"],
      ...ids.map((id, at) => [id, `QX${id}`, at % 100 === 7 ? "五安" : 0.5, "1.8~3.6 V", true]),
    ]);
    const { problems, more, total, changes } = await check(file);
    expect([problems.length, more, total]).toEqual([51, 0, 5_000]);
    expect(problems[0]?.message).toContain(`一次最多改 ${tableWrittenMost} 个产品`);
    const cells = problems.filter(({ line }) => line !== null);
    expect(cells).toHaveLength(50);
    expect(cells[0]).toMatchObject({
      line: 9,
      column: 3,
      key: "600007",
      title: "QX600007",
      name: "工作电流",
    });
    expect(cells.at(-1)).toMatchObject({ line: 4_909, column: 3, key: "604907" });
    expect(changes[0]?.fields.map(({ after }) => after)).toEqual(["0.5 A", "1.8~3.6 V", "支持"]);
    const versions = await gateway()
      .database.select()
      .from(contentVersions)
      .where(eq(contentVersions.key, "600000"));
    expect(versions).toEqual([]);
    await gateway().database.delete(products).where(eq(products.summary, "一颗芯片"));
  });

  it("is read with numbers, yes and no, blank rows and cells that empty a value", async () => {
    const file = await written([
      ["编号", "current", "供电", "USB"],
      [null, null, null, null],
      [100, 0.30000000000000004, null, false],
    ]);
    const { changes, problems, total } = await check(file);
    expect([problems, total]).toEqual([[], 1]);
    expect(changes[0]?.fields.map(({ key, after }) => [key, after])).toEqual([
      ["current", "0.3 A"],
      ["supply", ""],
      ["usb", "不支持"],
    ]);
  });

  it("says by cell what is no value: dates, errors, formulas without a result, merged cells, with all other mistakes", async () => {
    const rows = [
      `<row r="2">${cell("A2", "100")}<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>${cell("C2", "五伏")}</row>`,
      `<row r="3">${cell("A3", "200")}<c r="B3"><f>B2*2</f></c>${cell("C3", "1~2")}</row>`,
    ];
    const merged = '<mergeCells count="1"><mergeCell ref="C3:C9"/></mergeCells>';
    expect(said(await check(typed(`<sheetData>${head}${rows.join("")}</sheetData>${merged}`)))).toEqual(
      [
        [2, 2, "A100", "工作电流", "这一格是公式的错误值，请改"],
        [2, 3, "A100", "供电", expect.any(String)],
        [3, 2, "A200", "工作电流", "这一格的公式没有算出的值："].map((each) =>
          typeof each === "string" ? each.slice(0, 12) : each,
        ),
        [3, 3, "A200", "供电", "这一格是合并的单元格：请取"],
      ].map((row) => row.map((each) => (typeof each === "string" ? each.slice(0, 12) : each))),
    );
    const dated = await written([
      ["编号", "供电"],
      [100, new Date("2026-01-02")],
    ]);
    expect(said(await check(dated))).toEqual([
      [2, 2, "A100", "供电", "表格软件把这一格当成了日期".slice(0, 12)],
    ]);
  });

  it("counts formulas with the values that they had when the file was saved", async () => {
    const row = `<row r="2">${cell("A2", "100")}<c r="B2"><f>1/4</f><v>0.25</v></c>${cell("C2", "1~2 V")}</row>`;
    const { changes, problems } = await check(typed(`<sheetData>${head}${row}</sheetData>`));
    expect(problems).toEqual([]);
    expect(changes[0]?.fields.map(({ after }) => after)).toEqual(["0.25 A", "1~2 V"]);
  });

  it.each([
    ["is no workbook", () => zip([{ name: "a.txt", content: Buffer.from("a") }]), "读不了这个文件"],
    ["is cut short", () => typed("").subarray(0, 60), "读不了这个文件"],
    ["names no sheet that it has", () => typed("", { path: "worksheets/none.xml" }), "读不了这个文件"],
    ["has a head alone", () => typed(`<sheetData>${head}</sheetData>`), "表里没有内容"],
    [
      "reaches far down",
      () => typed(`<sheetData>${head}<row r="1048576"><c r="A1048576"/></row></sheetData>`),
      "一次最多 10,000 行",
    ],
    [
      "reaches far to the right",
      () => typed(`<sheetData>${head}<row r="2">${cell("XFD2", "1")}</row></sheetData>`),
      "表太大",
    ],
    [
      "unpacks to too much",
      () => typed(`<sheetData>${head}</sheetData>${" ".repeat(65 * 1024 * 1024)}`),
      "表太大",
    ],
    [
      "has an unknown column",
      () =>
        typed(
          `<sheetData><row r="1">${cell("A1", "编号")}${cell("B1", "电流")}</row><row r="2">${cell("A2", "100")}</row></sheetData>`,
        ),
      "这个分类没有参数“电流”",
    ],
  ])("that %s is refused", async (_what, file, message) => {
    const { problems, changes } = await check(file());
    expect(problems.map((problem) => problem.message).join()).toContain(message);
    expect(changes).toEqual([]);
  });

  it("has numbers as people write them", () => {
    expect(["1.1000000000000001", "1E-7", "2.5E+21", "100", "-0.5", "0"].map(shownNumber)).toEqual([
      "1.1",
      "0.0000001",
      "2500000000000000000000",
      "100",
      "-0.5",
      "0",
    ]);
  });
});
