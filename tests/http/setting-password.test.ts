import { describe, expect, test } from "vitest";
import { newMemberPassword } from "../support/register";
import { signInWithPassword } from "../support/sign-in";
import { codeFor, newMember, shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const password = "another-Member-2026";

describe.each(shells)("the password in the settings, $shell", ({ prefix, headers }) => {
  const place = `${prefix}/personalCenter/setting?section=password`;
  const signsIn = async (account: string, typed: string) => {
    const browser = visitor(headers);
    await signInWithPassword(browser, { account, password: typed }).catch(() => undefined);
    return (await browser.get(`${prefix}/personalCenter/posts`, { follow: false })).status === 200;
  };

  test("is changed with the old one; errors are shown by their fields, and no page contains a password", async () => {
    const { browser, account } = await newMember(headers);
    const other = visitor(headers);
    await signInWithPassword(other, { account, password: newMemberPassword });
    const page = await browser.get(place);
    expect(page.$("[name=endOthers]").attr("checked")).toBe("checked");
    const empty = await browser.submit(page, { intent: "password-old" }, { oldPassword: "", password: "" });
    expect(empty.status).toBe(400);
    expect(empty.$("#oldPassword-problem").text()).toBe("请输入当前密码");
    expect(empty.$("#password-problem").text()).toBe("请输入密码");
    expect(empty.$("[autofocus]").attr("name")).toBe("oldPassword");
    const typed = { oldPassword: "not-The-old-one", password };
    const wrong = await browser.submit(page, { intent: "password-old" }, typed);
    expect([wrong.status, wrong.$("#oldPassword-problem").text()]).toEqual([422, "当前密码不对"]);
    expect(wrong.headers.get("cache-control")).toContain("no-store");
    for (const secret of Object.values(typed)) expect(wrong.html).not.toContain(secret);
    const same = { oldPassword: newMemberPassword, password: newMemberPassword };
    const again = await browser.submit(wrong, { intent: "password-old" }, same);
    expect([again.status, again.$("#password-problem").text()]).toEqual([422, "新密码不能和当前密码一样"]);
    const done = await browser.submit(again, { intent: "password-old" }, { ...same, password });
    expect([
      done.url.pathname + done.url.search,
      done.text.includes("密码已修改，其他 1 个登录已退出"),
    ]).toEqual([place, true]);
    expect((await other.get(`${prefix}/forum/all`)).text).toContain("该账号已经在其他网站登录了");
    expect((await browser.get(`${prefix}/personalCenter/msg`)).text).toContain("你的账号密码已修改");
    expect([await signsIn(account, newMemberPassword), await signsIn(account, password)]).toEqual([
      false,
      true,
    ]);
  });

  test("is reset with a code, and the other sessions stay if the person chooses so", async () => {
    const { browser, account } = await newMember(headers);
    const other = visitor(headers);
    await signInWithPassword(other, { account, password: newMemberPassword });
    const way = (await browser.get(place)).$("main a:contains(用验证码修改)").attr("href") ?? "";
    const sent = await browser.submit(await browser.get(way), { intent: "identity-send" });
    const captchaCode = await codeFor(browser, account);
    const chosen = await browser.submit(sent, { intent: "identity-verify" }, { captchaCode });
    expect([chosen.url.search, chosen.$("[name=oldPassword]").length]).toEqual([
      "?section=password&step=new",
      0,
    ]);
    const weak = await browser.submit(chosen, { intent: "password-new" }, { password: "short" });
    expect([weak.status, weak.$("#password-problem").text()]).toEqual([400, "密码至少 8 个字符"]);
    const done = await browser.submit(weak, { intent: "password-new" }, { password, endOthers: null });
    expect(done.text).toContain("密码已修改");
    expect((await other.get(`${prefix}/forum/all`)).text).not.toContain("该账号已经在其他网站登录了");
    expect(await signsIn(account, password)).toBe(true);
    // The proof is used up: the step asks for the old password.
    expect((await browser.get(`${place}&step=new`)).$("[name=oldPassword]").length).toBe(1);
    const late = await browser.submit(weak, { intent: "password-new" }, { password: `${password}!` });
    expect([late.url.search, late.text.includes("身份验证已失效，请重新验证")]).toEqual([
      "?section=password&step=verify",
      true,
    ]);
  });
});
