import { randomInt } from "node:crypto";
import { demoAccounts } from "../tests/support/accounts";
import { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import type { Part, Report } from "./report";

/** The number of pairs of requests: one for an address with an account, and one for an address without. */
const pairs = 40;
/** The bound of the ratio of medians. The rest of the difference comes from other work of the machine. */
const ratioBound = 1.2;

const median = (times: number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;

async function run(report: Report): Promise<void> {
  const portal = await startPortal({ RATE_LIMIT_SCALE: "1000" });
  try {
    const browser = new PlainBrowser(portal.origin);
    const form = await browser.get("/gateway/reset");
    const ask = async (account: string) => {
      const start = performance.now();
      const { status } = await browser.submit(form, { intent: "send-code" }, { account });
      if (status !== 200) throw new Error(`asking for a code answered ${status}`);
      const milliseconds = performance.now() - start;
      // This waits for the work after an answer before the next request.
      await new Promise((resolve) => setTimeout(resolve, 250));
      return milliseconds;
    };
    const unknown = () => `m${String(randomInt(0, 1e5)).padStart(5, "0")}@example.com`;
    await ask(unknown());
    const [withAccount, without]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      // The order alternates.
      if (pair % 2 === 0) withAccount.push(await ask(demoAccounts.member.account));
      without.push(await ask(unknown()));
      if (pair % 2 === 1) withAccount.push(await ask(demoAccounts.member.account));
    }
    const [known, other] = [median(withAccount), median(without)];
    report.figure("有账号的邮箱，p50", known, "ms");
    report.figure("没有账号的邮箱，p50", other, "ms");
    report.figure("两者之比（大比小）", Math.max(known, other) / Math.min(known, other), "", {
      atMost: ratioBound,
    });
  } finally {
    await portal.stop();
  }
}

export const part: Part = { about: "重置密码的验证码进发件箱：有没有账号，回答的时间一样", run };
