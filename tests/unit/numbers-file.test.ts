import { expect, test } from "vitest";
import type { Numbers } from "~/screens/moderator/numbers/numbers.server";
import { csvPages, cutOffLine } from "~/screens/moderator/numbers/table-lines";

const pages = { page: 1, pages: 1, total: 1 };
const figures = { view: 10, download: 0, datasheet: null, sample: 5, buy: 0 };
type Usage = Extract<Numbers, { table: "usage" }>;
const usage = (names: string[], of = pages): Usage => ({
  table: "usage",
  report: {
    items: names.map((name, at) => ({ id: at + 1, name, beside: "V1", all: at ? null : 12, figures })),
    whole: figures,
    days: [
      { day: "2026-03-01", figures },
      { day: "2026-03-02", figures: { ...figures, view: null } },
    ],
    sources: [],
    ...of,
  },
});

async function file(
  first: Numbers,
  of: Parameters<typeof csvPages>[1],
  read: (page: number) => Promise<Numbers> = () => Promise.reject(new Error("there is no further page")),
) {
  const failures: unknown[] = [];
  let text = "";
  for await (const piece of csvPages(first, of, read, (error) => failures.push(error))) text += piece;
  expect(text.startsWith("\ufeff")).toBe(true);
  expect(text.lastIndexOf("\ufeff")).toBe(0);
  return { lines: text.slice(1).trimEnd().split("\r\n"), failures };
}

test("each table has its lines, and a number of fewer than five people is none", async () => {
  expect((await file(usage(["芯片, 一号", "=1+1"]), { of: "products", byDay: false })).lines).toEqual([
    "编号,名称,版本或版块,浏览,打开资料,申请样片,去购买,累计下载",
    '1,"芯片, 一号",V1,10,<5,5,0,12',
    "2,'=1+1,V1,10,<5,5,0,",
  ]);
  expect((await file(usage(["手册"]), { of: "resources", byDay: true })).lines).toEqual([
    "日期,浏览,下载",
    "2026-03-01,10,0",
    "2026-03-02,<5,0",
  ]);
  const course = { id: 7, name: "入门", started: 10, half: 5, finished: null, certified: 0 };
  const courses = [
    { ...course, certifies: true },
    { ...course, id: 8, certifies: false },
  ];
  const progress: Numbers = { table: "progress", report: { items: courses, ...pages } };
  expect((await file(progress, { of: "progress", byDay: false })).lines).toEqual([
    "编号,课程,开始学,学了一半,学完,拿到证书",
    "7,入门,10,5,<5,0",
    "8,入门,10,5,<5,",
  ]);
  const found = [{ text: "-2+3", times: 5, lastOn: "2026-03-02" }];
  const searches: Numbers = { table: "searches", report: { items: found, ...pages } };
  expect((await file(searches, { of: "searches", byDay: false })).lines).toEqual([
    "搜索,次数,最近一天",
    "'-2+3,5,2026-03-02",
  ]);
  const waiting = { fid: 1, name: "问答", day: 1, week: 2, month: 3, older: 4, oldest: "" };
  const asked = { fid: 1, name: "问答", month: "2026-03", questions: 9, answered: 8, byStaff: 2 };
  const minutes = { p50: 30, p90: 240, staffP50: null, staffP90: null };
  const questions: Numbers = {
    table: "questions",
    report: { waiting: [waiting], answers: [{ ...asked, ...minutes }] },
  };
  const { lines } = await file(questions, { of: "questions", byDay: false });
  expect(lines.filter((line) => line !== "")).toEqual([
    "还没有人回答的提问,不到 1 天,1–7 天,7–30 天,30 天以上",
    "问答,1,2,3,4",
    expect.stringMatching(/^提问的月份,版块,提问,有回答,用户先答的中位数/),
    "2026-03,问答,9,8,30,240,2,,",
  ]);
});

test("pages follow each other under one head, and a file that is cut off says so at its end", async () => {
  const three = { page: 1, pages: 3, total: 3 };
  const read = async (page: number) => usage([`第 ${page} 页`], { ...three, page });
  const whole = await file(usage(["第 1 页"], three), { of: "versions", byDay: false }, read);
  expect(whole.lines.map((line) => line.split(",")[1])).toEqual(["名称", "第 1 页", "第 2 页", "第 3 页"]);
  const away = new Error("the gateway is away");
  const cut = await file(usage(["第 1 页"], three), { of: "versions", byDay: false }, (page) =>
    page === 2 ? read(page) : Promise.reject(away),
  );
  expect(cut.lines.slice(-2)).toEqual([expect.stringContaining("第 2 页"), cutOffLine]);
  expect(cut.failures).toEqual([away]);
});
