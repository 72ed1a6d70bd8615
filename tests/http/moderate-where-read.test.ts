import { expect, test } from "vitest";
import { newMember, publishTopic, signedIn, tidOf, visitor } from "./support";

test("a moderator hides a topic on its own page and undoes it in the message that follows; others see no such tools", async () => {
  const { browser: author } = await newMember();
  const topic = await publishTopic(author, "", undefined, `就地管理 ${process.pid}`);
  const tid = tidOf(topic);
  const admin = await signedIn("admin");
  const page = await admin.get(`/hsforum/thread-${tid}-1-1.html`);
  const link = String(page.$("a[href*='moderate=']").first().attr("href"));
  for (const other of [author, visitor()])
    expect((await other.get(`/hsforum/thread-${tid}-1-1.html`)).text).not.toContain("moderate=");
  expect((await author.get(link)).$("[name=operation]").length).toBe(0);
  const form = (await admin.get(link)).$("form:has([name=operation])");
  const value = (name: string) => String(form.find(`[name=${name}]`).attr("value"));
  const body = (more: Record<string, string>) =>
    new URLSearchParams({
      csrf: value("csrf"),
      submissionId: value("submissionId"),
      ids: value("ids"),
      operation: "hide",
      days: "",
      moveTo: "",
      ...more,
    });
  // Enter in the reason field decides nothing.
  const undecided = await admin.post(link, body({ reason: "广告" }), { follow: true });
  expect(undecided.text).not.toContain("已处理 1 项");
  const hidden = await admin.post(link, body({ reason: "广告", intent: "operate" }), { follow: true });
  expect(hidden.text).toContain("已处理 1 项");
  const undo = hidden.$("form[action*='/moderator/batch']");
  const of = (name: string) => String(undo.find(`[name=${name}]`).attr("value"));
  const undone = await admin.post(
    String(undo.attr("action")),
    new URLSearchParams({
      csrf: of("csrf"),
      submissionId: of("submissionId"),
      reason: of("reason"),
      intent: "undo",
    }),
    { follow: true },
  );
  expect(undone.text).toContain("已撤销，1 项恢复成处理前的样子");
  expect((await visitor().get(`/hsforum/thread-${tid}-1-1.html`)).text).toContain(`就地管理 ${process.pid}`);
});
