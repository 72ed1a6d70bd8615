import { load } from "cheerio";
import { PlainBrowser } from "../tests/support/plain-browser";
import { register } from "../tests/support/register";
import { startPortal } from "../tests/support/running-portal";
import type { Part } from "./report";

const members = 8;
const visitors = 4;
const pages = 10_000;
/** The number of topics among the pages. */
const topics = 20;

interface Reader {
  cookie: string;
  /** Texts that only this person's pages contain; empty for visitors. */
  marks: string[];
  /** Each page without concurrent requests. */
  alone: Map<string, string>;
}

/**
 * The visible content of a page: text, links and pressed buttons, without parts that always differ (tokens, view
 * counters, relative times).
 */
function shownIn(html: string): string {
  const $ = load(html);
  $("script, style, time, input[type=hidden]").remove();
  // Lists show the number of views, which grows.
  $("dt")
    .filter((_, element) => $(element).text() === "浏览")
    .parent()
    .remove();
  const links = $("main a[href]").map((_, element) => $(element).attr("href"));
  const pressed = $("main button[aria-pressed], main button[data-pressed]").map((_, element) =>
    $(element).text(),
  );
  const text = $("body")
    .text()
    .replace(/\d+(?:\.\d+)?\s*(?:次)?浏览|浏览\s*\d+/g, "")
    .replace(/\s+/g, " ");
  return [text, ...links.get(), ...pressed.get()].join("\n");
}

/** Requests a page. @returns its HTML and the whole response with its cookies */
async function ask(origin: string, { cookie }: Pick<Reader, "cookie">, path: string) {
  const headers: Record<string, string> = cookie ? { cookie } : {};
  const response = await fetch(origin + path, { headers: { accept: "text/html", ...headers } });
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
  const html = await response.text();
  return { html, sent: [...response.headers.getSetCookie(), html].join("\n") };
}

async function memberOf(origin: string): Promise<Reader> {
  const browser = new PlainBrowser(origin);
  const { nickname } = await register(browser, "accepted");
  const home = await browser.get("/personalCenter/posts");
  const uid = /uid=(\d+)/.exec(home.$('a[href*="/userhomepage?uid="]').first().attr("href") ?? "")?.[1] ?? "";
  const csrf = (await browser.get("/tags/1")).$('input[name="csrf"]').first().attr("value") ?? "";
  const cookie = await browser.jar.getCookieString(origin);
  if (!uid || !csrf) throw new Error("a member's page says nothing of its member");
  const secrets = cookie.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const marks = [nickname, csrf, `userhomepage?uid=${uid}"`, ...secrets.filter(({ length }) => length > 16)];
  return { cookie, marks, alone: new Map() };
}

/** No page, cookie or token of a member reaches another person, even with many requests at once. */
export const part: Part = {
  about: `${members} 位成员和 ${visitors} 位访客同时打开 ${pages} 个页面，每个页面与这个人单独打开时相同`,
  async run(report) {
    const portal = await startPortal({ RATE_LIMIT_SCALE: "1000" });
    try {
      const { origin } = portal;
      const readers: Reader[] = [];
      for (let count = 0; count < members; count += 1) readers.push(await memberOf(origin));
      for (let count = 0; count < visitors; count += 1)
        readers.push({ cookie: "", marks: [], alone: new Map() });
      const list = load((await ask(origin, { cookie: "" }, "/forum/all")).html);
      const paths = [
        ...[
          "/forum/all",
          "/forum/101",
          "/home",
          "/tags",
          "/products/details/110101",
          "/resources/details/2101001",
        ],
        ...list("h2 a[href^='/hsforum/']")
          .slice(0, topics)
          .map((_, element) => list(element).attr("href")?.split("#")[0])
          .get(),
      ];
      for (const reader of readers) {
        // The second response counts, because the first visit may mark things as read.
        for (const path of [...paths, ...paths])
          reader.alone.set(path, shownIn((await ask(origin, reader, path)).html));
      }
      let [others, differing, requests] = [0, 0, 0];
      await Promise.all(
        readers.map(async (reader, index) => {
          const foreign = readers.filter((one) => one !== reader).flatMap(({ marks }) => marks);
          for (let turn = 0; requests < pages; turn += 1) {
            requests += 1;
            const path = paths[(turn * 7 + index * 3) % paths.length] ?? "/forum/all";
            const { html, sent } = await ask(origin, reader, path);
            if (foreign.some((mark) => sent.includes(mark))) others += 1;
            else if (shownIn(html) !== reader.alone.get(path)) differing += 1;
          }
        }),
      );
      report.figure("打开的页面", requests, "个", { atLeast: pages });
      report.figure("有别人的昵称、令牌或主页的", others, "个", { exactly: 0 });
      report.figure("与单独打开时不同的", differing, "个", { exactly: 0 });
    } finally {
      await portal.stop();
    }
  },
};
