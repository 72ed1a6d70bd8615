import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "./support/fixtures";
import { tabTo, walk } from "./support/keyboard-walk";

/** A course of the demo's pack; its first lesson has a video with captions. */
const lesson = "/trainingClass/lessons/10101";

test("a learner finds and starts a course with a keyboard alone", async ({ page, visit }) => {
  await visit("/trainingClass?classId=1&levelId=1&q=%E6%98%9F%E9%97%AA");
  const card = page.locator("main li a[href$='/trainingClass/details/101']");
  await tabTo(page, card);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/星闪入门/);
  await tabTo(page, page.getByText("开始学习", { exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/trainingClass\/lessons\/\d+$/);
});

test("a lesson shows its video's content as text before the video loads", async ({ page, visit }) => {
  const media: string[] = [];
  page.on("request", (request) => {
    if (/\.(?:webm|mp4)/.test(request.url())) media.push(request.url());
  });
  await visit(lesson);
  await expect(page.getByRole("heading", { name: "逐字稿" })).toBeVisible();
  await expect(page.locator("#transcript ~ ol a").first()).toBeVisible();
  await expect(page.locator("#slides ~ ol > li").first()).toBeVisible();
  expect(media).toEqual([]);
  // A line links to the lesson at its second.
  await expect(page.locator("#transcript ~ ol a").nth(1)).toHaveAttribute("href", /\?t=\d+#player$/);
});

test("@scripted a video plays with captions from a line of the transcript, and the position is saved", async ({
  page,
  visit,
  join,
}) => {
  await join("accepted");
  await visit(lesson);
  const line = page.locator("#transcript ~ ol a").nth(1);
  const second = Number(await line.getAttribute("data-at"));
  const ranged = page.waitForResponse((response) => /\.webm/.test(response.url()));
  await line.click();
  expect([200, 206]).toContain((await ranged).status());
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(second);
  const tracks = await video.evaluate((element: HTMLVideoElement) =>
    Array.from(element.textTracks, ({ kind, mode, cues }) => ({ kind, mode, cues: cues?.length ?? 0 })),
  );
  expect(tracks).toEqual([{ kind: "captions", mode: "showing", cues: expect.any(Number) }]);
  expect(tracks[0]?.cues).toBeGreaterThan(3);
  await page.getByLabel("倍速").selectOption("2");
  expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(2);
  const saved = page.waitForResponse((response) => response.url().endsWith("/study/position"));
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  expect((await saved).status()).toBe(200);
  await expect(page.getByText(/已记住看到 0:\d\d/)).toBeVisible();
  // The video continues from there, on another device too.
  await page.goto(page.url().split("?")[0] ?? "");
  await expect(page.locator("video source").first()).toHaveAttribute("src", /#t=\d+$/);
});

test("@scripted a lesson that is opened and not played keeps its position", async ({ page, visit, join }) => {
  await join("accepted");
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/study/position")) saves.push(request.url());
  });
  await visit(lesson);
  await page.locator("#transcript ~ ol a").nth(3).click();
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.played.length))
    .toBeGreaterThan(0);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expect(page.getByText(/已记住看到 0:\d\d/)).toBeVisible();
  await visit(lesson);
  const source = await page.locator("video source").first().getAttribute("src");
  expect(source).toMatch(/#t=[1-9]\d*$/);
  saves.length = 0;
  // The lesson is read, not played, and left; the same for a link that opens it at some second.
  for (const address of ["/trainingClass", `${lesson}?t=5`, "/trainingClass", lesson]) await visit(address);
  expect(saves).toEqual([]);
  expect((await page.locator("video source").first().getAttribute("src"))?.split("#")[1]).toBe(
    source?.split("#")[1],
  );
});

test("@scripted a note that is typed while its code loads stays, though the video plays meanwhile", async ({
  page,
  visit,
  join,
}) => {
  await join("accepted");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/own-parts-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await visit(lesson);
  const note = page.locator("main textarea");
  await page.getByText("记一条笔记").click();
  await note.fill("中断优先级看这里");
  await page.locator("#transcript ~ ol a").nth(1).click();
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(5);
  const loaded = page.waitForResponse(/\/assets\/own-parts-[^/]*\.js/);
  release();
  await loaded;
  await expect(page.locator("#transcript ~ ol > [data-current]")).toHaveCount(1);
  await expect(note).toHaveValue("中断优先级看这里");
});

