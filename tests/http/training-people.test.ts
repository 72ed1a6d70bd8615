import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { courses } from "gateway/database/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { saveTraining } from "../support/training";
import { linkOn, newMember, shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** What lecturers and administrators do with forms alone: they hand in recordings and revoke certificates. */

/** A course of which the moderator's account is a lecturer (content/demo/lecturers.yaml). */
const taught = 101;

/** A portal whose gateway's clock the tests move: learning a lesson and waiting for another exam try take time. */
let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal();
});
afterAll(() => portal?.stop());

const recording = () =>
  new File([new Uint8Array(readFileSync("content/demo/media/int8-quantise.webm"))], "第三课 录像.webm");

test.each(shells)(
  "a lecturer hands in a recording, $shell, and withdraws it",
  async ({ prefix, headers }) => {
    const lecturer = await signedIn("moderator", headers);
    const list = await lecturer.get(`${prefix}/classRoom/preview`);
    const page = await lecturer.get(linkOn(list, new RegExp(`/trainingClass/videos/${taught}$`)));
    expect([page.status, page.$("h1").text()]).toEqual([200, "录像"]);

    // Errors are shown by their fields, and typed values stay.
    const note = "开头三秒剪掉";
    const none = await lecturer.submit(page, { intent: "upload" }, { note, lesson: "10103" });
    expect(none.status).toBe(400);
    expect(none.$("#file-problem").text()).toContain("请选择视频文件");
    expect([none.$("#note").text(), none.$("#lesson option[selected]").attr("value")]).toEqual([
      note,
      "10103",
    ]);
    const fake = new File(["<html>不是视频</html>"], "第三课.webm");
    const refused = await lecturer.submit(none, { intent: "upload" }, { file: fake });
    expect(refused.status).toBe(422);
    expect(refused.$("#file-problem").text()).toContain("内容不是 WebM 视频，或已损坏");
    expect(refused.$("#note").text()).toBe(note);
    const forged = await lecturer.submit(
      refused,
      { intent: "upload" },
      { file: recording(), note: "长".repeat(201) },
    );
    expect([forged.status, forged.$("#note-problem").text()]).toEqual([400, "说明不能超过 200 个字"]);
    // The browser has lost the chosen file, and the page says so.
    expect(forged.$("#file-problem").text()).toContain("请再选一次文件");

    const stored = await lecturer.submit(refused, { intent: "upload" }, { file: recording() });
    expect(stored.text).toMatch(/已收到“第三课 录像.webm”，0:\d\d/);
    expect(stored.text).toContain("已交的录像（1）");
    expect(stored.text).toContain(note);
    const file = await fetch(new URL(linkOn(stored, /\/gateway\/media\/.*Signature/), stored.url));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "video/webm"]);
    expect((await file.arrayBuffer()).byteLength).toBe(recording().size);

    const prompt = await lecturer.submit(stored, { intent: "delete" });
    expect(prompt.text).toContain("文件会从服务器上删除，不能找回");
    const removed = await lecturer.submit(prompt, { intent: "delete" });
    expect(removed.text).toContain("录像已删除");
    expect(removed.text).toContain("还没有录像");
  },
);

test("people who do not teach the course cannot see its recordings", async () => {
  const { browser } = await newMember();
  const page = await browser.get(`/trainingClass/videos/${taught}`);
  expect([page.status, page.text.includes("只有这门课程的讲师和管理员可以这样做")]).toEqual([422, true]);
  const csrf = (await browser.get("/suggestion")).$('input[name="csrf"]').attr("value") ?? "";
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf, intent: "upload", note: "" })) form.set(name, value);
  form.set("file", recording());
  expect((await browser.post(`/trainingClass/videos/${taught}`, form)).status).toBe(422);
  expect((await visitor().get(`/trainingClass/videos/${taught}`)).status).toBe(401);
  expect((await (await signedIn("admin")).get("/trainingClass/videos/999")).status).toBe(404);
});

/** Learns the lesson on its page. */
async function learn(browser: PlainBrowser, address: string): Promise<Page> {
  const page = await browser.get(address);
  portal.gateway.pass(54);
  return browser.submit(page, { intent: "learned" });
}

