import type { LoaderFunctionArgs } from "@remix-run/node";
import { usageRows } from "contract/analytics/constants";
import { toPage } from "~/failure/explain.server";
import { csvOf } from "~/format/csv";
import { getScope } from "~/request/scope.server";
import { columnsOf, figureText } from "~/screens/moderator/numbers/figures";
import { type Numbers, numbersPage, orHome, readNumbers } from "~/screens/moderator/numbers/numbers.server";
import { type NumbersOf, numbersQuery } from "~/screens/moderator/numbers/numbers-query";

const minutes = (value: number | null) => (value === null ? "" : String(value));

/** The lines of one page of a table, with a head on the first one. */
function linesOf(numbers: Numbers, of: NumbersOf, byDay: boolean, isFirst: boolean): string[][] {
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
    ["提问的月份", "版块", "提问", "有回答", "工作人员先答", "中位数（分钟）", "90%（分钟）"],
    ...answers.map(({ month, name, questions, answered, byStaff, p50, p90 }) => [
      ...[month, name],
      ...[questions, answered, byStaff].map(String),
      ...[minutes(p50), minutes(p90)],
    ]),
  ];
}

/**
 * /moderator/numbers.csv: a table of the numbers with the queries of its screen, sent page by page as it is read; with
 * `by=day` the sums of each day. It has no people. Who may not see it goes to the start page.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    const search = new URL(request.url).searchParams;
    const query = numbersQuery.parse(Object.fromEntries(search));
    if (!(await scope.signedIn())) return await scope.redirect("/");
    const { of, from, to, problems } = await numbersPage(scope, query);
    const [wrong] = Object.values(problems);
    if (wrong)
      return new Response(`${wrong}。`, {
        status: 400,
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
    const byDay = search.get("by") === "day";
    const read = (page: number) =>
      readNumbers(scope, { of, from, to, page, size: usageRows.file }, query).catch(orHome(scope));
    const text = new TextEncoder();
    // The first page is read before anything is sent, so that its failure is an ordinary one.
    let next = await read(1);
    let isFirst = true;
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const csv = csvOf(linesOf(next, of, byDay, isFirst));
        // The mark for spreadsheets stands at the beginning of the file alone.
        stream.enqueue(text.encode(isFirst ? csv : csv.replace(/^\ufeff/, "")));
        isFirst = false;
        const { page, pages } = next.table === "questions" ? { page: 1, pages: 1 } : next.report;
        if (byDay || page >= pages) return stream.close();
        next = await read(page + 1);
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="numbers-${of}.csv"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    throw toPage(scope, error, request);
  }
}
