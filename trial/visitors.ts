import { setTimeout as sleep } from "node:timers/promises";
import { cookieOf } from "../bench/portal";
import { sendRaw } from "../tests/support/fuzz/send";
import { startPortal } from "../tests/support/running-portal";
import type { Part } from "./report";

const looks = 150;
const askers = 24;
const words = ["串口 乱码", "Hi3861 烧录", "怎么 调试", "rs-485", "电源 树", "射频 天线"];

const get = (origin: string, path: string, headers: Record<string, string> = {}) =>
  sendRaw(origin, { method: "GET", path, headers, body: undefined });

/** The sorted response times of a member's page, in milliseconds. */
async function timesOf(origin: string, cookie: string): Promise<number[]> {
  const times: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const start = performance.now();
    const { status } = await get(origin, "/forum/all", { cookie });
    if (status !== 200) throw new Error(`a member's page answered ${status}`);
    times.push(performance.now() - start);
    await sleep(20);
  }
  return times.sort((one, other) => one - other);
}

const at = (times: number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;

/** Visitors who search and request uncacheable pages take at most half of the processor time. */
export const part: Part = {
  about: `${askers} 位访客不停搜索、打开带随机参数的页面时，一位成员的页面`,
  async run(report) {
    const portal = await startPortal({ RATE_LIMIT_SCALE: "1" });
    try {
      const { origin } = portal;
      const { cookie } = await cookieOf(origin, "member");
      await timesOf(origin, cookie);
      const quiet = await timesOf(origin, cookie);
      let going = true;
      let answered = 0;
      let later = 0;
      const asking = Array.from({ length: askers }, async (_, asker) => {
        for (let turn = 0; going; turn += 1) {
          const some = `${asker}-${turn}`;
          const path = [
            `/search?q=${encodeURIComponent(words[turn % words.length] ?? "")}&page=${(turn % 7) + 1}`,
            `/forum/all?page=${1 + (turn % 9)}&classId=${1000 + asker * 1000 + turn}`,
            `/forum/all?utm_source=${some}`,
            `/no/such/page/${some}`,
          ][turn % 4];
          const { status } = await get(origin, path ?? "/");
          if (status === 503) {
            later += 1;
            await sleep(200);
          } else answered += 1;
        }
      });
      const start = performance.now();
      const busy = await timesOf(origin, cookie);
      const seconds = (performance.now() - start) / 1_000;
      going = false;
      await Promise.all(asking);
      report.figure("安静时 p50", at(quiet, 0.5), "ms");
      report.figure("安静时 p99", at(quiet, 0.99), "ms");
      report.figure("繁忙时 p50", at(busy, 0.5), "ms");
      report.figure("繁忙时 p99", at(busy, 0.99), "ms");
      report.figure("p50 之比", at(busy, 0.5) / at(quiet, 0.5), "倍", { atMost: 3 });
      report.figure("p99 之比", at(busy, 0.99) / at(quiet, 0.99), "倍", { atMost: 3 });
      report.figure("访客每秒得到的页面", answered / seconds, "个", { atLeast: 1 });
      report.figure("请访客稍后再来", later, "次");
    } finally {
      await portal.stop();
    }
  },
};
