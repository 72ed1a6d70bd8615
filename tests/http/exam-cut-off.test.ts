import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { type OpenDatabase, openPglite } from "gateway/database/open";
import { examAttempts } from "gateway/database/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { signInWithPassword } from "../support/sign-in";

/** An exam in a portal of its own. The test kills its process while a person answers. */
const started = /已启动：(http:\/\/\S+)/;
/** The number of kills. */
const cuts = 5;

let dataDir: string;
let portal: RunningProcess;
let port = "0";

const start = async () => {
  portal = await startProcess(
    ["build/main.js"],
    { PORT: port, DATA_DIR: dataDir, RATE_LIMIT_SCALE: "100", REGISTER_CONFIG: "1" },
    started,
  );
  port = new URL(portal.found[1] ?? "").port;
};
const onDisk = <Result>(work: (open: OpenDatabase) => Promise<Result>): Promise<Result> =>
  openPglite(join(dataDir, "database")).then((open) => work(open).finally(() => open.close()));

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "exam-"));
  await copyDemoData(dataDir);
  await start();
}, 300_000);
afterAll(async () => {
  await portal?.stop("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

/** The questions, the answers and the end of an attempt: they must be the same before and after a kill. */
const sheetOf = (page: Page) => ({
  questions: page
    .$("fieldset")
    .toArray()
    .map((fieldset) => page.$(fieldset).find("legend + div").text()),
  answers: page
    .$("fieldset input[checked], fieldset input[type=text]")
    .toArray()
    .map((field) => [page.$(field).attr("name"), page.$(field).attr("value") ?? ""]),
  until: /到 (\d\d:\d\d:\d\d)（北京时间）结束/.exec(page.text)?.[1],
});

/** The seconds left, as the page shows them. */
const left = (page: Page): number => {
  const [, minutes = "", seconds = ""] = /剩余 ?(\d+):(\d\d)/.exec(page.text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

test("an exam whose process is killed five times loses no saved answer, and ends at its time", {
  timeout: 600_000,
}, async () => {
  const browser = new PlainBrowser(portal.found[1] ?? "");
  await signInWithPassword(browser, demoAccounts.member);
  let sheet = await browser.submit(await browser.get("/trainingClass/exams/1"), { intent: "start" });
  const address = sheet.url.pathname;
  const names = sheet
    .$("fieldset:has(input[type=radio])")
    .toArray()
    .map((fieldset) => sheet.$(fieldset).attr("id") ?? "");
  expect(names.length).toBeGreaterThanOrEqual(cuts);
  const before = sheetOf(sheet);
  expect([before.questions.length, before.until]).toEqual([12, expect.any(String)]);

  const given: [string, string][] = [];
  for (let cut = 0; cut < cuts; cut += 1) {
    const name = names[cut] ?? "";
    const values = sheet.$(`[name="${name}"]`).toArray();
    const value = sheet.$(values.at(-1)).attr("value") ?? "";
    // Saves a choice as the page's script does; the process is killed as soon as it has answered.
    const saved = await browser.post(
      "/study/answer",
      new URLSearchParams({
        csrf: sheet.$('input[name="csrf"]').attr("value") ?? "",
        attempt: address.split("/").at(-1) ?? "",
        asked: name.slice(1),
        [name]: value,
      }),
      { headers: { accept: "application/json" } },
    );
    expect(saved.status).toBe(200);
    const told = left(sheet);
    await portal.stop("SIGKILL");
    await expect(browser.get(address)).rejects.toThrow();
    given.push([name, value]);
    await start();
    sheet = await browser.get(address);
    const after = sheetOf(sheet);
    expect([after.questions, after.until]).toEqual([before.questions, before.until]);
    expect(after.answers.filter(([, text]) => text !== "")).toEqual(expect.arrayContaining(given));
    expect(after.answers.filter(([, text]) => text !== "").length).toBe(given.length);
    // The gateway's clock went on while the process was down.
    expect(left(sheet)).toBeLessThan(told);
    expect(sheet.text).toContain(`已答 ${given.length} / 12 题`);
    expect(sheet.html).not.toContain("正确答案");
  }

  // The attempt's end passes while the process is down. After the restart it is marked with the saved answers.
  await portal.stop("SIGKILL");
  await onDisk(({ database }) =>
    database.update(examAttempts).set({
      startedAt: sql`${examAttempts.startedAt} - interval '22 minutes'`,
      endsAt: sql`${examAttempts.endsAt} - interval '22 minutes'`,
    }),
  );
  await start();
  const over = await browser.get(address);
  expect(over.$("h1").text()).toContain("成绩");
  expect(over.text.match(/未作答/g)?.length).toBe(12 - given.length);
  // Opened again it is the same attempt, marked once.
  expect((await browser.get(address)).$("h1").text()).toContain("成绩");
  await portal.stop();
  await onDisk(async ({ database }) => {
    const [attempt, ...others] = await database
      .select()
      .from(examAttempts)
      .where(eq(examAttempts.state, "marked"));
    expect(others).toEqual([]);
    expect(attempt?.endedAt?.getTime()).toBe(attempt?.endsAt.getTime());
  });
});
