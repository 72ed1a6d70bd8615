import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CheerioAPI, load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { runProcess } from "../support/processes";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { publishTopic } from "./support";

/** Runs `npm run export` and `npm run import` as an operator does. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "export-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const run = (program: "export" | "import", words: string[], environment: Record<string, string>) =>
  runProcess(["scripts/run.mjs", program, ...words], environment);

/** Addresses of one kind that a crawl compares, at most: lists and filters have endless links. */
const eachKind = 10;
const kindOf = ({ pathname, search }: URL): string => pathname.replace(/\d+/g, "#") + (search ? "?" : "");
/** What ends a session, or is no page. */
const passedBy = /^\/(?:gateway|assets|logout|pictures|media|files)(?:\/|$)/;

/** What every request makes anew: keys of forms, signatures of addresses. */
const sameAddress = (address: string, origin: string): string =>
  address
    .replaceAll(origin, "")
    .replaceAll(encodeURIComponent(origin), "")
    .replace(/([?&](?:key|sign|signature|expires|until|token|valid|s|t)=)[^&#]*/g, "$1…");

/** The clock goes on between two requests. */
const sameTime = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/刚刚|\d+ (?:秒|分钟|小时|天)(?=前|后)/g, "…");

/** What a reader sees of a page: its status and title, its words, where it leads, and its pictures. */
function seen({ status, $ }: Page, origin: string): string[] {
  $("script, style, template, noscript, input[type=hidden]").remove();
  const addresses = $("[href], [src]")
    .get()
    .map(({ attribs }) => attribs.href ?? attribs.src ?? "")
    // A captcha is a picture in the page, drawn anew for everybody.
    .map((address) => (address.startsWith("data:") ? "data:…" : sameAddress(address, origin)));
  const texts = $("body *")
    .contents()
    .get()
    .flatMap((node) => (node.type === "text" ? sameTime(node.data).replaceAll(origin, "").trim() : []));
  return [String(status), $("title").text(), ...texts.filter(Boolean), ...addresses];
}

interface Page {
  status: number;
  $: CheerioAPI;
  isPage: boolean;
}

async function ask(browser: PlainBrowser, path: string): Promise<Page> {
  const address = new URL(path, browser.origin).href;
  const cookie = await browser.jar.getCookieString(address);
  const response = await fetch(address, { headers: { accept: "text/html", cookie } });
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  return { status: response.status, $: load(isPage ? await response.text() : ""), isPage };
}

/** Addresses of stored files: pictures, videos, attachments. */
const stored = /^\/(?:gateway\/files|files|pictures|media)\//;
/** The stored files that a page shows or offers, in their order. */
const filesOf = ({ $ }: Page, origin: string): URL[] =>
  $("img[src], video[src], source[src], a[href]")
    .get()
    .map(({ attribs }) => attribs.src ?? attribs.href ?? "")
    .filter((address) => URL.canParse(address, origin))
    .map((address) => new URL(address, origin))
    .filter((url) => url.origin === new URL(origin).origin && stored.test(url.pathname));

/** The stored files whose bytes are compared, at most. */
const filesMaximum = 60;

async function bytesOf(browser: PlainBrowser, url: URL): Promise<string> {
  const cookie = await browser.jar.getCookieString(url.href);
  const response = await fetch(url, { headers: { cookie } });
  const hash = createHash("sha256").update(new Uint8Array(await response.arrayBuffer()));
  return `${response.status} ${response.headers.get("content-type")} ${hash.digest("hex")}`;
}

interface Difference {
  path: string;
  here: string[];
  there: string[];
}

/** Where two answers differ first, with the lines around; null where a reader sees the same. */
function differenceOf(path: string, own: string[], others: string[]): Difference | null {
  if (own.join("\n") === others.join("\n")) return null;
  const at = own.findIndex((line, index) => line !== others[index]);
  return {
    path,
    here: own.slice(Math.max(0, at - 3), at + 3),
    there: others.slice(Math.max(0, at - 3), at + 3),
  };
}

/** The imported portal reads its documents after its start: what differs is asked again for so long. */
const readingMilliseconds = 180_000;

/** Of pages that differed, those that go on to. */
async function stillDifferent(one: PlainBrowser, other: PlainBrowser, differences: Difference[]) {
  const different = async (path: string) =>
    differenceOf(path, seen(await ask(one, path), one.origin), seen(await ask(other, path), other.origin));
  let left = differences;
  const look = async () => {
    const now = [];
    for (const { path } of left) now.push(await different(path));
    left = now.filter((difference) => difference !== null);
    expect(left).toEqual([]);
  };
  await vi.waitFor(look, { timeout: readingMilliseconds, interval: 2_000 }).catch(() => undefined);
  return left;
}

/**
 * Follows the links of one portal, and asks the other the same.
 * @returns how many pages it read and files it compared, and where they differ
 */
async function compare(one: PlainBrowser, other: PlainBrowser, from: string) {
  const [differences, files]: [Difference[], Difference[]] = [[], []];
  const waiting = [from];
  const known = new Set(waiting);
  const kinds = new Map<string, number>();
  const compared = new Set<string>();
  let pages = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const [here, there] = [await ask(one, path), await ask(other, path)];
    const links = here
      .$("a[href]")
      .get()
      .map(({ attribs }) => attribs.href ?? "");
    const difference = differenceOf(path, seen(here, one.origin), seen(there, other.origin));
    if (difference) differences.push(difference);
    if (here.isPage) pages += 1;
    const theirs = filesOf(there, other.origin);
    for (const [index, url] of filesOf(here, one.origin).entries()) {
      const their = theirs[index];
      if (!their || compared.has(url.pathname) || compared.size >= filesMaximum) continue;
      compared.add(url.pathname);
      const [ours, others] = [await bytesOf(one, url), await bytesOf(other, their)];
      if (ours !== others) files.push({ path: url.pathname, here: [ours], there: [others] });
    }
    for (const link of links) {
      if (!URL.canParse(link, one.origin)) continue;
      const url = new URL(link, new URL(path, one.origin));
      const next = url.pathname + url.search;
      if (url.origin !== new URL(one.origin).origin || passedBy.test(url.pathname) || known.has(next))
        continue;
      known.add(next);
      const count = (kinds.get(kindOf(url)) ?? 0) + 1;
      kinds.set(kindOf(url), count);
      if (count <= eachKind) waiting.push(next);
    }
  }
  const left = await stillDifferent(one, other, differences);
  return { pages, files: compared.size, differences: [...left, ...files] };
}

