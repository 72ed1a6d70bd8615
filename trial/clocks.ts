import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallResponse } from "contract";
import { startPortal } from "../tests/support/running-portal";
import type { Part, Report } from "./report";
import { type Demo, StaffCalls } from "./staff-calls";

const day = 86_400_000;
/** From the demo pack: a salon for accounts, and an exam of twenty minutes. */
const [salon, exam] = [12, 1];
/** The allowed difference between a check-in and its scan, for a device that reports its clock. */
const awayMaximum = 3_000;

/** Devices with a wrong clock, or with an invented time. */
const devices: Record<string, { who: Demo; off?: number; at?: string }> = {
  慢一年的设备: { who: "member", off: -365 * day },
  快一年的设备: { who: "moderator", off: 365 * day },
  "公元 1 年的扫描": { who: "admin", at: "0001-01-01T00:00:00Z" },
  "2999 年的扫描": { who: "muted", at: "2999-01-01T00:00:00Z" },
};

/** Signs somebody up, and sends a scan from a second ago by a device with such a clock. */
async function scan(report: Report, origin: string, staff: StaffCalls, name: string): Promise<void> {
  const { who, off = 0, at } = devices[name] ?? { who: "member" };
  const person = await StaffCalls.signIn(origin, who);
  const { policy } = await person.call("activityRegistration", { activityId: salon });
  const signup = await person.call("activitySignup", {
    activityId: salon,
    category: "visitor",
    name: "王小明",
    answers: {},
    agreed: true,
    policyVersion: policy?.version ?? "",
    submissionId: randomUUID(),
  });
  await sleep(3_000);
  const now = Date.now();
  const iso = (time: number) => new Date(time).toISOString();
  const answer = await staff.call("activityScansSync", {
    activityId: salon,
    ...(at ? {} : { deviceTime: iso(now + off) }),
    scans: [{ nonce: randomUUID(), code: signup.code?.letters ?? "", at: at ?? iso(now - 1_000 + off) }],
  });
  const away = Math.abs(Date.parse(answer.scans[0]?.at ?? "") - (at ? now : now - 1_000));
  report.figure(`${name}：签到时间与实际相差`, away, "ms", { atMost: awayMaximum });
  // A second device with an invented time does not replace the stored check-in.
  const late = await staff.call("activityScansSync", {
    activityId: salon,
    scans: [{ nonce: randomUUID(), code: signup.code?.letters ?? "", at: "0001-01-01T00:00:00Z" }],
  });
  const moved = late.scans[0]?.at !== answer.scans[0]?.at;
  report.figure(`${name}：被公元 1 年的另一次扫描改动`, Number(moved), "次", { exactly: 0 });
}

/** Starts an exam, answers, and answers again after a change of the gateway's clock. Each answer must be stored. */
async function sit(report: Report, origin: string, set: (off: number) => Promise<void>): Promise<void> {
  const member = await StaffCalls.signIn(origin, "member");
  const examStart = await member.call("startExam", { exam });
  const attempt = examStart.id;
  const answers: Record<number, string[]> = {};
  const save = async (number: number) => {
    const { type, options } = examStart.questions[number - 1] ?? { type: "judge", options: [] };
    const answer =
      type === "blank" ? ["星闪"] : type === "judge" ? ["true"] : options.length > 0 ? ["A"] : ["true"];
    answers[number] = answer;
    await member.call("saveAnswer", { attempt, answers: [{ number, answer }], at: Date.now() });
  };
  const seen = await StaffCalls.signIn(origin, "nophone");
  const look = (): Promise<CallResponse<"examAttempt">> => member.call("examAttempt", { attempt });
  let [number, lost, longer] = [0, 0, 0];
  let left = examStart.secondsLeft;
  for (const off of [0, -day, -400 * day, 0, -3_600_000, 0]) {
    await set(off);
    number += 1;
    await save(number);
    const now = await look();
    longer = Math.max(longer, now.secondsLeft - left);
    left = now.secondsLeft;
    // The product uses the changed clock: a year ago the sign-up had not started.
    const { obstacle } = await seen.call("activityRegistration", { activityId: salon });
    if (off === -400 * day)
      report.figure("网关的时钟确实被拨动", Number(obstacle === "notOpen"), "", { exactly: 1 });
    for (const [which, answer] of Object.entries(answers))
      if (now.questions[Number(which) - 1]?.answer.join() !== answer.join()) lost += 1;
  }
  report.figure("网关的时钟往回拨：确认过而没有留下的答案", lost, "个", { exactly: 0 });
  report.figure("网关的时钟往回拨：考试延长", longer, "s", { atMost: 1 });
  const marked = await member.call("submitExam", { attempt, answers: [] });
  report.figure("网关的时钟往回拨：交卷后的题目", marked.questions.length - examStart.questions.length, "", {
    exactly: 0,
  });
}

/** Wrong clocks: those of devices at an entrance, and the gateway's own during an exam. */
export const part: Part = {
  about: "入口的设备和网关自己的时钟不对",
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), "trial-clock-"));
    const place = join(folder, "clock");
    const set = async (off: number) => {
      await writeFile(place, String(off));
      await sleep(300);
    };
    await set(0);
    const portal = await startPortal({
      TRIAL_CLOCK: place,
      NODE_OPTIONS: `--require ${resolve("trial/shift-clock.cjs")}`,
    });
    try {
      const { origin } = portal;
      const staff = await StaffCalls.signIn(origin);
      for (const name of Object.keys(devices)) await scan(report, origin, staff, name);
      await sit(report, origin, set);
      const alive = await fetch(`${origin}/healthz`).then((answer) => answer.status);
      report.figure("最后 /healthz", alive, "", { exactly: 200 });
    } finally {
      await portal.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
