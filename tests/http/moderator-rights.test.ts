import { describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

/** One section for each shell. */
const sections = { desktop: "105", h5: "104" };

describe.each(shells)("rights and the inbox, %s", (shell, prefix, headers) => {
  const fid = sections[shell];
  const address = `${prefix}/moderator/userAuth?fid=${fid}`;

  const press = async (browser: PlainBrowser, at: string, intent: string, values: Record<string, string>) =>
    browser.submit(await browser.get(at), { intent }, values);

  test("a person's rights are shown with their reasons, and changed with a reason", async () => {
    const { browser: member, nickname } = await newMember();
    const admin = await signedIn("admin", headers);
    const person = `${address}&person=${encodeURIComponent(nickname)}`;
    const before = await admin.get(person);
    expect(before.text).toContain("版块默认：所有人");
    const unreasoned = await press(admin, person, "person", { view: "deny", reason: " " });
    expect([unreasoned.status, unreasoned.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(unreasoned.$("select[name=view] option[selected]").attr("value")).toBe("deny");
    const done = await press(admin, person, "person", { view: "deny", reason: "反复发错版块" });
    expect(done.text).toContain("已修改 1 项权限");
    expect(done.text).toContain("单独设为「禁止」");
    expect((await member.get(`/forum/${fid}`)).status).toBe(404);
    expect((await member.get("/personalCenter/msg?type=system")).text).toContain("反复发错版块");
    await press(admin, person, "person", { view: "default", reason: "可以了" });
    expect((await member.get(`/forum/${fid}`)).status).toBe(200);
    expect((await admin.get(`${address}&person=查无此人`)).text).toContain("没有这样的用户");
  });

  test("administrators alone change a section's own rules, which apply to everybody at once", async () => {
    const [admin, guest] = [await signedIn("admin", headers), visitor(headers)];
    const reply = `${prefix}/forum/${fid}`;
    const wrong = await press(admin, address, "rules", { uploadAttachment: "members", reason: "" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(wrong.$("select[name=uploadAttachment] option[selected]").attr("value")).toBe("members");
    const done = await press(admin, address, "rules", { uploadAttachment: "members", reason: "附件太多" });
    expect(done.text).toContain("已修改 1 项默认权限");
    expect((await guest.get(reply)).status).toBe(200);
    await press(admin, address, "rules", { uploadAttachment: "everyone", reason: "恢复" });
    const moderator = await signedIn("moderator", headers);
    const own = await moderator.get(`${prefix}/moderator/userAuth`);
    expect(own.text).toContain("版块的默认权限");
    expect(own.$("button[value=rules]").length).toBe(0);
  });

  test("administrators alone open the inbox: a moderator is redirected to the start page", async () => {
    const moderator = await signedIn("moderator", headers);
    for (const kind of ["suggestion", "complaint", "message"]) {
      const sent = await moderator.get(`${prefix}/moderator/advice?kind=${kind}`, { follow: false });
      expect([kind, sent.status, sent.headers.get("location")]).toEqual([kind, 302, prefix || "/"]);
    }
  });

  test("an administrator answers a suggestion in the inbox", async () => {
    const { browser: member } = await newMember();
    await member.submit(await member.get("/suggestion"), { intent: "sign" });
    const text = `希望资料能按日期排序 ${shell} ${process.pid}`;
    await member.submit(await member.get("/suggestion"), { intent: "suggest" }, { type: "feature", text });
    const admin = await signedIn("admin", headers);
    const inbox = `${prefix}/moderator/advice`;
    const page = await admin.get(inbox);
    const [, number = ""] = new RegExp(`(YJ\\d{8}-\\w{6})(?:(?!YJ).)*${text}`).exec(page.text) ?? [];
    const letter = await admin.get(`${inbox}?number=${number}`);
    const done = await admin.submit(
      letter,
      { intent: "suggestion" },
      { status: "adopted", answer: "下个版本就有" },
    );
    expect(done.text).toContain(`已答复 ${number}`);
    expect((await admin.get(`${inbox}?state=done`)).text).toContain("下个版本就有");
    expect((await member.get(`/suggestion/mine/${number}`)).text).toContain("下个版本就有");
  });
});