describe("npm run export and import", { timeout: 1_800_000 }, () => {
  test("take a community to the other engine, where every page is the same", async () => {
    const first = await startPortal();
    const kept = at("kept");
    const second: { portal?: RunningPortal; source?: RunningPortal } = {};
    const cluster = await startCluster();
    try {
      // While it serves.
      const taken = await run("export", [at("community"), "--with-passwords"], { DATA_DIR: first.dataDir });
      expect([taken.code, taken.output]).toEqual([
        0,
        expect.stringMatching(/已导出到 .*：\d+ 条，有密码的散列/),
      ]);
      expect((await stat(at("community/members.jsonl"))).mode & 0o777).toBe(0o600);
      const again = await run("export", [at("community")], { DATA_DIR: first.dataDir });
      expect([again.code, again.output]).toEqual([1, expect.stringContaining("不是空的")]);
      const backup = await runProcess(["scripts/run.mjs", "backup", at("kept.backup")], {
        DATA_DIR: first.dataDir,
      });
      expect(backup.code, backup.output).toBe(0);

      expect(cluster, "the other engine: install PostgreSQL").not.toBeNull();
      const target = { DATA_DIR: at("moved"), DATABASE_URL: cluster?.url ?? "" };
      const dry = await run("import", [at("community"), "--dry-run"], target);
      expect([dry.code, dry.output]).toEqual([
        0,
        expect.stringMatching(/没有写入任何内容。会带来：members \d+/),
      ]);
      const moved = await run("import", [at("community")], target);
      expect([moved.code, moved.output]).toEqual([
        0,
        expect.stringMatching(/已导入 \S+ 的导出：members \d+/),
      ]);
      const filled = await run("import", [at("community")], target);
      expect([filled.code, filled.output]).toEqual([1, expect.stringContaining("数据库不是空的")]);
      const mistaken = await run("import", [at("community"), "--dry-run"], target);
      expect([mistaken.code, mistaken.output]).toEqual([1, expect.stringContaining("数据库不是空的")]);

      // The same moment of the first portal, in a process of its own: both begin with empty caches.
      const restored = await runProcess(["scripts/run.mjs", "restore", at("kept.backup")], {
        DATA_DIR: kept,
      });
      expect(restored.code, restored.output).toBe(0);
      const same = { DEMO: "0", SESSION_SECRET: "one-secret-for-all-portals-of-the-tests" };
      second.source = await startPortal({ ...same, DATA_DIR: kept });
      second.portal = await startPortal({ ...same, ...target });
      const all: Record<string, unknown> = {};
      const crawls = [
        { who: undefined, from: "/home" },
        { who: undefined, from: "/h5/home" },
        { who: demoAccounts.member, from: "/home" },
        { who: demoAccounts.admin, from: "/home" },
      ];
      for (const { who, from } of crawls) {
        const browsers = [second.source.origin, second.portal.origin].map(
          (origin) => new PlainBrowser(origin),
        );
        const [one, other] = browsers as [PlainBrowser, PlainBrowser];
        if (who) for (const browser of browsers) await signInWithPassword(browser, who);
        const { pages, files, differences } = await compare(one, other, from);
        if (differences.length > 0) all[`${who?.nickname ?? "a visitor"} ${from}`] = differences;
        expect(pages).toBeGreaterThan(80);
        expect(files).toBeGreaterThan(10);
      }
      expect(all).toEqual({});
      const member = new PlainBrowser(second.portal.origin);
      await signInWithPassword(member, demoAccounts.member);
      expect((await publishTopic(member)).status).toBe(200);
    } finally {
      await first.stop();
      await second.source?.stop();
      await second.portal?.stop();
      await cluster?.stop();
    }
  });

  test("print what is wrong, and write nothing", async () => {
    const none = await run("export", [at("none")], { DATA_DIR: at("no-such-folder") });
    expect([none.code, none.output]).toEqual([1, expect.stringContaining("没有数据库")]);
    expect(existsSync(at("none"))).toBe(false);
    for (const program of ["export", "import"] as const) {
      const usage = await run(program, [], { DATA_DIR: at("unused") });
      expect([usage.code, usage.output]).toEqual([2, expect.stringContaining(`用法：npm run ${program}`)]);
    }
    const missing = await run("import", [at("missing")], { DATA_DIR: at("unused") });
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining("没有文件夹")]);

    const portal = await startPortal();
    const taken = await run("export", [at("small")], { DATA_DIR: portal.dataDir });
    await portal.stop();
    expect([taken.code, taken.output]).toEqual([0, expect.stringContaining("没有密码")]);
    expect(await readdir(at("small"))).toContain("manifest.json");
    const tags = await readFile(at("small/tags.jsonl"), "utf8");
    await writeFile(at("small/tags.jsonl"), tags.replace('"name":"', '"name":5,"was":"'));
    const wrong = await run("import", [at("small")], { DATA_DIR: at("unused") });
    expect([wrong.code, wrong.output]).toEqual([
      1,
      expect.stringMatching(/什么都没有写入[\s\S]*tags\.jsonl:1：name/),
    ]);
    expect(existsSync(at("unused"))).toBe(false);
  });
});
