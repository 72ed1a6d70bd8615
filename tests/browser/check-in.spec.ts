import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { and, eq, isNotNull } from "drizzle-orm";
import { activityScans, activitySignups } from "gateway/database/schema";
import { photoOf } from "../support/activities";
import { expectAccessible } from "./support/accessibility";
import { cookieOf, test, writeFilm } from "./support/check-in";
import { expect } from "./support/fixtures";

/** One worker for the file: each worker starts a portal of its own, which takes longer than a test. */
test.describe.configure({ mode: "default" });

/** The scanner at an activity's entrance: camera, photo, letters, and a link that fails and returns. */

const panel = (page: Page) => page.locator("[data-answer]");
const word = (page: Page) => panel(page).locator("strong");
const field = (page: Page) => page.getByLabel("八位字母");

async function type(page: Page, code: string): Promise<void> {
  await field(page).fill(code);
  await field(page).press("Enter");
}

test("an organiser types the eight letters, reads the large answer, and undoes it", async ({
  page,
  visit,
  entrance,
}) => {
  const { signup } = await entrance.comes("欧阳小明");
  await visit(entrance.path);
  await type(page, signup.letters);
  await expect(word(page)).toHaveText("通过");
  await expect(panel(page)).toContainText("欧阳小明");
  const size = await word(page).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(40);
  await page.getByRole("button", { name: "撤销这次签到" }).click();
  await expect(page.getByText("已撤销 欧阳小明 的签到")).toBeVisible();
  // An undone check-in is not shown, nor counted.
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByText("已签到 0 人")).toBeVisible();
  await type(page, "ABCDEFGH");
  await expect(word(page)).toHaveText("无效");
});

test("an organiser finds a person by name and checks them in, and a photo is read", async ({
  page,
  visit,
  entrance,
}) => {
  const { code } = await entrance.comes("照片人");
  await entrance.comes("名字人");
  await visit(entrance.path);
  await page.getByLabel("姓名，或手机号后四位").fill("名字人");
  await page.getByRole("button", { name: "查找" }).click();
  await page.getByRole("button", { name: /^签到.*名字人/ }).click();
  await expect(word(page)).toHaveText("通过");
  const folder = await mkdtemp(join(tmpdir(), "photo-"));
  try {
    const photo = join(folder, "code.jpg");
    await writeFile(photo, await photoOf(code));
    await page.getByLabel("二维码的照片").setInputFiles(photo);
    await page.getByRole("button", { name: "识别照片" }).click();
    await expect(panel(page)).toContainText("照片人");
    await expect(word(page)).toHaveText("通过");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("without scripts there is no camera button", async ({ page, visit, entrance, scripted }) => {
  await visit(entrance.path);
  await expect(page.getByRole("button", { name: "打开摄像头扫码" })).toBeVisible({ visible: scripted });
});

test("@scripted the scanner is accessible, empty and with each answer", async ({ page, visit, entrance }) => {
  await visit("/activity/mscan");
  await expectAccessible(page);
  await visit(entrance.path);
  await expectAccessible(page);
  const { signup } = await entrance.comes();
  for (const [code, message] of [
    [signup.letters, "通过"],
    [signup.letters, "已签到"],
    ["ABCDEFGH", "无效"],
  ] as const) {
    await type(page, code);
    await expect(word(page)).toHaveText(message);
    await expectAccessible(page);
  }
});

test("@scripted a camera's picture is read, by a library that loads only then", async ({
  portal,
  entrance,
  prefix,
}, info) => {
  const { code } = await entrance.comes("镜头里的人");
  const folder = await mkdtemp(join(tmpdir(), "film-"));
  const film = join(folder, "code.y4m");
  await writeFilm(film, code);
  const { launchOptions, viewport, userAgent, isMobile } = info.project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await browser.newContext({
      permissions: ["camera"],
      viewport: viewport ?? null,
      ...(userAgent ? { userAgent } : {}),
      ...(isMobile ? { isMobile } : {}),
    });
    await context.addCookies([cookieOf(entrance.organiser, portal.origin)]);
    const page = await context.newPage();
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (/\/assets\/decode-.*\.js/.test(request.url())) scripts.push(request.url());
    });
    // The page is opened by a link from another page: the camera is allowed for this document alone.
    await page.goto(`${portal.origin}${prefix}/activity/manage/${entrance.activityId}`);
    await page.getByRole("link", { name: "扫码签到" }).click();
    await page.waitForSelector("html[data-ready]");
    expect(scripts).toEqual([]);
    await page.getByRole("button", { name: "打开摄像头扫码" }).click();
    await expect(word(page)).toHaveText("通过");
    await expect(panel(page)).toContainText("镜头里的人");
    expect(scripts).toHaveLength(1);
    await expect(page.getByText("已签到 1 人")).toBeVisible();
    // The code stays in front of the camera: that does not count as a second scan.
    await page.locator("video").evaluate(
      (video: HTMLVideoElement) =>
        new Promise<void>((resolve) => {
          let frames = 0;
          const count = () => {
            frames += 1;
            if (frames === 30) resolve();
            else video.requestVideoFrameCallback(count);
          };
          video.requestVideoFrameCallback(count);
        }),
    );
    await expect(word(page)).toHaveText("通过");
    await page.getByRole("button", { name: "关闭摄像头" }).click();
    await expect(page.locator("video")).toBeHidden();
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("@scripted the browser's own barcode reader is used if there is one, and a refused camera gets a message", async ({
  page,
  context,
  visit,
  entrance,
}) => {
  const { code } = await entrance.comes();
  await page.addInitScript((text) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ["qr_code"];
      detect = async () => [{ rawValue: text }];
    }
    Object.assign(window, { BarcodeDetector });
    const canvas = document.createElement("canvas");
    // A canvas that never changes produces no frames.
    setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, Math.random() * 100, 1), 50);
    navigator.mediaDevices.getUserMedia = async () => {
      if ((window as { refuses?: boolean }).refuses) throw new DOMException("no", "NotAllowedError");
      return canvas.captureStream(5);
    };
  }, code);
  await context.grantPermissions(["camera"]);
  await visit(entrance.path);
  await page.getByRole("button", { name: "打开摄像头扫码" }).click();
  await expect(word(page)).toHaveText("通过");
  await page.getByRole("button", { name: "关闭摄像头" }).click();
  await page.evaluate(() => Object.assign(window, { refuses: true }));
  await page.getByRole("button", { name: "打开摄像头扫码" }).click();
  await expect(page.getByText("浏览器没有得到使用摄像头的许可")).toBeVisible();
});

