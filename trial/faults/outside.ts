import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPglite } from "gateway/database/open";
import { companySignInPath } from "../../contract/base/wire";
import { freePort } from "../../scripts/postgres-cluster.mjs";
import { demoAccounts } from "../../tests/support/accounts";
import { startCompanyProvider } from "../../tests/support/company-provider";
import { copyDemoData } from "../../tests/support/demo-data";
import { startStores } from "../../tests/support/file-stores";
import { PlainBrowser } from "../../tests/support/plain-browser";
import { type RunningPortal, startPortal } from "../../tests/support/running-portal";
import { signInWithPassword } from "../../tests/support/sign-in";
import { type SmtpServer, startSmtpServer } from "../../tests/support/smtp-server";
import { findTopic } from "../deeds";
import { errorLines } from "../log";
import { RedisServer, redisProgram } from "../redis";
import { Report } from "../report";
import { bodyOf, changePassword, joinByMail } from "./mail";
import {
  askingForCodes,
  comeBack,
  type Habit,
  lookingAtPictures,
  reading,
  replying,
  signingIn,
  signingInByCompany,
  uploading,
  whilePeople,
} from "./people";
import { startWay, type Way, type WayState } from "./way";

export const outsideKinds = ["smtp", "s3", "redis", "oidc"] as const;
export type OutsideKind = (typeof outsideKinds)[number];

/**
 * What people wait at most for what needs the disturbed server, and for the rest: three times the time of a quiet site
 * on the same machine, but not less than two seconds.
 */
const hit = 20_000;
const usualLeast = 2_000;
const usualFactor = 3;
const recoveryMaximum = 10_000;
/** A warning that the mail server did not take is tried again after half a minute, then a minute. */
const warningMaximum = 130_000;
const faultMilliseconds = 12_000;

const names: Record<OutsideKind, string> = { smtp: "邮件", s3: "S3", redis: "Redis", oidc: "公司登录" };
/** The habits that need each server. */
const needs: Record<OutsideKind, readonly string[]> = {
  smtp: ["要验证码"],
  s3: ["上传图片", "看图片"],
  redis: [],
  oidc: ["公司登录"],
};
const states: [string, WayState][] = [
  ["不在", "gone"],
  ["收下不答", "halting"],
  ["慢 300 ms", { slow: 300 }],
];

/** A portal whose four outside servers stand behind ways. */
class Site {
  readonly pictures: string[] = [];
  readonly replies: string[] = [];
  readonly recipients: string[] = [];
  private closers: (() => Promise<unknown>)[] = [];
  ways = {} as Record<OutsideKind, Way>;
  portal!: RunningPortal;
  smtp!: SmtpServer;
  dataDir = "";
  private member!: PlainBrowser;
  private topic = "";
  private oidcState: WayState = "pass";
  private serial = 0;
  /** What each habit took at most on the quiet site, in milliseconds. */
  private quiet: ReadonlyMap<string, number> = new Map();

