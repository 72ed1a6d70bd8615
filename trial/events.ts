import { setTimeout as sleep } from "node:timers/promises";
import { cookieOf } from "../bench/portal";
import { usage, usageBatch } from "../tests/support/calls/analytics";
import { sendRaw } from "../tests/support/fuzz/send";
import { startPortal } from "../tests/support/running-portal";
import type { Part } from "./report";

const batches = 600;
const looks = 100;
/** The maximal milliseconds that a member waits for a page during the flood. */
const waitMaximum = 2_000;

/** A batch of page views. Half of the pages exist, and the others have unique addresses. */
function flood(at: number): string {
  const events = Array.from({ length: 200 }, (_, index) => {
    const page = index % 2 ? "home" : `page_${at}_${index}`;
    return usage("page_view", { page, path: "/", history: [], source: `h${at}-${index}.example` });
  });
  return JSON.stringify(usageBatch(events));
}

/** One address sends usage events as fast as possible while a member reads. */
export const part: Part = {
  about: `一个地址发 ${batches} 批、每批 200 个使用事件时，一位成员的页面`,
  async run(report) {
    const portal = await startPortal({ RATE_LIMIT_SCALE: "1" });
    try {
      const { origin } = portal;
      const { cookie } = await cookieOf(origin, "member");
      const look = async () => {
        const start = performance.now();
        const { status } = await sendRaw(origin, {
          method: "GET",
          path: "/forum/all",
          headers: { cookie },
          body: undefined,
        });
        if (status !== 200) throw new Error(`a member's page answered ${status}`);
        return performance.now() - start;
      };
      const statuses: Record<number, number> = {};
      let next = 0;
      const sending = Array.from({ length: 8 }, async () => {
        for (let at = next++; at < batches; at = next++) {
          const { status } = await sendRaw(origin, {
            method: "POST",
            path: "/gateway/rest/analytics/data-collection",
            body: Buffer.from(flood(at)),
            headers: { "content-type": "application/json" },
          });
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      });
      const times: number[] = [];
      for (let turn = 0; turn < looks; turn += 1) {
        times.push(await look());
        await sleep(50);
      }
      await Promise.all(sending);
      // The portal computes the sums within a minute and a half.
      const until = performance.now() + 95_000;
      while (performance.now() < until) {
        times.push(await look());
        await sleep(500);
      }
      console.info("事件的回答", statuses);
      report.figure("最久的页面", Math.max(...times), "ms", { atMost: waitMaximum });
      report.figure("收下的批次", statuses[200] ?? 0, "批", { atMost: 30 });
      report.figure("出错的批次", statuses[500] ?? 0, "批", { exactly: 0 });
    } finally {
      await portal.stop();
    }
  },
};
