import { describe, expect, test } from "vitest";
import { usage, usageBatch } from "../support/calls/analytics";
import type { PlainBrowser } from "../support/plain-browser";
import { desktopAgent, linkOn, newMember, shells, signedIn, visitor } from "./support";

const agreed = "cookie_policy=V1";

/** Sends events as a browser's script does. */
async function report(events: unknown[], headers: Record<string, string> = {}): Promise<void> {
  const { origin } = visitor();
  const { status } = await fetch(`${origin}/analytics/data-collection`, {
    method: "POST",
    body: JSON.stringify(usageBatch(events)),
    headers: {
      "content-type": "text/plain",
      "user-agent": desktopAgent,
      origin,
      cookie: agreed,
      ...headers,
    },
  });
  expect(status).toBe(204);
}

const seen = (path: string, who: number) =>
  usage(
    "page_view",
    { page: "product_detail", path, history: [], source: "www.bing.com" },
    { anonymousId: `numbers-browser-${who}` },
  );

const tables = {
  products: "产品",
  resources: "资源",
  versions: "资源版本",
  courses: "课程",
  progress: "学习进度",
  topics: "帖子",
  questions: "提问",
  searches: "搜索",
  misses: "没有结果的搜索",
};

describe.each(shells)("the numbers, $shell", ({ prefix, headers }) => {
  const at = `${prefix}/moderator/numbers`;

  test("have a table for each kind, a form that keeps its filters, and a file of each", async () => {
    const admin = await signedIn("admin", headers);
    const first = await admin.get(at);
    expect([first.status, first.$("h1").text()]).toEqual([200, "数据"]);
    const tabs = first.$(`nav[aria-label="看什么"] a`).toArray();
    expect(tabs.map((tab) => first.$(tab).text().trim())).toEqual(Object.values(tables));
    for (const of of Object.keys(tables)) {
      const page = await admin.get(`${at}?of=${of}&days=90&source=engine`);
      expect([of, page.status]).toEqual([of, 200]);
      expect(page.$(`nav[aria-label="看什么"] a[aria-current="page"]`).text().trim()).toBe(
        tables[of as keyof typeof tables],
      );
      if (of !== "questions") {
        expect(page.$('select[name="days"] option[selected]').attr("value")).toBe("90");
        expect(page.$('input[name="of"]').attr("value")).toBe(of);
      }
      const file = await admin.get(linkOn(page, /numbers\.csv/));
      expect([of, file.status, file.headers.get("content-type")]).toEqual([
        of,
        200,
        "text/csv; charset=utf-8",
      ]);
      expect(file.headers.get("content-disposition")).toContain(`numbers-${of}.csv`);
      expect(file.html.split("\r\n").length).toBeGreaterThan(1);
    }
  });

  test("of days that are none are refused beside their field, and keep what was typed", async () => {
    const admin = await signedIn("admin", headers);
    const wrong = async (query: string, name: string, message: string) => {
      const page = await admin.get(`${at}?of=products&${query}`);
      const field = page.$(`input[name="${name}"]`);
      expect([page.status, field.attr("aria-invalid"), field.attr("value")]).toEqual([
        400,
        "true",
        new URLSearchParams(query).get(name),
      ]);
      expect(page.text).toContain(message);
      const file = await admin.get(`/moderator/numbers.csv?of=products&${query}`);
      expect([file.status, file.html]).toEqual([400, `${message}。`]);
    };
    await wrong("since=2026-02-30", "since", "日期格式有误");
    await wrong("since=2026-03-02&to=2026-03-01", "to", "结束日期不能早于开始日期");
    await wrong("since=2024-01-01&to=2026-03-01", "since", "一次最多看 400 天");
    const page = await admin.get(`${at}?of=products&since=2026-03-01&to=2026-03-03`);
    expect([page.status, page.text.includes("2026-03-01 到 2026-03-03")]).toEqual([200, true]);
  });

  test("are for those with an office", async () => {
    const analystless: PlainBrowser[] = [visitor(headers), (await newMember(headers)).browser];
    for (const browser of analystless)
      for (const address of [at, "/moderator/numbers.csv?of=products"]) {
        const away = await browser.get(address);
        expect(away.url.pathname).not.toContain("numbers");
      }
    const moderator = await signedIn("moderator", headers);
    const page = await moderator.get(at);
    expect(
      page
        .$(`nav[aria-label="看什么"] a`)
        .toArray()
        .map((tab) => page.$(tab).text().trim()),
    ).toEqual(["帖子", "提问"]);
    expect((await moderator.get(`${at}?of=products`)).url.pathname).not.toContain("numbers");
  });
});

test("a product's views are counted by source, without robots and browsers that object", async () => {
  const admin = await signedIn("admin");
  const product = linkOn(await admin.get("/products/index"), /^\/products\/details\/\d+$/);
  const views = [1, 2, 3, 4, 5].map((who) => seen(product, who));
  await report(views);
  const objecting: Record<string, string>[] = [
    { "user-agent": "Mozilla/5.0 (compatible; Baiduspider/2.0)" },
    { "user-agent": "python-requests/2.31.0" },
    { dnt: "1" },
    { cookie: `${agreed}; analytics=off` },
  ];
  for (const no of objecting) await report(views, no);
  const id = product.split("/").at(-1) ?? "";
  const shown = () => admin.get(`/moderator/numbers?of=products&days=7&id=${id}`);
  await expect
    .poll(async () => (await shown()).$('section[aria-label="来源"] td').toArray().length, {
      timeout: 120_000,
      interval: 3_000,
    })
    .toBe(4);
  const page = await shown();
  const cells = (label: string) =>
    page
      .$(`section[aria-label="${label}"] tr`)
      .toArray()
      .map((row) => page.$(row).text());
  expect(cells("来源")).toEqual(["来源浏览", "站内0", "搜索引擎5", "直接打开0", "其他网站0"]);
  // Without scripts: the chart is drawn by the server, its figures stand beneath.
  expect(page.$("figure svg path").length).toBe(2);
  expect(page.text).not.toContain("图上空着");
  expect(page.$('section[aria-label="每天"] tbody tr').length).toBe(7);
  const days = await admin.get(`/moderator/numbers.csv?of=products&days=7&id=${id}&by=day`);
  const lines = days.html.trim().split("\r\n");
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    8,
    "日期,浏览,打开资料,申请样片,去购买",
    expect.stringMatching(/^\d{4}-\d\d-\d\d,5,0,0,0$/),
  ]);
  const all = await admin.get("/moderator/numbers.csv?of=products&days=7");
  expect(all.html).toMatch(new RegExp(`\\r\\n${id},[^\\r]+,,5,0,0,0,\\r\\n`));
});
