import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningPortal, startPortal } from "../tests/support/running-portal";
import type { Part, Report } from "./report";
import { StaffCalls } from "./staff-calls";

/** Topics that one form hides: one, a few, the most that a form waits for, and jobs. */
const sizes = [1, 3, 20, 21, 60];
/** Within that a start has finished what the killed process left. */
const finishedMaximum = 60_000;

/** Hides so many topics in a process that is killed on the way; the next one is left alone with what there is. */
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
    // The record is found by the form, which changes nothing that is done.
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

/** A moderators' action that a kill cuts off is finished by the next start or the same form, whatever its size. */
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
