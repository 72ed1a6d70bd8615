import { setTimeout as pause } from "node:timers/promises";
import { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import { submissionId } from "../tests/support/test-gateway";
import type { Report } from "../trial/report";
import { engines, topicPath } from "./engines";
import { middle } from "./load";

const many = 500;
/** The topics that the batch changes, without the topic whose page is measured. */
const tids = Array.from({ length: many }, (_, index) => 400 + index);
/** The interval at which the progress page reloads itself. */
const refreshEvery = 2_000;
const looks = 150;
const pauseBetweenLooks = 100;
const rounds = 3;

/** The 95th percentile of a member's waiting time for a topic's page, in milliseconds, while `going` is true. */
async function topicTime(origin: string, cookie: string, going = () => true): Promise<number> {
  const times: number[] = [];
  while (times.length < looks && going()) {
    const start = performance.now();
    const response = await fetch(origin + topicPath, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${topicPath} was answered ${response.status}`);
    times.push(performance.now() - start);
    await pause(pauseBetweenLooks);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)] ?? Number.NaN;
}

/** Posts a form that raises five hundred topics. @returns the progress page's address, and the milliseconds it took */
async function raiseAll(admin: PlainBrowser): Promise<{ address: URL; took: number }> {
  const theme = await admin.get("/moderator/theme");
  const csrf = String(theme.$("form:has([name=operation]) [name=csrf]").attr("value"));
  const form = new URLSearchParams({
    csrf,
    submissionId: submissionId(),
    operation: "raise",
    intent: "operate",
  });
  form.set("reason", "量一量");
  for (const tid of tids) form.append("ids", String(tid));
  const start = performance.now();
  const posted = await admin.post("/moderator/theme", form, { follow: true });
  if (posted.url.pathname !== "/moderator/batch") throw new Error(`the batch was answered ${posted.status}`);
  return { address: posted.url, took: performance.now() - start };
}

/** Measures the effect of a moderation batch of 500 topics on readers, on both databases. */
export async function measureBulk(report: Report): Promise<void> {
  for (const engine of engines) {
    const { forum, close } = await engine.open();
    try {
      const portal = await startPortal({ ...forum.environment, RATE_LIMIT_SCALE: "1000" });
      try {
        const cookie = forum.cookies[0] ?? "";
        const admin = new PlainBrowser(portal.origin);
        for (const each of forum.admin.split("; ")) await admin.jar.setCookie(each, portal.origin);
        await topicTime(portal.origin, cookie);
        const [ratios, waits, lengths]: [number[], number[], number[]] = [[], [], []];
        for (let round = 0; round < rounds; round += 1) {
          const quiet = await topicTime(portal.origin, cookie);
          const start = performance.now();
          const { address, took } = await raiseAll(admin);
          let done = false;
          const over = (async () => {
            while (!/还有 0 项|已处理 500 项/.test((await admin.get(address)).text))
              await pause(refreshEvery);
            done = true;
          })();
          const busy = await topicTime(portal.origin, cookie, () => !done);
          await over;
          lengths.push((performance.now() - start) / 1_000);
          waits.push(took);
          ratios.push(busy / quiet);
        }
        const median = (values: number[]) => middle(values, (value) => value);
        report.figure(`${engine.name}：${many} 个主题的批次，进度页`, median(waits), "ms", { atMost: 1_000 });
        report.figure(`${engine.name}：批次用时`, median(lengths), "秒");
        report.figure(`${engine.name}：同时，会员的主题页的 p95 为安静时的`, median(ratios), "倍", {
          atMost: 2,
        });
      } finally {
        await portal.stop();
      }
    } finally {
      await close();
    }
  }
}
