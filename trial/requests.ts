import { fuzz } from "../tests/support/fuzz/send";
import { startPortal } from "../tests/support/running-portal";
import { errorLines } from "./log";
import { residentMegabytes } from "./memory";
import type { Part } from "./report";

/** The number of requests. `TRIAL_REQUESTS` changes it, and `TRIAL_SEED` repeats the same requests. */
const count = Number(process.env.TRIAL_REQUESTS ?? 40_000);
const seed = Number(process.env.TRIAL_SEED ?? Date.now() % 1_000_000_000);
const warmUp = 2_000;
const shownFailures = 20;

/** The portal must answer every generated request without an error in its log. */
export const part: Part = {
  about: `${count} 个生成的请求（正确的、变形的、恶意的），覆盖所有页面、接口和调用；种子 ${seed}`,
  async run(report) {
    const portal = await startPortal({ RATE_LIMIT_SCALE: "1000" });
    try {
      const quiet = portal.output().length;
      const onProgress = (sent: number) => process.stderr.write(`\r${sent}`);
      const first = await fuzz(portal.origin, { seed, count: Math.min(warmUp, count), onProgress });
      const before = residentMegabytes(portal.pid);
      const rest = await fuzz(portal.origin, { seed: seed + 1, count: count - first.sent, onProgress });
      const failed = [...first.failed, ...rest.failed];
      const lines = errorLines(portal.output().slice(quiet));
      for (const failure of failed.slice(0, shownFailures)) console.error(failure);
      if (lines.length > 0) console.error(lines.slice(0, 100).join("\n"));
      const statuses = new Map(first.statuses);
      for (const [status, number] of rest.statuses)
        statuses.set(status, (statuses.get(status) ?? 0) + number);
      console.info(Object.fromEntries([...statuses].sort(([one], [other]) => one - other)));
      report.figure("发出的请求", first.sent + rest.sent, "个", { atLeast: count });
      report.figure("500 以上（有 Retry-After 的 503 除外）或没有回答", failed.length, "个", { exactly: 0 });
      report.figure("日志里的错误", lines.length, "行", { exactly: 0 });
      report.figure("内存增长", residentMegabytes(portal.pid) - before, "MB", { atMost: 300 });
      const alive = await fetch(`${portal.origin}/healthz`).then((answer) => answer.status);
      report.figure("最后 /healthz", alive, "", { exactly: 200 });
    } finally {
      await portal.stop();
    }
  },
};