  async start(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "trial-faults-"));
    this.closers.push(() => rm(folder, { recursive: true, force: true }));
    this.dataDir = join(folder, "data");
    await copyDemoData(this.dataDir);
    const way = async (port: number) => {
      const made = await startWay(port);
      this.closers.push(() => made.close());
      return made;
    };
    const redis = new RedisServer(redisProgram(), await freePort(), folder);
    await redis.start();
    this.closers.push(() => redis.kill());
    const stores = await startStores();
    this.closers.push(() => stores.close());
    this.smtp = await startSmtpServer();
    this.closers.push(() => this.smtp.close());
    this.ways.redis = await way(redis.port);
    this.ways.s3 = await way(Number(new URL(stores.s3.endpoint).port));
    this.ways.smtp = await way(Number(new URL(this.smtp.url).port));
    const port = await freePort();
    const provider = await startCompanyProvider([`127.0.0.1:${port}`, "portal.com"], async (own) => {
      this.ways.oidc = await way(own);
      return this.ways.oidc.port;
    });
    this.closers.push(() => provider.stop());
    const email = `employee-${process.pid}@example.com`;
    provider.person = {
      subject: "employee-1",
      claims: { name: "林工", nickname: `lin${process.pid}`, email, email_verified: true },
    };
    const { cn } = provider.settings().clients;
    this.portal = await startPortal({
      PORT: String(port),
      DATA_DIR: this.dataDir,
      DEMO: "1",
      RATE_LIMIT_SCALE: "1000",
      REDIS_URL: `redis://127.0.0.1:${this.ways.redis.port}`,
      FILES: "s3",
      FILES_MOVE_RATE: "0",
      S3_ENDPOINT: `http://127.0.0.1:${this.ways.s3.port}`,
      S3_BUCKET: stores.s3.bucket,
      S3_ACCESS_KEY_ID: stores.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: stores.s3.secretAccessKey,
      S3_PATH_STYLE: "1",
      SMTP_URL: `smtp://127.0.0.1:${this.ways.smtp.port}`,
      MAIL_FROM: "社区 <no-reply@example.com>",
      OIDC_ISSUER_CN: provider.issuer,
      OIDC_CLIENT_ID_CN: cn?.clientId ?? "",
      OIDC_CLIENT_SECRET_CN: cn?.clientSecret ?? "",
    });
    this.closers.push(() => this.portal.stop());
    this.member = new PlainBrowser(this.portal.origin);
    await signInWithPassword(this.member, demoAccounts.member);
    this.topic = await findTopic(this.member);
    // The employee's account, which later sign-ins find.
    const browser = new PlainBrowser(this.portal.origin);
    const page = await browser.get(companySignInPath);
    await browser.submit(page, { intent: "submit" }, { agree: "yes" }, { follow: false });
  }

  private habits(trips: { browser: PlainBrowser; back: URL }[]): Record<string, Habit> {
    const { origin } = this.portal;
    const all = [
      reading(origin, this.topic),
      replying(this.member, this.topic, this.replies),
      signingIn(origin),
      uploading(this.member, this.pictures),
      lookingAtPictures(origin, this.pictures),
      askingForCodes(origin, this.recipients),
      signingInByCompany(origin, () => this.oidcState !== "gone" && this.oidcState !== "halting", trips),
    ];
    return Object.fromEntries(all.map((habit) => [habit.name, habit]));
  }

  /** Lets one server fail in each way while people do everything, and measures until it is used again. */
  async disturb(report: Report, kind: OutsideKind): Promise<void> {
    const warned: string[] = [];
    for (const [state, way] of states) {
      const condition = `${names[kind]}${state}`;
      const trips: { browser: PlainBrowser; back: URL }[] = [];
      if (kind === "oidc")
        for (let count = 0; count < 4; count += 1) {
          const browser = new PlainBrowser(this.portal.origin);
          trips.push({ browser, back: await comeBack(browser) });
        }
      const members = kind === "smtp" ? [await this.newMember(), await this.newMember()] : [];
      const set = async (next: WayState) => {
        if (kind === "oidc") this.oidcState = next;
        await this.ways[kind].set(next);
      };
      const habits = this.habits(trips);
      const isHit = (name: string) => needs[kind].includes(name);
      await set(way);
      const bounds = { usual: (name: string) => this.usualOf(name), hit, isHit };
      await whilePeople(report, condition, Object.values(habits), bounds, async () => {
        for (const { browser, account } of members) {
          this.serial += 1;
          await changePassword(browser, this.serial);
          warned.push(account);
        }
        await pause(faultMilliseconds);
      });
      await set("pass");
      report.figure(`${condition}：恢复`, await this.recovery(kind, habits), "ms", {
        atMost: recoveryMaximum,
      });
    }
    if (kind === "smtp") await this.checkMail(report, warned);
  }

  /** Measures what everything takes while nothing fails. */
  async measureQuiet(report: Report): Promise<void> {
    const habits = Object.values(this.habits([]));
    const bounds = { usual: () => Number.POSITIVE_INFINITY, hit, isHit: () => false };
    // The first time loads code and fills caches.
    await whilePeople(new Report("warm"), "先热一热", habits, bounds, () => pause(5_000));
    this.quiet = await whilePeople(report, "一切正常", habits, bounds, () => pause(faultMilliseconds));
  }

  private usualOf(name: string): number {
    return Math.max(usualLeast, Math.round(usualFactor * (this.quiet.get(name) ?? 0)));
  }

  private newMember() {
    this.serial += 1;
    return joinByMail(this.portal.origin, this.smtp, this.serial);
  }

  private async recovery(kind: OutsideKind, habits: Record<string, Habit>): Promise<number> {
    const began = performance.now();
    while (performance.now() - began < 60_000) {
      if (await this.isBack(kind, habits)) return performance.now() - began;
      await pause(100);
    }
    return Number.NaN;
  }

  private async isBack(kind: OutsideKind, habits: Record<string, Habit>): Promise<boolean> {
    if (kind === "redis") {
      const { redis } = (await (await fetch(`${this.portal.origin}/readyz`)).json()) as { redis: string };
      return redis === "ok";
    }
    const habit = habits[needs[kind][0] ?? ""];
    return (await habit?.act(0).catch(() => null))?.done ?? false;
  }

  /** Each code that people were told of, and each warning, came exactly once. */
  private async checkMail(report: Report, warned: string[]): Promise<void> {
    const times = (account: string, word: string) =>
      this.smtp.received.filter((mail) => mail.recipients.includes(account) && bodyOf(mail).includes(word))
        .length;
    const began = performance.now();
    while (performance.now() - began < warningMaximum)
      if (warned.every((account) => times(account, "密码刚刚修改过") > 0)) break;
      else await pause(500);
    report.figure("邮件恢复后，积下的提醒发完", performance.now() - began, "ms", { atMost: warningMaximum });
    // Long enough for a second one that a job might send.
    await pause(35_000);
    const warnings = warned.map((account) => times(account, "密码刚刚修改过"));
    report.figure(
      `改密码的提醒（${warned.length} 封）：丢失`,
      warnings.filter((one) => one === 0).length,
      "封",
      {
        exactly: 0,
      },
    );
    report.figure("改密码的提醒：重复", warnings.filter((one) => one > 1).length, "封", { exactly: 0 });
    const codes = this.recipients.map((account) => times(account, "验证码"));
    report.figure(
      `说已发出的验证码（${codes.length} 封）：不是正好一封`,
      codes.filter((one) => one !== 1).length,
      "封",
      {
        exactly: 0,
      },
    );
  }

  /** Everything that was acknowledged is there once, and the log has no unexpected error. */
  async finish(report: Report): Promise<void> {
    const { origin } = this.portal;
    const statuses = await Promise.all(
      [...new Set(this.pictures)].map(async (address) => {
        const answer = await fetch(origin + address);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    report.figure(
      `收下的图片（${statuses.length} 张）：打不开`,
      statuses.filter((one) => one !== 200).length,
      "张",
      {
        exactly: 0,
      },
    );
    report.figure("最后 /healthz", (await fetch(`${origin}/healthz`)).status, "", { exactly: 200 });
    const lines = errorLines(this.portal.output());
    if (lines.length > 0)
      console.info([...new Set(lines.map((line) => line.slice(0, 300)))].slice(-12).join("\n"));
    await this.portal.stop();
    const { database, close } = await openPglite(join(this.dataDir, "database"));
    const query = "select html, count(*)::int as times from posts where html like '<p>试写 %' group by html";
    const { rows } = (await database.execute(query)) as unknown as {
      rows: { html: string; times: number }[];
    };
    await close();
    const counts = new Map(rows.map(({ html, times }) => [html, times]));
    const lost = this.replies.filter((text) => !counts.has(`<p>${text}</p>`));
    report.figure(`收下的回帖（${this.replies.length} 份）：丢失`, lost.length, "份", { exactly: 0 });
    report.figure("回帖：重复", rows.filter(({ times }) => times > 1).length, "份", { exactly: 0 });
  }

  async stop(): Promise<void> {
    for (const close of this.closers.reverse()) await close().catch(() => undefined);
  }
}

/** Lets the outside servers fail, one after the other, while people use a portal. */
export async function tryOutside(report: Report, kinds: readonly OutsideKind[]): Promise<void> {
  const site = new Site();
  try {
    await site.start();
    await site.measureQuiet(report);
    for (const kind of kinds) await site.disturb(report, kind);
    await site.finish(report);
  } finally {
    await site.stop();
  }
}
