import autocannon from "autocannon";
import { PlainBrowser } from "../tests/support/plain-browser";
import type { Report } from "../trial/report";
import { middle } from "./load";
import { cookieOf } from "./portal";

const pages = 50;
const connections = 16;
/** The seconds of a measurement, longer than the page cache keeps a page. */
const seconds = 6;
const rounds = 3;
/** Likes per second. The first is the quiet that the others are compared with. */
const rates = [0, 1, 5, 20];
/** The least percentage of the quiet figure at the highest rate. */
const leftMinimum = 60;

/** The visited addresses: a list's pages, and the topics on them. */
async function visitedPaths(origin: string): Promise<string[]> {
  const browser = new PlainBrowser(origin);
  const paths: string[] = [];
  for (let page = 1; paths.length < pages; page += 1) {
    const path = `/forum/all?page=${page}`;
    const { $ } = await browser.get(path);
    const topics = $("h2 a[href^='/hsforum/']").toArray();
    if (topics.length === 0) break;
    paths.push(path, ...topics.map((element) => $(element).attr("href") ?? ""));
  }
  return paths.slice(0, pages);
}

/** Likes and unlikes at this rate until stopped. @returns the number of successful answers */
function startLikes(
  browser: PlainBrowser,
  csrf: string,
  pids: string[],
  rate: number,
): () => Promise<number> {
  if (rate === 0) return async () => 0;
  const sent: Promise<boolean>[] = [];
  const timer = setInterval(() => {
    const turn = sent.length;
    const what = Math.floor(turn / pids.length) % 2 === 0 ? "like" : "unlike";
    const form = new URLSearchParams({ intent: `${what}:${pids[turn % pids.length]}`, csrf });
    const headers = { accept: "application/json" };
    sent.push(browser.post("/reactions", form, { headers }).then(({ status }) => status === 200));
  }, 1_000 / rate);
  return async () => {
    clearInterval(timer);
    return (await Promise.all(sent)).filter(Boolean).length;
  };
}

/** Measures the effect of likes on visitors: requests per second over fifty pages, while a member likes at a rate. */
export async function measureLikes(origin: string, topic: string, report: Report): Promise<void> {
  const paths = await visitedPaths(origin);
  const { browser } = await cookieOf(origin, "member");
  const page = await browser.get(topic);
  const csrf = page.$("#reactions input[name=csrf]").attr("value") ?? "";
  const pids = page
    .$("section[id^=post-]")
    .toArray()
    .map(({ attribs }) => attribs.id?.replace("post-", "") ?? "");
  const found = new Map<number, number[]>(rates.map((rate) => [rate, []]));
  const load = (duration: number) =>
    autocannon({
      url: origin,
      connections,
      duration,
      headers: { "accept-encoding": "br" },
      requests: paths.map((path) => ({ path })),
    });
  // The first load makes every page once and compiles code.
  await load(seconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [rate, figures] of found) {
      const stop = startLikes(browser, csrf, pids, rate);
      const { non2xx, errors, requests } = await load(seconds);
      const liked = await stop();
      if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers of another status`);
      if (liked < 0.8 * rate * seconds) throw new Error(`only ${liked} likes at ${rate} a second`);
      figures.push(requests.average);
    }
  }
  const median = (rate: number) => middle(found.get(rate) ?? [], (value) => value);
  for (const rate of rates) {
    report.figure(`${paths.length} 个访客页面，每秒 ${rate} 个赞`, median(rate), "请求/秒");
  }
  const [quiet = 0, busiest = 0] = [rates[0], rates.at(-1)];
  report.figure(`每秒 ${busiest} 个赞时剩下的`, (100 * median(busiest)) / median(quiet), "%", {
    atLeast: leftMinimum,
  });
}