test.describe("over a flaky link", () => {
  test.use({ serviceWorkers: "allow" });

  test("@scripted after 2 s without an answer the scanner continues offline, says so, and counts the scan once", async ({
    page,
    visit,
    portal,
    entrance,
    problems,
  }) => {
    problems.expect(/net::ERR_|Failed to fetch|abort/i);
    const { code, signup } = await entrance.comes();
    await visit(entrance.path);
    // The request arrives, and its answer is lost.
    await page.route("**/check-in", async (route) => {
      await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      await route.abort().catch(() => undefined);
    });
    await page.route("**/check-in/scans", (route) => route.abort());
    await page.route("**/healthz", (route) => route.abort());
    const before = Date.now();
    await type(page, code);
    await expect(page.getByText("没有网络，正在离线签到")).toBeVisible();
    expect(Date.now() - before).toBeGreaterThanOrEqual(1_900);
    await expect(word(page)).toHaveText("通过");
    await expect(panel(page)).toContainText("离线核对：签名有效");
    await expect(page.getByText("1 次扫描在本机等待同步")).toBeVisible();
    await type(page, signup.letters);
    await expect(page.getByText("八位字母要联网才能核对")).toBeVisible();
    await expectAccessible(page);
    for (const path of ["**/check-in", "**/check-in/scans", "**/healthz"]) await page.unroute(path);
    await expect(page.getByText("离线的扫描已同步：通过 1，重复 0")).toBeVisible();
    await expect(page.getByText("没有网络，正在离线签到")).toHaveCount(0);
    const scans = await portal.gateway.database
      .select()
      .from(activityScans)
      .where(eq(activityScans.activityId, entrance.activityId));
    expect(scans.map(({ answer, duplicate }) => [answer, duplicate])).toEqual([["passed", false]]);
  });

  test("@scripted offline, codes are recognised by their signatures", async ({
    page,
    context,
    visit,
    portal,
    entrance,
    problems,
  }) => {
    problems.expect(/net::ERR_|Failed to fetch/);
    const { code } = await entrance.comes();
    const { signCode } = await import("gateway/activities/checkin/codes");
    const { addActivity, addSignup } = await import("../support/activities");
    const { gateway } = portal;
    const elsewhere = await addSignup(gateway, await addActivity(gateway), null);
    const late = (await entrance.comes()).signup;
    const inADay = new Date(Date.now() + 86_400_000);
    const forged = code.slice(0, 30) + (code[30] === "A" ? "B" : "A") + code.slice(31);
    const other = await signCode(gateway.services, elsewhere, inADay);
    const expired = await signCode(gateway.services, late, new Date(Date.now() - 60_000));
    await visit(entrance.path);
    await context.setOffline(true);
    for (const [typed, message] of [
      [code, "通过"],
      [code, "已签到"],
      [other, "不是本活动"],
      [expired, "无效"],
      [forged, "无效"],
      ["https://example.com/", "无效"],
    ] as const) {
      await type(page, typed);
      await expect(word(page)).toHaveText(message);
    }
    await expect(page.getByText("1 次扫描在本机等待同步")).toBeVisible();
  });

  test("@scripted 50 people at two entrances without a link, with a reload, are each checked in once", async ({
    page,
    context,
    browser,
    visit,
    portal,
    prefix,
    entrance,
    problems,
  }, info) => {
    problems.expect(/net::ERR_|Failed to fetch/);
    const people: { code: string }[] = [];
    for (let count = 0; count < 50; count += 1) people.push(await entrance.comes(`第${count}人`));
    const { viewport, userAgent } = info.project.use;
    const second = await browser.newContext({
      baseURL: portal.origin,
      serviceWorkers: "allow",
      viewport: viewport ?? null,
      ...(userAgent ? { userAgent } : {}),
    });
    await second.addCookies([cookieOf(entrance.organiser, portal.origin)]);
    const other = await second.newPage();
    await visit(entrance.path);
    await other.goto(`${prefix}${entrance.path}`);
    await other.waitForSelector("html[data-ready]");
    const isCached = async () =>
      (await (await caches.open("check-in-page")).keys()).length === 1 &&
      (await (await caches.open("check-in-assets")).keys()).length > 3;
    await expect.poll(() => page.evaluate(isCached)).toBe(true);
    await context.setOffline(true);
    await second.setOffline(true);
    const scanAll = async (on: Page, from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        await type(on, people[index]?.code ?? "");
        await expect(on.getByText(`${index + 1} 次扫描在本机等待同步`)).toBeVisible();
      }
    };
    await Promise.all([scanAll(page, 0, 25), scanAll(other, 0, 50)]);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("现场沙龙");
    await expect(page.getByText("25 次扫描在本机等待同步")).toBeVisible();
    await scanAll(page, 25, 50);
    await context.setOffline(false);
    await expect(page.getByText("离线的扫描已同步：通过 50，重复 0")).toBeVisible({ timeout: 40_000 });
    await second.setOffline(false);
    // Both entrances scanned each person: the earlier scan counts.
    await expect(other.getByText(/离线的扫描已同步：通过 \d+，重复 \d+/)).toBeVisible({ timeout: 40_000 });
    const { database } = portal.gateway;
    const here = eq(activitySignups.activityId, entrance.activityId);
    const came = await database
      .select()
      .from(activitySignups)
      .where(and(here, isNotNull(activitySignups.checkedInAt)));
    expect(came).toHaveLength(50);
    const scans = await database
      .select()
      .from(activityScans)
      .where(eq(activityScans.activityId, entrance.activityId));
    expect([scans.length, scans.filter(({ duplicate }) => !duplicate).length]).toEqual([100, 50]);
    for (const { id } of came) {
      const own = scans.filter(({ signupId }) => signupId === id);
      const earliest = Math.min(...own.map(({ at }) => at.getTime()));
      expect(came.find((row) => row.id === id)?.checkedInAt?.getTime()).toBe(earliest);
    }
    await second.close();
    // Signing out deletes the stored page.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js");
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    });
    await page.goto("/logout");
    const left = async () => (await caches.keys()).filter((name) => name.startsWith("check-in-"));
    await expect.poll(() => page.evaluate(left)).toEqual([]);
  });
});
