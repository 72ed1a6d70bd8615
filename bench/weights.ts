import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  devices,
} from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { Report } from "../trial/report";
import { type Moments, moments, watchMoments } from "./moments";
import { compressedPage } from "./portal";

/** The slow link of the measurements of other products: 400 ms, 51,200 B/s each way, a quarter of the processor. */
export const link = { offline: false, latency: 400, downloadThroughput: 51_200, uploadThroughput: 51_200 };
export const slowdown = 4;
const rounds = 3;

interface Transfer {
  requests: number;
  scripts: number;
  sheets: number;
  js: number;
  css: number;
  /** The size of the document, which contains the styles at a first visit. */
  document: number;
  bytes: number;
  /** The largest picture that is not a banner. */
  avatar: number;
}

interface Page {
  name: string;
  path: string;
  options: BrowserContextOptions;
  cookie: string | null;
}

export interface PageWeight extends Transfer, Moments {
  name: string;
  member: boolean;
  /** The size of the document for a browser that has cached the style sheets. */
  html: number;
}

const shells: { shell: string; prefix: string; options: BrowserContextOptions }[] = [
  { shell: "桌面", prefix: "", options: { viewport: { width: 1280, height: 800 } } },
  { shell: "h5", prefix: "/h5", options: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } } },
];

/** The measured pages: `uid` is a person with a home page, `fid` a section; `staff` is an administrator's cookie. */
export interface Addresses {
  topic: string;
  fid: number;
  uid: number;
  cookie: string;
  staff: string;
}

/** The pages of the demo pack. */
const cataloguePages: readonly (readonly [name: string, path: string])[] = [
  ["首页", "/home"],
  ["产品中心", "/products/index"],
  ["产品分类", "/products/index?id=1101"],
  ["产品", "/products/details/110101"],
  ["资源", "/resources/details/2101001"],
  ["比较版本", "/resources/changes/2101018"],
  ["开发中心", "/devCenter/index"],
  ["课程列表", "/trainingClass"],
  ["课时", "/trainingClass/lessons/10101"],
  ["考试", "/trainingClass/exams/1"],
  ["活动列表", "/eventActivities/index"],
  ["活动", "/eventActivities/details/1"],
  ["活动报名", "/activity/activityRegister?id=4"],
  ["活动签到", "/activity/mscan"],
  ["全站搜索", `/search?q=${encodeURIComponent("星闪")}`],
  ["搜索资料", `/search?q=${encodeURIComponent("数据手册")}&type=resources`],
];

/** Pages that administrators alone have. */
const staffPages: readonly (readonly [name: string, path: string])[] = [
  ["内容编辑", "/moderator/content/products"],
  ["产品的编辑表单", "/moderator/content/products/110101"],
  ["产品的历史版本", "/moderator/content/products/110101/versions"],
];

/** BENCH_PAGES restricts the pages to names with one of these words, separated by commas. */
const wanted = process.env.BENCH_PAGES?.split(",") ?? [""];

function pagesOf({ topic, fid, uid, cookie, staff }: Addresses): Page[] {
  const paths = [
    ...cataloguePages,
    ["列表", "/forum/all"],
    ["20 帖主题", topic],
    ["版块", `/forum/${fid}`],
    ["标签", "/tags"],
    ["搜索", `/search?q=${encodeURIComponent("芯片")}`],
    ["个人主页", `/userhomepage?uid=${uid}`],
  ] as const;
  const isWanted = ([name]: readonly [string, string]) => wanted.some((word) => name.includes(word));
  return shells.flatMap(({ shell, prefix, options }) => [
    ...paths.filter(isWanted).flatMap(([name, path]) =>
      [null, cookie].map((who) => ({
        name: `${name} ${shell} ${who ? "会员" : "访客"}`,
        path: prefix + path,
        options,
        cookie: who,
      })),
    ),
    ...staffPages.filter(isWanted).map(([name, path]) => ({
      name: `${name} ${shell} 管理员`,
      path: prefix + path,
      options,
      cookie: staff,
    })),
  ]);
}

async function open(browser: Browser, origin: string, { options, cookie }: Page): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const pairs = (cookie ?? "").split("; ").filter(Boolean);
  await context.addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    }),
  );
  return context;
}

/** Counts what a browser fetches from now on. The returned function waits for the sizes of all responses. */
function count(context: BrowserContext): () => Promise<Transfer> {
  const weighed: Promise<{ kind: string; url: string; size: number }>[] = [];
  context.on("requestfinished", (request) => {
    const kind = request.resourceType();
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    weighed.push(size.then((size) => ({ kind, url: request.url(), size })));
  });
  return async () => {
    const all = await Promise.all(weighed);
    const of = (kind: string) => all.filter((one) => one.kind === kind);
    const sum = (some: { size: number }[]) => some.reduce((total, { size }) => total + size, 0);
    return {
      requests: all.length,
      scripts: of("script").length,
      sheets: of("stylesheet").length,
      js: sum(of("script")),
      css: sum(of("stylesheet")),
      document: sum(of("document")),
      bytes: sum(all),
      avatar: Math.max(0, ...of("image").map(({ size }) => size)),
    };
  };
}

async function visit(browser: Browser, origin: string, page: Page): Promise<PageWeight> {
  const context = await open(browser, origin, page);
  const tab = await context.newPage();
  const counted = count(context);
  const session = await context.newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", link);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await tab.addInitScript(watchMoments);
  await tab.goto(origin + page.path, { waitUntil: "load", timeout: 60_000 });
  await tab.waitForSelector("html[data-ready]", { timeout: 60_000 });
  // After hydration the page loads the reply form's code and the style sheets for later.
  await tab.waitForTimeout(2_500);
  const weight = { ...(await counted()), ...(await moments(tab)) };
  await context.close();
  const withSheets = await compressedPage(
    origin + page.path,
    [page.cookie, "styles_kept=1"].filter(Boolean).join("; "),
  );
  return { name: page.name, member: page.cookie !== null, html: withSheets.body.length, ...weight };
}

