import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningPortal, startPortal } from "../tests/support/running-portal";
import type { Part, Report } from "./report";
import { StaffCalls } from "./staff-calls";

/** The numbers of topics that one form hides: one, a few, the most without a job, and some with a job. */
const sizes = [1, 3, 20, 21, 60];
/** The time limit for a start to finish the work of the killed process, in milliseconds. */
const finishedMaximum = 60_000;

/** Hides topics in a process that is killed meanwhile, and starts the next process on its data. */
async function cutOff(report: Report, dataDir: string, size: number): Promise<void> {
  const environment = { DATA_DIR: dataDir, DEMO: "1", RATE_LIMIT_SCALE: "1000" };
  let portal: RunningPortal = await startPortal(environment);
  try {
    const staff = await StaffCalls.signIn(portal.origin);
    const { topics } = await staff.call("moderatorTopicList", { state: "listed", page: 1 });
    const more = await staff.call("moderatorTopicList", { state: "listed", page: 2 });
    const third = await staff.call("moderatorTopicList", { state: "listed", page: 3 });
    const ids = [...topics, ...more.topics, ...third.topics].map(({ tid }) => tid).slice(0, size);
    const form = { ids, action: "hide" as const, reason: "试验", submissionId: randomUUID() };
    let answered = false;
    const sent = staff.call("topicOperate", form).then(
      () => {
        answered = true;
      },
      () => undefined,
    );
    await sleep(15 + 8 * Math.min(size, 20));
    const cut = !answered;
    process.kill(portal.pid, "SIGKILL");
    await sent;
    await portal.stop();
    portal = await startPortal(environment);
    const again = await StaffCalls.signIn(portal.origin);
    // Posting the same form again finds the batch and changes nothing.
    const began = performance.now();
    const { batch } = await again.call("topicOperate", form);
    let detail = await again.call("batchDetail", { batch });
    while (detail.waiting > 0 && performance.now() - began < finishedMaximum) {
      await sleep(500);
      detail = await again.call("batchDetail", { batch });
    }
    report.figure(`屏蔽 ${size} 项：没等到回答就被杀`, Number(cut), "");
    report.figure(`屏蔽 ${size} 项：没有做成`, size - detail.done, "项", { exactly: 0 });
    report.figure(`屏蔽 ${size} 项：接着做完`, performance.now() - began, "ms", { atMost: finishedMaximum });
  } finally {
    await portal.stop();
  }
}

/** When a kill interrupts a moderators' action of any size, the next start or the same form finishes it. */
export const part: Part = {
  about: `屏蔽 ${sizes.join("、")} 个主题时 kill -9 门户，再启动`,
  async run(report) {
    for (const size of sizes) {
      const dataDir = await mkdtemp(join(tmpdir(), "trial-cut-off-"));
      try {
        await cutOff(report, dataDir, size);
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    }
  },
};
