import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import workbookOf from "../../server/workbooks/workbook";
import { createWorkbooks } from "../../server/workbooks/workbooks";
import { expectConsole } from "../support/console";

const hostile = ["=1+1", "+1", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")'];

test("a workbook has every cell as a text: none is a formula", async () => {
  const bytes = await workbookOf({
    name: "连接/芯片:[一]",
    rows: [["编号", "名称"], ...hostile.map((text) => [text, "5 µA <&>"])],
  });
  const files = unzipSync(bytes);
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).not.toContain("<f>");
  expect(sheet).not.toContain("<f ");
  const cells = sheet.match(/<c [^>]*>/g) ?? [];
  expect(cells.length).toBe(2 * (hostile.length + 1));
  for (const cell of cells) expect(cell).toMatch(/ t="(?:s|inlineStr)"/);
  const strings = strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array());
  expect(strings).toContain("5 µA &lt;&amp;&gt;");
  expect(strings).toContain("-2+3+cmd|");
  expect(strFromU8(files["xl/workbook.xml"] ?? new Uint8Array())).toMatch(/name="连接 芯片 {2}一 "/);
});

test("a workbook that cannot be made is none, and the log says why", async () => {
  expectConsole("warn", /表格没有写成 XLSX/);
  expectConsole("error", /线程 \/nowhere\/workbook\.js 没有启动/);
  const workbooks = createWorkbooks("/nowhere/workbook.js");
  expect(await workbooks.write({ name: "表", rows: [["编号"]] })).toBeNull();
  await workbooks.close();
});