/** Measures the second page of a visit: a topic from the list that was the first page. */
async function secondPage(browser: Browser, origin: string, page: Page): Promise<Transfer> {
  const context = await open(browser, origin, page);
  const tab = await context.newPage();
  await tab.goto(origin + page.path, { waitUntil: "networkidle" });
  await tab.waitForSelector("html[data-ready]");
  const counted = count(context);
  await tab.locator("h2 a[href*='/hsforum/']").first().click();
  await tab.waitForURL(/\/hsforum\//);
  await tab.waitForLoadState("networkidle");
  const transfer = await counted();
  await context.close();
  return transfer;
}

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The median of each figure over several visits to one page. */
function medianOf(visits: PageWeight[]): PageWeight {
  const [first] = visits;
  if (!first) throw new Error("no visit");
  const figures = Object.entries(first).map(([name, value]) => [
    name,
    typeof value === "number" ? median(visits.map((one) => Number(one[name as keyof PageWeight]))) : value,
  ]);
  return Object.fromEntries(figures);
}

/** Measures first visits to the pages, in turn, and second pages after the list. */
export async function weighPages(
  origin: string,
  addresses: Addresses,
  report: Report,
): Promise<PageWeight[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("没有 Chromium：运行 node scripts/find-chromium.mjs --install");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const pages = pagesOf(addresses);
    const visits: PageWeight[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const page of pages) visits.push(await visit(browser, origin, page));
    const weights = pages.map(({ name }) => medianOf(visits.filter((one) => one.name === name)));
    const seconds: Transfer[] = [];
    for (const page of pages.filter(({ path }) => path.endsWith("/forum/all")))
      seconds.push(await secondPage(browser, origin, page));
    judge(weights, seconds, report);
    return weights;
  } finally {
    await browser.close();
  }
}

const kilobytes = (bytes: number) => Number((bytes / 1_000).toFixed(1));

/** Pages for filling in or managing: they bring the form kit, and have no goal of weight. */
const forms = /^(?:活动报名|活动签到|考试|内容编辑|产品的编辑表单|产品的历史版本) /;

/** Reports the worst page for each goal. */
function judge(weights: PageWeight[], seconds: Transfer[], report: Report): void {
  const worst = (
    goal: string,
    of: (weight: PageWeight) => number,
    unit: string,
    atMost: number,
    among = weights,
  ) => {
    const page = among.toSorted((a, b) => of(b) - of(a))[0];
    if (page) report.figure(`${goal}（${page.name}）`, of(page), unit, { atMost });
  };
  const visitorsReading = weights.filter(({ name, member }) => !member && !forms.test(name));
  const memberTopics = weights.filter(({ name, member }) => member && name.includes("主题"));
  worst("访客阅读页的脚本", (one) => one.scripts, "个", 6, visitorsReading);
  worst("访客阅读页的样式表", (one) => one.sheets, "个", 3, visitorsReading);
  worst("访客阅读页的 JavaScript", (one) => kilobytes(one.js), "KB", 115, visitorsReading);
  worst("会员主题页的 JavaScript", (one) => kilobytes(one.js), "KB", 120, memberTopics);
  worst("访客阅读页的 CSS", (one) => kilobytes(one.css), "KB", 12, visitorsReading);
  worst("访客阅读页的 HTML，样式已留存", (one) => kilobytes(one.html), "KB", 15, visitorsReading);
  worst("会员主题页的 HTML，样式已留存", (one) => kilobytes(one.html), "KB", 15, memberTopics);
  worst("头像和横幅，每张", (one) => kilobytes(one.avatar), "KB", 2);
  worst("首次内容绘制", (one) => one.firstPaint, "ms", 1_200);
  worst("最大内容绘制", (one) => one.largestPaint, "ms", 2_000);
  worst("可用", (one) => one.ready, "ms", 3_000);
  worst("载入完成", (one) => one.load, "ms", 3_500);
  worst("布局移动", (one) => one.shift, "", 0.01);
  if (seconds.length === 0) return;
  report.figure("第二页的字节", kilobytes(Math.max(...seconds.map(({ bytes }) => bytes))), "KB", {
    atMost: 15,
  });
  report.figure("第二页的请求", Math.max(...seconds.map(({ requests }) => requests)), "个", { atMost: 6 });
  const replies = memberTopics.filter(({ replyForm }) => !replyForm).length;
  report.figure("首次绘制时没有可用回复框的会员主题页", replies, "个", { exactly: 0 });
}

/** The weights as rows of a table. */
export function describeWeights(weights: PageWeight[]): Record<string, string | number>[] {
  return weights.map((one) => ({
    页面: one.name,
    请求: one.requests,
    "脚本/样式表": `${one.scripts}/${one.sheets}`,
    "JS KB": kilobytes(one.js),
    "CSS KB": kilobytes(one.css),
    "HTML KB": kilobytes(one.html),
    "带样式 KB": kilobytes(one.document),
    "绘制/最大 ms": `${one.firstPaint.toFixed(0)}/${one.largestPaint.toFixed(0)}`,
    "可用/载入 ms": `${one.ready.toFixed(0)}/${one.load.toFixed(0)}`,
  }));
}