test.each(shells)(
  "a course takes its time, its exam has a waiting time, and then there is a certificate, $shell",
  async ({ prefix, headers }) => {
    const { gateway } = portal;
    const { course, lesson, exam } = await saveTraining(gateway, null);
    await gateway.database.update(courses).set({ certificateExamId: exam }).where(eq(courses.id, course));
    const me = await gateway.member();
    const browser = await portal.browserOf(me, headers);
    const opened = await browser.get(`${prefix}/trainingClass/lessons/${lesson}`);
    const soon = await browser.submit(opened, { intent: "learned" });
    expect(soon.status).toBe(409);
    expect(soon.text).toMatch(/这节课还没有学够时间：至少要学 54 秒，还差 5\d 秒，到时再点“学完了”/);
    // A lesson that the learner marks by hand does not count for the certificate.
    const marked = await browser.submit(soon, { intent: "mark" });
    expect(marked.text).toContain("已自行标记，不计入证书");
    const detail = await browser.get(`${prefix}/trainingClass/details/${course}`);
    expect(detail.$("#outline ~ ol .label").text()).toBe("自行标记");
    expect(detail.text).toContain("已学 0%");
    expect(detail.text).toContain("你自行标记的 1 课时还要学完");
    // The page that was refused still counts the time from its first opening.
    gateway.pass(54);
    const learned = await browser.submit(soon, { intent: "learned" });
    expect(learned.text).toContain("已学完这节课");
    expect((await browser.get(`${prefix}/trainingClass/details/${course}`)).text).toContain("已学 100%");

    const rules = `${prefix}/trainingClass/exams/${exam}`;
    const sheet = await browser.submit(await browser.get(rules), { intent: "start" });
    const blank = await browser.submit(sheet, { intent: "submit" });
    const failed = await browser.submit(blank, { intent: "submit" });
    // The page starts with the result, and does not show the right answers.
    expect(failed.$("main article").children().first().find("h1").text()).toBe(`考试${exam}成绩`);
    expect(failed.text).toMatch(/未通过，0 \/ 2 分答对 0 \/ 2 题/);
    expect(failed.html).not.toContain("正确答案</dt>");
    const waits = await browser.get(rules);
    expect(waits.text).toMatch(/上次没有通过，\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 起可以再考/);
    expect(waits.$("button[value=start]").length).toBe(0);
    const csrf = waits.$('input[name="csrf"]').attr("value") ?? "";
    const forced = await browser.post(waits.url, new URLSearchParams({ csrf, intent: "start" }));
    expect([forced.status, forced.text]).toEqual([409, expect.stringContaining("还要等 30 分钟")]);

    gateway.pass(30 * 60);
    const second = await browser.submit(await browser.get(rules), { intent: "start" });
    const [choice, typed] = ["radio", "text"].map(
      (type) => second.$(`fieldset input[type=${type}]`).first().attr("name") ?? "",
    );
    const answers = { [choice as string]: "true", [typed as string]: "250" };
    const passed = await browser.submit(second, { intent: "submit" }, answers);
    expect(passed.text).toMatch(/通过，2 \/ 2 分/);
    expect(passed.html).toContain("正确答案");
    // Another open page of the attempt: nothing is saved, and its answers are not lost.
    for (const intent of ["save", "submit"]) {
      const late = await browser.submit(second, { intent }, { ...answers, [typed as string]: "二百五" });
      expect([late.status, late.$("#result-problems").text()]).toEqual([
        409,
        "这次考试已经交卷或到时间，答案不能再改",
      ]);
      expect(late.text).toMatch(/这一页填了、没有算进去的答案第 \d 题：二百五/);
    }
    const again = await browser.submit(second, { intent: "submit" }, answers);
    expect([again.status, again.$("#result-problems").length]).toEqual([200, 0]);

    const anyone = new PlainBrowser(portal.origin, headers);
    const certificate = await anyone.get(linkOn(passed, /\/trainingClass\/certificates\//));
    expect(certificate.text).toContain(me.nickname);
    expect(certificate.$('meta[name="robots"]').attr("content")).toBe("noindex");
    const code = await anyone.get(certificate.$("figure img").attr("src") ?? "");
    expect(code.headers.get("content-type")).toContain("image/svg+xml");
  },
);

test.each(shells)(
  "an administrator revokes a certificate, $shell, and its public page says so",
  async ({ prefix, headers }) => {
    const { gateway } = portal;
    const { course, lesson } = await saveTraining(gateway, null);
    const me = await gateway.member();
    const { nickname } = me;
    const browser = await portal.browserOf(me);
    expect((await learn(browser, `/trainingClass/lessons/${lesson}`)).text).toContain("证书已颁发");
    const detail = await browser.get(`/trainingClass/details/${course}`);
    const address = prefix + linkOn(detail, /\/trainingClass\/certificates\//);
    const anyone = new PlainBrowser(portal.origin, headers);
    const valid = await anyone.get(address);
    expect(valid.text).toContain("状态有效");
    expect(valid.$("button[value=revoke]").length).toBe(0);
    // Neither the holder nor a moderator who is no administrator sees the button.
    const moderator = await gateway.member();
    await gateway.section({ moderators: [moderator] });
    for (const other of [browser, await portal.browserOf(moderator, headers)])
      expect((await other.get(address)).$("button[value=revoke]").length).toBe(0);

    const admin = await portal.browserOf(await gateway.member({ admin: true }), headers);
    const page = await admin.get(address);
    const empty = await admin.submit(page, { intent: "revoke" });
    expect([empty.status, empty.$("#reason-problem").text()]).toEqual([400, "请填写撤销原因"]);
    const long = "长".repeat(201);
    const refused = await admin.submit(empty, { intent: "revoke" }, { reason: long });
    expect([refused.status, refused.$("#reason").text()]).toEqual([400, long]);
    expect(refused.$("#reason-problem").text()).toBe("撤销原因不能超过 200 个字");
    const revoked = await admin.submit(refused, { intent: "revoke" }, { reason: "查实为代学" });
    expect(revoked.text).toContain("证书已撤销");
    expect(revoked.$("button[value=revoke]").length).toBe(0);

    // The page still shows all the certificate's data, to everybody, and at once.
    for (const reader of [anyone, new PlainBrowser(portal.origin, headers), browser]) {
      const seen = await reader.get(address);
      expect(seen.status).toBe(200);
      expect(seen.text).toMatch(/这张证书已于 \d{4}-\d{2}-\d{2} 撤销：查实为代学/);
      expect(seen.text).toContain("状态已撤销");
      expect(seen.text).toContain(nickname);
    }
    expect((await browser.get("/personalCenter/study")).text).toContain("已撤销");
    // An administrator who had the page open reads that it is already revoked.
    const twice = await admin.submit(refused, { intent: "revoke" }, { reason: "再撤一次" });
    expect([twice.status, twice.text.includes("这张证书已经撤销")]).toEqual([409, true]);
  },
);
