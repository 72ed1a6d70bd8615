import { describe, expect, test } from "vitest";
import { newMember, shellsOf, signedIn } from "./support";

describe.each(shellsOf(import.meta.url))("administrators, $shell", ({ prefix, headers }) => {
  const at = `${prefix}/moderator/administrators`;

  test("appoint and dismiss one another by forms alone, after a question, and the person gets a notice", async () => {
    const { browser: person, nickname } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const page = await admin.get(at);
    expect(page.$(`nav a[href="${at}"]`).text()).toContain("管理员");
    expect(page.text).toContain("你自己");
    const appoint = { intent: "appoint" };
    const unreasoned = await admin.submit(page, appoint, { person: nickname });
    expect([unreasoned.status, unreasoned.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(unreasoned.$("[name=person]").attr("value")).toBe(nickname);

    const prompt = await admin.submit(page, appoint, { person: nickname, reason: "接手日常管理" });
    expect(prompt.text).toContain(`任命「${nickname}」为管理员？`);
    expect((await person.get(at, { follow: false })).status).toBe(302);
    const done = await admin.submit(prompt, { button: "确认任命" });
    expect(done.text).toContain("已任命，对方会收到通知");
    const notices = await person.get(`${prefix}/personalCenter/msg?type=system`);
    expect(notices.text).toContain("你被任命为管理员");
    expect(notices.text).toContain("接手日常管理");
    expect((await person.get(at)).text).toContain(nickname);
    expect((await admin.get(`${prefix}/moderator/log?action=appointAdmin`)).text).toContain(nickname);

    const form = done.$(`form[aria-label="免去管理员：${nickname}"]`);
    const intent = String(form.find("button[value^=dismiss]").attr("value"));
    const question = await admin.submit(done, { intent }, { reason: "测试完了" });
    expect(question.text).toContain(`免去${nickname}的管理员？`);
    const off = await admin.submit(question, { button: "确认免去" });
    expect(off.text).toContain("已免去，对方会收到通知");
    expect((await person.get(at, { follow: false })).status).toBe(302);
    expect((await person.get(`${prefix}/personalCenter/msg?type=system`)).text).toContain("你不再担任管理员");
  });

  test("see by the field that nobody has that name, and that they cannot appoint or dismiss themselves", async () => {
    const admin = await signedIn("admin", headers);
    const wrong = async (person: string) => {
      const typed = { person, reason: "接手" };
      const prompt = await admin.submit(await admin.get(at), { intent: "appoint" }, typed);
      return admin.submit(prompt, { button: "确认任命" });
    };
    const nobody = await wrong("没有这个人");
    expect(nobody.status).toBe(404);
    expect(nobody.$("[name=person]").attr("aria-invalid")).toBe("true");
    const own = await wrong("青芯小管家");
    expect([own.status, own.text]).toEqual([422, expect.stringContaining("不能任免自己")]);
  });

  test("nobody else may open the page", async () => {
    const moderator = await signedIn("moderator", headers);
    const away = await moderator.get(at);
    expect(away.url.pathname).not.toContain("administrators");
    expect((await moderator.get(`${prefix}/moderator/audit`)).$(`a[href="${at}"]`).length).toBe(0);
  });
});
