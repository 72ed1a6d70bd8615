import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { analyticsTestId, usage, usageBatch } from "../support/calls/analytics";
import { desktopAgent, newMember, shells, signedIn, visitor } from "./support";

const collect = "/analytics/data-collection";
const agreed = "cookie_policy=V1";
const origin = () => visitor().origin;

/** Posts as a browser's script does. */
const post = (body: string, headers: Record<string, string> = { cookie: agreed }, path = collect) =>
  fetch(origin() + path, {
    method: "POST",
    body,
    headers: {
      "content-type": "text/plain;charset=utf-8",
      "user-agent": desktopAgent,
      origin: origin(),
      ...headers,
    },
  });

const view = (source: string) => usage("page_view", { page: "tags", path: "/tags", history: [], source });
const batch = (source: string) => JSON.stringify(usageBatch([view(source)]));

describe("what scripts post", () => {
  test("is taken with 204, and refused with the status of its error", async () => {
    expect((await post(batch("a.example"))).status).toBe(204);
    const ad = JSON.stringify(usageBatch([usage("ad_click", { page: "home", name: "banner-1" })]));
    expect((await post(ad, { cookie: agreed }, "/analytics/ad-click")).status).toBe(204);
    expect((await post(ad)).status).toBe(400);
    for (const body of ["", "{", "[]", "null", '{"header":1,"body":2}'])
      expect((await post(body)).status, body).toBe(400);
    expect((await post(batch("a b"))).status).toBe(400);
    const others = usageBatch([view("a.example")]);
    const header = others.header.replace("developer-portal", "another-app");
    expect((await post(JSON.stringify({ ...others, header }))).status).toBe(400);
    const elsewhere = await post(batch("a.example"), { cookie: agreed, origin: "https://evil.example" });
    expect(elsewhere.status).toBe(403);
    const read = await fetch(origin() + collect, { redirect: "manual" });
    expect(read.status).toBe(302);
  });

  test("may have at most 256 KiB", async () => {
    const head = '{"header":"{}","body":"';
    const sized = (bytes: number) => `${head}${"x".repeat(bytes - head.length - 2)}"}`;
    // The server reads it, and it is not a batch.
    expect((await post(sized(256 * 1024))).status).toBe(400);
    expect((await post(sized(256 * 1024 + 1))).status).toBe(413);
  });

  test("is dropped if the browser objects, or never agreed", async () => {
    const id = () => analyticsTestId("objects");
    const objecting: Record<string, string>[] = [
      {},
      { cookie: "cookie_policy=V0" },
      { cookie: `${agreed}; analytics=off` },
      { cookie: agreed, dnt: "1" },
      { cookie: agreed, "sec-gpc": "1" },
    ];
    for (const headers of objecting) {
      const body = JSON.stringify(usageBatch([view("thrown.example")], id()));
      expect((await post(body, headers)).status).toBe(204);
    }
    const kept = JSON.stringify(usageBatch([view("kept.example")], id()));
    expect((await post(kept)).status).toBe(204);
    const admin = await signedIn("admin");
    // The sums are made once a minute, and the list of sources contains sums alone.
    await expect
      .poll(async () => (await admin.get("/moderator/traffic?days=1")).text, {
        timeout: 120_000,
        interval: 3_000,
      })
      .toContain("kept.example");
    expect((await admin.get("/moderator/traffic?days=1")).text).not.toContain("thrown.example");
  });
});

describe.each(shells)("the switch in the $shell shell", ({ prefix, headers }) => {
  const policy = prefix === "" ? "/legalNotices/cookie-policy" : `${prefix}/protocol?cid=cookie-policy`;
  test("turns statistics off and on as a plain form, and returns to the page", async () => {
    const browser = visitor(headers);
    const kept = async () =>
      Object.fromEntries(
        (await browser.jar.getCookies(browser.origin)).map(({ key, value }) => [key, value]),
      );
    let page = await browser.get(policy);
    expect(page.text).toContain("尚未开启");
    page = await browser.submit(page, { button: "我知道了" }, {});
    expect(await kept()).toMatchObject({ cookie_policy: "V1" });
    expect(page.text).toContain("已开启");
    page = await browser.submit(page, { button: "关闭统计" }, {});
    expect(page.text).toContain("已关闭");
    expect(page.url.pathname + page.url.search).toBe(policy);
    expect(await kept()).toMatchObject({ cookie_policy: "V1", analytics: "off" });
    page = await browser.submit(page, { button: "开启统计" }, {});
    expect(page.text).toContain("已开启");
    expect((await kept()).analytics).toBeUndefined();
  });

  test("refuses them through the consent notice too, which then disappears", async () => {
    const browser = visitor(headers);
    const page = await browser.submit(await browser.get(`${prefix}/tags`), { button: "关闭统计" }, {});
    expect(page.text).not.toContain("我知道了");
    // The page does not load the island's code without consent; with consent it does.
    expect(page.html).not.toContain("clickDebounce");
    const other = visitor(headers);
    const agreed = await other.submit(await other.get(`${prefix}/tags`), { button: "我知道了" }, {});
    expect(agreed.html).toContain("clickDebounce");
  });

  test("administrators alone see the statistics; an invalid filter becomes the first choice", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(`${prefix}/moderator/traffic?days=x&of=%3Cb%3E&shell=tv`);
    expect([page.status, page.$("h1").text()]).toEqual([200, "访问统计"]);
    expect(page.$('select[name="days"] option[selected]').attr("value")).toBe("7");
    // A page without recorded clicks has no heatmap, even if the address asks for one.
    const own = await admin.get(`${prefix}/moderator/traffic?of=person_setting`);
    const offered = own.$('select[name="of"] option').toArray();
    expect(offered.map(({ attribs }) => attribs.value)).not.toContain("person_setting");
    expect(own.text).not.toContain("点击热力图：个人设置");
    const home = await admin.get(`${prefix}/moderator/traffic?of=forum_hot`);
    expect(home.text).toContain("点击热力图：热门帖");
    for (const browser of [
      visitor(headers),
      await signedIn("moderator", headers),
      (await newMember(headers)).browser,
    ]) {
      const away = await browser.get(`${prefix}/moderator/traffic`);
      expect(away.url.pathname).not.toContain("traffic");
      expect(away.text).not.toContain("访问统计");
    }
  });
});

test("the island weighs at most 6 KB without web-vitals, which is in a chunk of its own", () => {
  const folder = "build/client/assets";
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const text = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
  const island = files.filter(
    (name) => !name.startsWith("manifest-") && text(name).includes("/analytics/data-collection"),
  );
  expect(island).toHaveLength(1);
  const [name = ""] = island;
  // It imports only files that every page has already.
  const imports = [...text(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, file = ""]) => file);
  expect(imports.filter((file) => !file.startsWith("entry.client-"))).toEqual([]);
  expect(gzipSync(text(name)).length).toBeLessThanOrEqual(6 * 1024);
  expect(text(name)).toMatch(/import\("\.\/vitals-/);
  expect(text(name)).not.toContain("largest-contentful-paint");
  expect(files.filter((file) => text(file).includes("largest-contentful-paint"))).toHaveLength(1);
});
