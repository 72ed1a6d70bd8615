import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { type OpenDatabase, openPglite } from "gateway/database/open";
import { accounts, moderationLog, sections, topicMarkExpiries, topics } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { type RedisStandIn, startRedisStandIn } from "../support/redis-stand-in";
import { signInWithPassword } from "../support/sign-in";
import { TestGateway } from "../support/test-gateway";

/** The number of topics. The test kills a gateway in a process of its own, while two portals cache its pages. */
const count = 500;
const started = /已启动：(http:\/\/\S+)/;
/** A portal shows a cached page for this time without asking the gateway. A page that disappears earlier was purged. */
const freshMilliseconds = 4_000;
/** The time between two checks: short enough for the limit above, and long enough to leave the processor to the job. */
const lookMilliseconds = 250;

let dataDir: string;
let redis: RedisStandIn;
let gateway: RunningProcess;
let portals: RunningProcess[] = [];
const tids: number[] = [];

const onDisk = <Result>(work: (open: OpenDatabase) => Promise<Result>): Promise<Result> =>
  openPglite(join(dataDir, "database")).then((open) => work(open).finally(() => open.close()));

const startGateway = (port: string) =>
  startProcess(
    ["build/gateway.js"],
    { PORT: port, DATA_DIR: dataDir, TRUST_PROXY: "1", REDIS_URL: redis.url, RATE_LIMIT_SCALE: "100" },
    started,
  );

/** Every column of the topics, except view counts and marks of the last change. */
const rowsOf = ({ database }: OpenDatabase) => {
  const {
    views: _views,
    heat: _heat,
    version: _version,
    search: _search,
    ...columns
  } = getTableColumns(topics);
  return database.select(columns).from(topics).where(inArray(topics.id, tids)).orderBy(asc(topics.id));
};

