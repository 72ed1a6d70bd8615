import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** What lecturers and administrators do with forms alone: recordings that are handed in, certificates revoked. */

/** The moderator's account is a lecturer of this course (content/demo/lecturers.yaml). */
const taught = 101;
/** A course with a certificate for its lessons alone. */
const certified = 102;

const recording = () =>
  new File([new Uint8Array(readFileSync("content/demo/media/int8-quantise.webm"))], "第三课 录像.webm");

test.each(shells)(
  "a lecturer hands in a recording, $shell, and takes it back",
  async ({ prefix, headers }) => {
    const lecturer = await signedIn("moderator", headers);
    const list = await lecturer.get(`${prefix}/classRoom/preview`);
    const page = await lecturer.get(linkOn(list, new RegExp(`/trainingClass/videos/${taught}$`)));
    expect([page.status, page.$("h1").text()]).toEqual([200, "录像"]);

    // What is wrong is said by its field, and what was typed stays.
    const note = "开头三秒剪掉";
    const none = await lecturer.submit(page, { intent: "upload" }, { note, lesson: "10103" });
    expect(none.status).toBe(400);
    expect(none.$("#file-hint").text()).toContain("请选择视频文件");
    expect([none.$("#note").text(), none.$("#lesson option[selected]").attr("value")]).toEqual([
      note,
      "10103",
    ]);
    const fake = new File(["<html>不是视频</html>"], "第三课.webm");
    const refused = await lecturer.submit(none, { intent: "upload" }, { file: fake });
    expect(refused.status).toBe(422);
    expect(refused.$("#file-hint").text()).toContain("内容不是 WebM 视频，或已损坏");
    expect(refused.$("#note").text()).toBe(note);
    const forged = await lecturer.submit(
      refused,
      { intent: "upload" },
      { file: recording(), note: "长".repeat(201) },
    );
    expect([forged.status, forged.$("#note-hint").text()]).toEqual([400, "说明不能超过 200 个字"]);
    // The browser has forgotten the file, and the page says so.
    expect(forged.$("#file-hint").text()).toContain("请再选一次文件");

    const stored = await lecturer.submit(refused, { intent: "upload" }, { file: recording() });
    expect(stored.text).toMatch(/已收到“第三课 录像.webm”，0:\d\d/);
    expect(stored.text).toContain("已交的录像（1）");
    expect(stored.text).toContain(note);
    const file = await fetch(new URL(linkOn(stored, /\/gateway\/media\/.*Signature/), stored.url));
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "video/webm"]);
    expect((await file.arrayBuffer()).byteLength).toBe(recording().size);

    const asked = await lecturer.submit(stored, { intent: "delete" });
    expect(asked.text).toContain("文件会从服务器上删除，不能找回");
    const removed = await lecturer.submit(asked, { intent: "delete" });
    expect(removed.text).toContain("录像已删除");
    expect(removed.text).toContain("还没有录像");
  },
);

test("recordings are nobody's who does not teach the course", async () => {
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

/** The address of a certificate that somebody earns now. */
async function earned(browser: PlainBrowser): Promise<string> {
  const page = await browser.get(`/trainingClass/details/${certified}`);
  const lessons = page
    .$("#outline ~ ol a[href*='/trainingClass/lessons/']")
    .toArray()
    .map((link) => page.$(link).attr("href") ?? "");
  for (const lesson of lessons) await browser.submit(await browser.get(lesson), { intent: "done" });
  return linkOn(await browser.get(`/trainingClass/details/${certified}`), /\/trainingClass\/certificates\//);
}

test.each(shells)(
  "an administrator revokes a certificate, $shell, and its public page says so",
  async ({ prefix, headers }) => {
    const { browser, nickname } = await newMember();
    const address = prefix + (await earned(browser));
    const anyone = visitor(headers);
    const valid = await anyone.get(address);
    expect(valid.text).toContain("状态有效");
    expect(valid.$("button[value=revoke]").length).toBe(0);
    // Neither its holder is offered to revoke it, nor somebody who moderates and is no administrator.
    for (const other of [browser, await signedIn("moderator", headers)])
      expect((await other.get(address)).$("button[value=revoke]").length).toBe(0);

    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const empty = await admin.submit(page, { intent: "revoke" });
    expect([empty.status, empty.$("#reason-hint").text()]).toEqual([400, "请填写撤销原因"]);
    const long = "长".repeat(201);
    const refused = await admin.submit(empty, { intent: "revoke" }, { reason: long });
    expect([refused.status, refused.$("#reason").text()]).toEqual([400, long]);
    expect(refused.$("#reason-hint").text()).toBe("撤销原因不能超过 200 个字");
    const revoked = await admin.submit(refused, { intent: "revoke" }, { reason: "查实为代学" });
    expect(revoked.text).toContain("证书已撤销");
    expect(revoked.$("button[value=revoke]").length).toBe(0);

    // Everything that was on it still is, for everybody, and at once.
    for (const reader of [anyone, visitor(headers), browser]) {
      const seen = await reader.get(address);
      expect(seen.status).toBe(200);
      expect(seen.text).toMatch(/这张证书已于 \d{4}-\d{2}-\d{2} 撤销：查实为代学/);
      expect(seen.text).toContain("状态已撤销");
      expect(seen.text).toContain(nickname);
    }
    expect((await browser.get("/personalCenter/study")).text).toContain("已撤销");
    // The page of somebody who had it open says that it is done already.
    const twice = await admin.submit(refused, { intent: "revoke" }, { reason: "再撤一次" });
    expect([twice.status, twice.text.includes("这张证书已经撤销")]).toEqual([409, true]);
  },
);
