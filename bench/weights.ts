import { type Browser, type BrowserContextOptions, chromium, devices } from "@playwright/test";
import { findChromium } from "../scripts/find-chromium.mjs";

/** The slow link of the peers' measurements: 400 ms, 51,200 B/s each way, a quarter of the processor. */
const link = { offline: false, latency: 400, downloadThroughput: 51_200, uploadThroughput: 51_200 };
const slowdown = 4;
const kilobyte = 1_000;

/** What a page may weigh, compressed, in bytes, and when something must be seen, in milliseconds. */
const limits = { html: 15 * kilobyte, css: 15 * kilobyte, js: 115 * kilobyte, firstPaint: 2_000 };

export interface PageWeight {
  name: string;
  html: number;
  css: number;
  js: number;
  other: number;
  /** First contentful paint on the slow link. */
  firstPaint: number;
  /** Whether there was a reply form to type into at that moment; null where nobody is signed in. */
  replyForm: boolean | null;
}

const shells: { shell: string; prefix: string; options: BrowserContextOptions }[] = [
  { shell: "桌面", prefix: "", options: { viewport: { width: 1280, height: 800 } } },
  { shell: "h5", prefix: "/h5", options: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } } },
];

/** Runs in the page before anything else: notes the first paint, and what of the reply form is there then. */
function watchFirstPaint(): void {
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (!paint) return;
    const field = document.querySelector<HTMLTextAreaElement>("form textarea[name=content]");
    const usable = field !== null && !field.disabled && field.getClientRects().length > 0;
    Object.assign(window, { firstPaint: { at: paint.startTime, replyForm: usable } });
  }).observe({ type: "paint", buffered: true });
}

async function weigh(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions,
  cookie: string | null,
) {
  const context = await browser.newContext(options);
  if (cookie) {
    const pairs = cookie
      .split("; ")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
    await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: origin })));
  }
  const page = await context.newPage();
  const sizes = { html: 0, css: 0, js: 0, other: 0 };
  const weighed: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    const kind = { document: "html", stylesheet: "css", script: "js" }[request.resourceType()] ?? "other";
    const size = request.sizes().then(({ responseBodySize }) => {
      sizes[kind as keyof typeof sizes] += responseBodySize;
    });
    weighed.push(size);
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", link);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(watchFirstPaint);
  await page.goto(origin + path, { waitUntil: "networkidle", timeout: 60_000 });
  await Promise.all(weighed);
  const paint = await page.evaluate(
    () => (window as unknown as { firstPaint: { at: number; replyForm: boolean } }).firstPaint,
  );
  await context.close();
  return { ...sizes, firstPaint: paint.at, replyForm: cookie ? paint.replyForm : null };
}

/** Weighs the list and a topic as visitors get them in both shells, and the topic as a member gets it. */
export async function weighPages(origin: string, topic: string, cookie: string): Promise<PageWeight[]> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("没有 Chromium：运行 node scripts/find-chromium.mjs --install");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const weights: PageWeight[] = [];
    for (const { shell, prefix, options } of shells) {
      for (const [page, path, who] of [
        ["列表", "/forum/all", null],
        ["20 帖主题", topic, null],
        ["20 帖主题（已登录）", topic, cookie],
      ] as const) {
        weights.push({
          name: `${page} ${shell}`,
          ...(await weigh(browser, origin, prefix + path, options, who)),
        });
      }
    }
    return weights;
  } finally {
    await browser.close();
  }
}

const mark = (value: number, limit: number, text: string) => `${text}${value <= limit ? "" : " ✗"}`;
const kilobytes = (bytes: number, limit: number) => mark(bytes, limit, (bytes / kilobyte).toFixed(1));

/** The weights as rows for people; what is over its limit is marked. */
export function describeWeights(weights: PageWeight[]): Record<string, string>[] {
  return weights.map((one) => ({
    页面: one.name,
    [`HTML KB ≤ ${limits.html / kilobyte}`]: kilobytes(one.html, limits.html),
    [`CSS KB ≤ ${limits.css / kilobyte}`]: kilobytes(one.css, limits.css),
    [`JS KB ≤ ${limits.js / kilobyte}`]: kilobytes(one.js, limits.js),
    "其他 KB": (one.other / kilobyte).toFixed(1),
    [`首次内容绘制 ms ≤ ${limits.firstPaint}`]: mark(
      one.firstPaint,
      limits.firstPaint,
      one.firstPaint.toFixed(0),
    ),
    此时可回复: one.replyForm === null ? "-" : one.replyForm ? "是" : "否 ✗",
  }));
}