test("@scripted the transcript is searched while a learner types", async ({ page, visit }) => {
  await visit(lesson);
  const lines = page.locator("#transcript ~ ol > li");
  const all = await lines.count();
  const word = ((await lines.first().locator("a span").last().textContent()) ?? "").slice(0, 4);
  await page.getByLabel("在逐字稿里查找").fill(word);
  await expect(page.locator("#transcript ~ ol mark").first()).toHaveText(word);
  expect(await lines.count()).toBeLessThan(all);
});

test("@scripted an exam's answers are saved as they are given, over a lost connection too", async ({
  page,
  visit,
  join,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  await join("accepted");
  await visit("/trainingClass/exams/1");
  await page.getByRole("button", { name: "开始考试" }).click();
  await expect(page.getByRole("timer")).toContainText(/剩余 1?\d:\d\d/);
  const radios = page.locator("fieldset:has(input[type=radio])");
  await radios.first().locator("label").first().click();
  await expect(page.getByText(/已答 1 \/ 12 题/)).toBeVisible();
  await context.setOffline(true);
  await radios.nth(1).locator("label").last().click();
  await expect(page.getByText("没有保存上，正在重试…")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/已答 2 \/ 12 题/)).toBeVisible();
  // After the lost connection the saved answers are there again.
  await page.goto(page.url());
  await expect(radios.first().locator("input").first()).toBeChecked();
  await expect(radios.nth(1).locator("input").last()).toBeChecked();
  await page.getByRole("button", { name: "交卷" }).click();
  await page.getByRole("button", { name: "确认交卷" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("星闪入门结业考试成绩");
  // The result is in view and has the focus, although the button was at the page's end.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page.getByText(/答对 \d \/ 12 题/)).toBeVisible();
  await expect(page.getByText("你的答案").first()).toBeVisible();
  await expect(page.locator("dt").getByText("正确答案")).toHaveCount(0);
});

test("@scripted an older open page of an exam overwrites nothing that another page saved", async ({
  page,
  visit,
  join,
  context,
}) => {
  await join("accepted");
  await visit("/trainingClass/exams/1");
  await page.getByRole("button", { name: "开始考试" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("timer")).toBeVisible();
  const radios = "fieldset:has(input[type=radio])";
  await other.locator(radios).first().locator("label").first().click();
  await expect(other.getByText(/已答 1 \/ 12 题/)).toBeVisible();
  await other.close();
  await page.locator(radios).nth(1).locator("label").first().click();
  await expect(page.getByText(/已答 2 \/ 12 题/)).toBeVisible();
  await page.getByRole("button", { name: "交卷" }).click();
  await page.getByRole("button", { name: "确认交卷" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("星闪入门结业考试成绩");
  await expect(page.getByText("未作答")).toHaveCount(10);
});

test("@scripted an open page of an exam that another page handed in stops, and keeps what was typed", async ({
  page,
  visit,
  join,
  context,
  problems,
}) => {
  problems.expect(/422/);
  await join("accepted");
  await visit("/trainingClass/exams/1");
  await page.getByRole("button", { name: "开始考试" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  const [other, idle] = [await context.newPage(), await context.newPage()];
  for (const left of [other, idle]) {
    await left.goto(page.url());
    await expect(left.getByRole("timer")).toBeVisible();
  }
  await page.getByRole("button", { name: "交卷" }).click();
  await page.getByRole("button", { name: "确认交卷" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("星闪入门结业考试成绩");
  // One open page shows the message when the learner types on, the other when the learner returns to it.
  const blank = other.locator("fieldset input[type=text]").first();
  const isThere = (await blank.count()) > 0;
  if (isThere) await blank.fill("没有存上的答案");
  else await other.locator("fieldset:has(input[type=radio]) label").first().click();
  await idle.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  for (const left of [other, idle]) {
    await expect(left.getByRole("alert").getByText(/已在别的页面交卷或到时间，这一页不再保存/)).toBeVisible();
    await expect(left.getByRole("button", { name: "交卷" })).toHaveCount(0);
    await expect(left.locator("fieldset input[type=radio]").first()).toBeDisabled();
  }
  if (isThere) await expect(blank).toHaveValue("没有存上的答案");
  await other.getByRole("link", { name: "看成绩" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("星闪入门结业考试成绩");
});

test("a lecturer hands in a recording, and starts another with an empty form", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("moderator");
  await visit("/trainingClass/videos/102");
  await page.getByLabel("视频文件").setInputFiles("content/demo/media/int8-quantise.webm");
  await page.getByLabel("哪一节课").selectOption({ index: 1 });
  await page.getByLabel("说明（可不填）").fill("开头三秒剪掉");
  await page.getByRole("button", { name: "上传" }).click();
  await expect(page.getByText(/已收到“int8-quantise.webm”，0:\d\d/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^下载 ?int8-quantise/ })).toBeVisible();
  await expect(page.getByLabel("说明（可不填）")).toHaveValue("");
  // The same file again is the same recording, and the form is empty again.
  await page.getByLabel("视频文件").setInputFiles("content/demo/media/int8-quantise.webm");
  await page.getByLabel("哪一节课").selectOption({ index: 1 });
  await page.getByLabel("说明（可不填）").fill("开头三秒剪掉");
  await page.getByRole("button", { name: "上传" }).click();
  await expect(page.getByLabel("说明（可不填）")).toHaveValue("");
  await expect(page.getByText(/已收到“int8-quantise.webm”，0:\d\d/)).toBeVisible();
});

test("@scripted a long recording's upload continues where it stopped, after a lost connection and a reload", async ({
  page,
  visit,
  signIn,
  problems,
}, info) => {
  problems.expect(/ERR_FAILED/);
  await signIn("moderator");
  // A video that plays, followed by nine megabytes that its container format skips.
  const empty = Buffer.from([0xec, 0x01, 0, 0, 0, 0, 0, 0, 0]);
  empty.writeUInt32BE(9 * 2 ** 20, 5);
  const video = readFileSync("content/demo/media/int8-quantise.webm");
  const file = info.outputPath("长课.webm");
  writeFileSync(file, Buffer.concat([video, empty, Buffer.alloc(9 * 2 ** 20, 7)]));
  let sent = 0;
  await page.route("**/editor/recording", async (route) => {
    sent += 1;
    // The start and the first piece arrive.
    await (sent > 2 ? route.abort() : route.continue());
  });
  await visit("/trainingClass/videos/103");
  const choose = async () => {
    await page.getByLabel("视频文件").setInputFiles(file);
    await page.getByRole("button", { name: "上传", exact: true }).click();
  };
  await choose();
  await expect(page.getByText(/网络连接中断，已传 \d+%，正在重试…/)).toBeVisible();
  await page.unroute("**/editor/recording");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/editor/recording")) requests.push(request.method());
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "没有传完的录像（1）" })).toBeVisible();
  await expect(page.getByText(/已传 4(\.0)? MB \/ 9\.\d MB/)).toBeVisible();
  requests.length = 0;
  await choose();
  await expect(page.getByText(/已收到“长课.webm”，0:\d\d/)).toBeVisible();
  // The start, the two remaining pieces, and the end.
  expect(requests).toHaveLength(4);
  await expect(page.getByRole("link", { name: /^下载 ?长课/ })).toBeVisible();
  await expect(page.getByText("没有传完的录像")).toHaveCount(0);
});

test("@scripted a lecturer's screens are walked by keyboard: typing, Enter and Tab hand in and delete nothing", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("moderator");
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (
      request.method() === "POST" &&
      /^\/(h5\/)?(trainingClass|classRoom|personalCenter|editor)/.test(pathname)
    )
      sent.push(pathname);
  });
  const file = "content/demo/media/dtim-current.webm";
  let fields = 0;
  for (const path of [
    ...["/classRoom/preview", "/classRoom/preview?id=101", "/trainingClass/details/101"],
    ...["/trainingClass/learners/101", "/personalCenter/study", "/trainingClass/videos/101"],
  ]) {
    await visit(path);
    // With a file chosen, only the decision is missing.
    if (path.includes("videos")) await page.getByLabel("视频文件").setInputFiles(file);
    fields += await walk(page);
    expect(sent, path).toEqual([]);
  }
  // The recording's lesson. Its note is a text of several lines, in which Enter adds a line.
  expect(fields).toBeGreaterThan(0);

  // A chosen action is done: the recording is handed in. Deleting asks first: Enter goes back, and the confirmation is
  // a press of its own.
  await tabTo(page, page.getByRole("button", { name: "上传", exact: true }));
  await page.keyboard.press("Enter");
  const remove = page.getByRole("button", { name: /^删除 ?dtim-current/ });
  await expect(remove).toHaveCount(1);
  const asks = page.getByRole("alert", { name: "删除这个录像？" });
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  await expect(asks).toBeVisible();
  await expect(page.getByRole("button", { name: "不了，返回" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(asks).toHaveCount(0);
  await tabTo(page, remove);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "不了，返回" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("录像已删除")).toBeVisible();
});
