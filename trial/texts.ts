import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { replyContentMax, topicContentMax } from "contract/forum/constants";
import { cookieOf, findLongTopic } from "../bench/portal";
import type { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import { worstTexts } from "../tests/support/worst-texts";
import type { Part, Report } from "./report";

/** The seconds of the measurement without load, after a warm-up of the same length. */
const quietSeconds = 15;
/** The milliseconds between two requests of the same page. */
const pace = 40;
/** The seconds for which texts are sent, more than a minute, because the limits are per minute. */
const seconds = 70;
/**
 * The approximate limits of one member per minute. Further requests are refused.
 */
const perMinute = { preview: 60, reply: 20, edit: 20 };

function p99(times: number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}

/** The response times of a page in milliseconds, measured by another process until `end`. */
async function watch(url: string, cookie: string, end: Promise<unknown>): Promise<number[]> {
  const watcher = spawn(process.execPath, ["trial/watch-page.mjs", url, cookie, String(pace)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const output = text(watcher.stdout);
  await end;
  watcher.stdin.end();
  return JSON.parse(await output) as number[];
}

/**
 * A form that is sent repeatedly with the worst texts: the way to open its page, and the pressed button.
 */
interface Repeated {
  name: string;
  path: string;
  intent: string;
  timesAMinute: number;
  length: number;
}

/**
 * Sends the worst texts at the rate of the limits, each after the answer to the previous one.
 */
async function send(
  browser: PlainBrowser,
  { path, intent, timesAMinute, length }: Repeated,
  end: number,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const texts = worstTexts(length).map(([, typed]) => typed);
  let page = await browser.get(path);
  const headers = { cookie: await browser.jar.getCookieString(page.url.href) };
  for (let sent = 0; performance.now() < end; sent += 1) {
    const start = performance.now();
    const typed: Record<string, string> = { content: texts[sent % texts.length] ?? "" };
    if (intent === "reply") {
      // The topic's page is requested like by a browser, but not parsed: it has a megabyte, and parsing would take
      // processor time from the portal. Only the id of its form changes.
      await (await fetch(page.url, { headers })).arrayBuffer();
      typed.submissionId = randomUUID();
    } else page = await browser.get(path);
    const { status } = await browser.submit(page, { intent }, typed, { follow: false });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, 60_000 / timesAMinute - (performance.now() - start))),
    );
  }
  return statuses;
}

const sum = (statuses: Map<number, number>, wanted: (status: number) => boolean) =>
  [...statuses].reduce((total, [status, times]) => total + (wanted(status) ? times : 0), 0);

/** Creates a topic and a reply of the member, which the texts will replace. */
async function ownPlaces(browser: PlainBrowser) {
  const editor = await browser.get("/posting");
  const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
  const typed = { fid, title: "最坏的正文都写在这里", content: "第一楼", tags: "测试" };
  const topic = await browser.submit(editor, { intent: "publish" }, typed);
  const replied = await browser.submit(topic, { intent: "reply" }, { content: "要改的回复" });
  const edit = replied.$('a[href*="/posting/post?pid="]').first().attr("href") ?? "";
  return { topic: topic.url.pathname, edit };
}

async function run(report: Report): Promise<void> {
  const portal = await startPortal({ RATE_LIMIT_SCALE: "1" });
  try {
    const { origin } = portal;
    const [{ browser }, reader] = await Promise.all([
      cookieOf(origin, "member"),
      cookieOf(origin, "moderator"),
    ]);
    const path = await findLongTopic(origin);
    const { topic, edit } = await ownPlaces(browser);
    const forms: Repeated[] = [
      {
        name: "预览",
        path: "/posting",
        intent: "preview",
        timesAMinute: perMinute.preview,
        length: topicContentMax,
      },
      { name: "回复", path: topic, intent: "reply", timesAMinute: perMinute.reply, length: replyContentMax },
      { name: "编辑", path: edit, intent: "publish", timesAMinute: perMinute.edit, length: replyContentMax },
    ];
    const both = (until: Promise<unknown>) =>
      Promise.all([watch(origin + path, "", until), watch(origin + path, reader.cookie, until)]);
    const after = (length: number) => new Promise((resolve) => setTimeout(resolve, length * 1000));
    await both(after(quietSeconds));
    const quiet = await both(after(quietSeconds));
    const end = performance.now() + seconds * 1000;
    const [loaded, ...sent] = await Promise.all([
      both(after(seconds)),
      ...forms.map((form) => send(browser, form, end)),
    ]);
    report.figure("访客的缓存页 p99，平静时", p99(quiet[0]), "ms");
    report.figure("访客的缓存页 p99，最坏的正文不断写来时", p99(loaded[0]), "ms", { atMost: 50 });
    report.figure("成员的页面 p99，平静时", p99(quiet[1]), "ms");
    report.figure("成员的页面 p99，最坏的正文不断写来时", p99(loaded[1]), "ms", {
      atMost: 3 * p99(quiet[1]),
    });
    report.figure("成员的页面最久一次", Math.max(...loaded[1]), "ms");
    for (const [at, { name }] of forms.entries()) {
      const statuses = sent[at] ?? new Map<number, number>();
      report.figure(
        `${name}：答复`,
        sum(statuses, (status) => status < 500),
        "次",
        { atLeast: 10 },
      );
      if (name !== "预览") report.figure(`${name}：写下了`, statuses.get(303) ?? 0, "次", { atLeast: 10 });
      report.figure(
        `${name}：失败（5xx）`,
        sum(statuses, (status) => status >= 500),
        "次",
        { exactly: 0 },
      );
    }
    report.figure("写满后的帖子页", (await fetch(origin + topic)).status, "", { exactly: 200 });
  } finally {
    await portal.stop();
  }
}

export const part: Part = {
  about: "一位成员按限速不断预览、编辑、回复最坏的二十种正文，别人的页面要多久",
  run,
};
