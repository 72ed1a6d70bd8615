import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { demoAccounts } from "../../tests/support/accounts";
import { PlainBrowser } from "../../tests/support/plain-browser";
import { type RunningPortal, startPortal } from "../../tests/support/running-portal";
import { signInWithPassword } from "../../tests/support/sign-in";
import { startSmtpServer } from "../../tests/support/smtp-server";
import { findTopic } from "../deeds";
import type { Report } from "../report";
import { bodyOf, changePassword, joinByMail } from "./mail";
import { reading, replying, signingIn, whilePeople } from "./people";

const stepMilliseconds = 8_000;
const pageMaximum = 4_000;
/** The clock of the portal in each step, as libfaketime reads it. */
const steps: [string, string][] = [
  ["时钟正常", "+0"],
  ["时钟快一天", "+1d"],
  ["时钟拨回来", "+0"],
  ["时钟慢一天", "-1d"],
  ["时钟又拨回来", "+0"],
];

/** Debian's libfaketime; FAKETIME_LIBRARY names another. */
function faketime(): string {
  const places = readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`);
  const found = [process.env.FAKETIME_LIBRARY ?? "", ...places].find((one) => one !== "" && existsSync(one));
  if (found) return found;
  throw new Error("这一部分需要 libfaketime：请安装 faketime，或用 FAKETIME_LIBRARY 指定");
}

/** The day by which the portal answers. */
async function dayOf(origin: string): Promise<string> {
  const { headers } = await fetch(`${origin}/healthz`);
  return new Date(headers.get("date") ?? 0).toISOString().slice(0, 10);
}

/** Sets the portal's clock a day forward and back while members reply, sign in, register and change passwords. */
export async function tryClock(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "trial-faketime-"));
  const place = join(folder, "clock");
  await writeFile(place, "+0\n");
  const smtp = await startSmtpServer();
  let portal: RunningPortal | undefined;
  try {
    portal = await startPortal({
      DEMO: "1",
      RATE_LIMIT_SCALE: "1000",
      SMTP_URL: smtp.url,
      MAIL_FROM: "社区 <no-reply@example.com>",
      LD_PRELOAD: faketime(),
      FAKETIME_TIMESTAMP_FILE: place,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    });
    const { origin } = portal;
    const member = new PlainBrowser(origin);
    await signInWithPassword(member, demoAccounts.member);
    const topic = await findTopic(member);
    const replies: string[] = [];
    const warned: string[] = [];
    const habits = [reading(origin, topic), replying(member, topic, replies), signingIn(origin)];
    const bounds = { usual: () => pageMaximum, hit: pageMaximum, isHit: () => false };
    let serial = 500;
    for (const [name, off] of steps) {
      await writeFile(place, `${off}\n`);
      serial += 1;
      await whilePeople(report, name, habits, bounds, async () => {
        const { browser, account } = await joinByMail(origin, smtp, serial);
        await changePassword(browser, serial);
        warned.push(account);
        await pause(stepMilliseconds);
      });
      const shown =
        (Date.parse(await dayOf(origin)) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000;
      report.figure(`${name}：门户的日期差`, shown, "天", { exactly: Number.parseInt(off, 10) });
      const own = await member.get("/personalCenter/posts", { follow: false });
      report.figure(`${name}：起初登录的人仍然登录`, own.status, "", { exactly: 200 });
    }
    // Long enough for a second mail that a job might send.
    await pause(35_000);
    const times = warned.map(
      (account) =>
        smtp.received.filter(
          (mail) => mail.recipients.includes(account) && bodyOf(mail).includes("密码刚刚修改过"),
        ).length,
    );
    report.figure(
      `改密码的提醒（${times.length} 封）：不是正好一封`,
      times.filter((one) => one !== 1).length,
      "封",
      {
        exactly: 0,
      },
    );
    report.figure("最后 /healthz", (await fetch(`${origin}/healthz`)).status, "", { exactly: 200 });
  } finally {
    await portal?.stop();
    await smtp.close();
    await rm(folder, { recursive: true, force: true });
  }
}