let before: Awaited<ReturnType<typeof rowsOf>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bulk-"));
  await copyDemoData(dataDir);
  redis = await startRedisStandIn();
  await onDisk(async (open) => {
    const writing = new TestGateway(open.database);
    const [someone] = await open.database
      .select()
      .from(accounts)
      .where(eq(accounts.email, demoAccounts.member.account));
    const [place] = await open.database
      .select({ fid: sections.id })
      .from(sections)
      .where(sql`${sections.listed}`)
      .limit(1);
    if (!someone || !place) throw new Error("the demo has nobody, or no section");
    const author = await writing.signIn(someone);
    for (let made = 0; made < count; made += 1) {
      const { tid } = await writing.topic(author, place, { title: `成批的第 ${made} 个主题` });
      tids.push(tid);
    }
    before = await rowsOf(open);
  });
  gateway = await startGateway("0");
  const settings = {
    PORT: "0",
    DATA_DIR: dataDir,
    GATEWAY_URL: gateway.found[1] ?? "",
    REDIS_URL: redis.url,
    SESSION_SECRET: "a-secret-of-at-least-32-characters!",
    RATE_LIMIT_SCALE: "100",
  };
  portals = [
    await startProcess(["build/main.js"], settings, started),
    await startProcess(["build/main.js"], settings, started),
  ];
}, 300_000);
afterAll(async () => {
  for (const portal of portals) await portal.stop();
  await gateway?.stop();
  await redis?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const at = (index: number) => portals[index]?.found[1] ?? "";
const visitors = () => portals.map((_, index) => new PlainBrowser(at(index)));
const threads = (tid: number) => `/hsforum/thread-${tid}-1-1.html`;

/** The statuses that visitors of both portals get, again and again, so that a page is cached and fresh. */
async function seen(tid: number): Promise<number[]> {
  return Promise.all(visitors().map(async (who) => (await who.get(threads(tid))).status));
}

/** How often the log contains the action for one of these topics: the demo's log has such actions of its own. */
const rowsOfLog = ({ database }: OpenDatabase, action: "hide" | "undo") =>
  database.$count(
    moderationLog,
    and(eq(moderationLog.action, action), inArray(moderationLog.targetId, tids)),
  );

const field = (page: Page, form: string, name: string) =>
  String(page.$(`${form} [name=${name}]`).attr("value"));

const waitingOn = (page: Page) => Number(/还有 (\d+) 项正在处理/.exec(page.text)?.[1] ?? 0);
const doneOn = (page: Page) => Number(/已处理 (\d+) 项/.exec(page.text)?.[1] ?? 0);

/** Reloads a batch until it is finished, and meanwhile opens one of its topics as visitors do. */
async function untilOver(admin: PlainBrowser, address: string, tid: number): Promise<Page> {
  for (;;) {
    const page = await admin.get(address);
    if (page.status === 200 && waitingOn(page) === 0) return page;
    await seen(tid).catch(() => null);
    await pause(lookMilliseconds);
  }
}

test("five hundred topics are a job with a page of its own; killed half-way it ends once, and an undo restores every row", {
  timeout: 600_000,
}, async () => {
  const admin = new PlainBrowser(at(0));
  await signInWithPassword(admin, demoAccounts.admin);
  const theme = await admin.get("/moderator/theme");
  const form = "form:has([name=operation])";
  const last = tids.at(-1) ?? 0;
  expect(await seen(last)).toEqual([200, 200]);
  const posted = await admin.post(
    "/moderator/theme",
    new URLSearchParams([
      ...["csrf", "submissionId"].map((name): [string, string] => [name, field(theme, form, name)]),
      ...tids.map((tid): [string, string] => ["ids", String(tid)]),
      ...(Object.entries({ operation: "hide", reason: "成批处理", intent: "operate" }) as [string, string][]),
    ]),
    { follow: true },
  );
  // The page exists before the job ends.
  expect(posted.url.pathname, `${posted.status} ${posted.$("main").text().slice(0, 400)}`).toBe(
    "/moderator/batch",
  );
  expect(waitingOn(posted), posted.$("main").text().slice(0, 400)).toBeGreaterThan(0);
  expect(posted.$('meta[http-equiv="refresh"]').length).toBe(1);
  expect(posted.$("progress").attr("max")).toBe(String(count));
  const address = posted.url.pathname + posted.url.search;
  await expect.poll(async () => doneOn(await admin.get(address)), { timeout: 120_000 }).toBeGreaterThan(20);
  const port = new URL(gateway.found[1] ?? "").port;
  await gateway.stop("SIGKILL");
  const half = await onDisk(async (open) => {
    const hidden = (await rowsOf(open)).filter(({ hiddenAt }) => hiddenAt !== null).length;
    expect(await rowsOfLog(open, "hide")).toBe(hidden);
    expect((await verifyLog(open.database)).broken).toEqual([]);
    return hidden;
  });
  expect(half).toBeGreaterThan(20);
  expect(half).toBeLessThan(count);

  gateway = await startGateway(port);
  await expect.poll(() => seen(last), { timeout: 120_000 }).toEqual([200, 200]);
  const over = await untilOver(admin, address, last);
  expect(doneOn(over)).toBe(count);
  // The job runs in another process, which purges the page in both portals.
  await expect.poll(() => seen(last), { timeout: freshMilliseconds, interval: 50 }).toEqual([404, 404]);
  await gateway.stop();
  await onDisk(async (open) => {
    expect((await rowsOf(open)).filter(({ hiddenAt }) => hiddenAt === null)).toEqual([]);
    expect(await rowsOfLog(open, "hide")).toBe(count);
    expect((await verifyLog(open.database)).broken).toEqual([]);
    // One mark expires meanwhile: the next run of the job removes it.
    const [other] = await open.database
      .select({ id: topics.id })
      .from(topics)
      .where(
        sql`${topics.listed} and ${topics.stamp} is null and ${topics.authorId} <> ${before[0]?.authorId}`,
      )
      .limit(1);
    const tid = other?.id ?? 0;
    await open.database.update(topics).set({ stamp: "好点子" }).where(eq(topics.id, tid));
    const until = new Date(Date.now() + 20_000);
    await open.database.insert(topicMarkExpiries).values({ topicId: tid, mark: "stamp", until });
    ending = tid;
  });

  gateway = await startGateway(port);
  const record = await admin.get(address);
  const undone = await admin.post(
    address,
    new URLSearchParams([
      ...["csrf", "submissionId"].map((name): [string, string] => [
        name,
        field(record, "form:has([value=undo])", name),
      ]),
      ...(Object.entries({ reason: "按错了", intent: "undo" }) as [string, string][]),
    ]),
    { follow: true },
  );
  expect(undone.url.pathname).toBe("/moderator/batch");
  await untilOver(admin, undone.url.pathname + undone.url.search, last);
  await expect.poll(() => seen(last), { timeout: freshMilliseconds, interval: 50 }).toEqual([200, 200]);
});

let ending = 0;
const hasSeal = (html: string) => html.includes("好点子");

test("a mark that expires disappears from the pages of both portals", { timeout: 300_000 }, async () => {
  const admin = new PlainBrowser(at(1));
  await signInWithPassword(admin, demoAccounts.admin);
  const seals = () =>
    Promise.all(visitors().map(async (who) => hasSeal((await who.get(threads(ending))).html)));
  expect(ending).toBeGreaterThan(0);
  // A member's page is never cached, so it shows when the job has run. Visitors open the page meanwhile.
  for (let there = true; there; there = hasSeal((await admin.get(threads(ending))).html)) {
    await seals();
    await pause(lookMilliseconds);
  }
  await expect.poll(seals, { timeout: freshMilliseconds, interval: 50 }).toEqual([false, false]);
  await gateway.stop();
  await onDisk(async (open) => {
    expect(await rowsOf(open)).toEqual(before);
    expect((await verifyLog(open.database)).broken).toEqual([]);
    expect(await rowsOfLog(open, "undo")).toBe(count);
  });
});
