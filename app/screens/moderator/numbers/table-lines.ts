import { csvOf } from "~/format/csv";
import { columnsOf, figureText } from "./figures";
import type { Numbers } from "./numbers.server";
import type { NumbersOf } from "./numbers-query";

const minutes = (value: number | null) => (value === null ? "" : String(value));

/** The last line of a file whose rest the gateway did not give. */
export const cutOffLine = "（没有导完：后面的数据没有读出来，请稍后再导出一次）";

/** The lines of one page of a table, with a head on the first one. */
export function linesOf(numbers: Numbers, of: NumbersOf, byDay: boolean, isFirst: boolean): string[][] {
  const headed = (head: string[], rows: string[][]) => (isFirst ? [head, ...rows] : rows);
  if (numbers.table === "usage") {
    const columns = columnsOf(of);
    const names = columns.map(([, label]) => label);
    const cells = (figures: (typeof numbers.report.days)[number]["figures"]) =>
      columns.map(([name]) => figureText(figures[name]));
    if (byDay)
      return headed(
        ["日期", ...names],
        numbers.report.days.map(({ day, figures }) => [day, ...cells(figures)]),
      );
    return headed(
      ["编号", "名称", "版本或版块", ...names, "累计下载"],
      numbers.report.items.map(({ id, name, beside, figures, all }) => [
        ...[String(id), name, beside],
        ...cells(figures),
        all === null ? "" : String(all),
      ]),
    );
  }
  if (numbers.table === "progress")
    return headed(
      ["编号", "课程", "开始学", "学了一半", "学完", "拿到证书"],
      numbers.report.items.map(({ id, name, started, half, finished, certifies, certified }) => [
        ...[String(id), name, figureText(started), figureText(half), figureText(finished)],
        certifies ? figureText(certified) : "",
      ]),
    );
  if (numbers.table === "searches")
    return headed(
      ["搜索", "次数", "最近一天"],
      numbers.report.items.map(({ text, times, lastOn }) => [text, String(times), lastOn]),
    );
  const { waiting, answers } = numbers.report;
  return [
    ["还没有人回答的提问", "不到 1 天", "1–7 天", "7–30 天", "30 天以上"],
    ...waiting.map(({ name, day, week, month, older }) => [name, ...[day, week, month, older].map(String)]),
    [],
    [
      ...["提问的月份", "版块", "提问", "有回答", "用户先答的中位数（分钟）", "用户先答的 90%（分钟）"],
      ...["工作人员先答", "工作人员先答的中位数（分钟）", "工作人员先答的 90%（分钟）"],
    ],
    ...answers.map(({ month, name, questions, answered, byStaff, p50, p90, staffP50, staffP90 }) => [
      ...[month, name, String(questions), String(answered), minutes(p50), minutes(p90)],
      ...[String(byStaff), minutes(staffP50), minutes(staffP90)],
    ]),
  ];
}

/**
 * A table as the pieces of a CSV file, page by page as it is read. Where a page is missing, the file says so in its last
 * line: whoever opens it later sees no other sign of it.
 * @param first the first page, whose failure is the caller's
 * @param read reads another page
 * @param failed is told why a page is missing
 */
export async function* csvPages(
  first: Numbers,
  { of, byDay }: { of: NumbersOf; byDay: boolean },
  read: (page: number) => Promise<Numbers>,
  failed: (error: unknown) => void,
): AsyncGenerator<string> {
  yield csvOf(linesOf(first, of, byDay, true));
  // The mark for spreadsheets stands at the beginning of the file alone.
  const further = (lines: string[][]) => csvOf(lines).replace(/^\ufeff/, "");
  const pages = byDay || first.table === "questions" ? 1 : first.report.pages;
  for (let page = 2; page <= pages; page += 1) {
    try {
      yield further(linesOf(await read(page), of, byDay, false));
    } catch (error) {
      failed(error);
      yield further([[cutOffLine]]);
      return;
    }
  }
}
