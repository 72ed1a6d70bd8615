import { eq } from "drizzle-orm";
import { accounts, profileChanges, profiles } from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { addProfileLists, profiled, wholeExtended } from "../support/profile-people";
import type { Member } from "../support/test-gateway";
import { canvas, png } from "../support/upload-files";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

let portal: GatewayPortal;
let interests: string[];
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
  interests = await addProfileLists(portal.gateway);
  await saveWords(
    portal.gateway.database,
    [{ word: "违禁词", level: "refuse", replacement: null }],
    new Date(),
  );
});
afterAll(() => portal?.stop());

const save = { intent: "profile" };
const isVisible = (page: Page, name: string) =>
  page.$(`form#profile [name="${name}"]`).closest("[hidden]").length === 0;
const valueAt = (page: Page, name: string) => {
  const control = page.$(`form#profile [name="${name}"]`);
  return control.is("select") ? control.find("option[selected]").attr("value") : control.attr("value");
};
/** The message by a field: the element that the field's aria-describedby names. */
function problemAt(page: Page, name: string): string {
  const control = page.$(`form#profile [name="${name}"]`).first();
  const owner = control
    .closest("fieldset")
    .filter((_, element) => page.$(element).attr("aria-describedby") !== undefined);
  const ids = `${control.attr("aria-describedby") ?? ""} ${owner.attr("aria-describedby") ?? ""}`
    .split(" ")
    .filter(Boolean);
  return ids.map((id) => page.$(`[id="${id}"]`).text()).join(" ");
}

describe.each(shells)("personal information, $shell", ({ prefix, headers }) => {
  const address = `${prefix}/personalCenter/info`;
  async function open(member: Member, path = address): Promise<{ browser: PlainBrowser; page: Page }> {
    const browser = await portal.browserOf(member, headers);
    return { browser, page: await browser.get(path) };
  }

  test("there are two tabs, with their titles and the page's code", async () => {
    const { browser, page } = await open(await profiled(portal.gateway, interests));
    expect(page.$("title").text()).toMatch(/^个人信息 - /);
    expect(page.$("body").attr("data-page-code")).toBe("person_info");
    expect(page.$("nav[aria-label=个人信息的分类] [aria-current]").text()).toBe("个人信息");
    expect((await browser.get(`${address}?tab=1`)).$("form#profile").length).toBe(1);
    const account = await browser.get(`${address}?tab=2`);
    expect(account.$("title").text()).toMatch(/^账户信息 - /);
    expect(account.$("form#profile").length).toBe(0);
  });

  test("each missing value gets a message by its field, in each set (spec 5.1 to 5.3, 5.6)", async () => {
    const member = await portal.gateway.member({ phone: null });
    const { browser, page } = await open(member);
    const empty = await browser.submit(page, save, { username: "" });
    expect(empty.status).toBe(400);
    const told: [string, string][] = [
      ["username", "请输入昵称"],
      ["county", "请选择地址"],
      ["phone", "请填写联系号码"],
      ["email", "请填写联系邮箱"],
      ["identity", "请选择开发者类型"],
      ["interestDirection", "请选择"],
    ];
    for (const [field, message] of told)
      expect([field, problemAt(empty, field)]).toEqual([field, expect.stringContaining(message)]);
    for (const field of ["sex", "province", "city"])
      expect([field, problemAt(empty, field)]).toEqual([field, ""]);
    expect(empty.text).not.toContain("Invalid");
    const sets: [Record<string, string>, [string, string][]][] = [
      [{ identity: "1" }, [["developtype", "请选择身份类型"]]],
      [
        { identity: "2" },
        [
          ["fullName", "请输入"],
          ["companyName", "请填写公司名称"],
          ["industry", "请选择行业"],
          ["post", "请填写岗位"],
          ["eduBackground", "请选择学历"],
        ],
      ],
      [
        { identity: "1", developtype: "student" },
        [
          ["school", "请填写学校"],
          ["leaMajor", "请填写所学专业"],
          ["eduBackground", "请选择学历"],
          ["entryDate", "请选择入学时间"],
        ],
      ],
      [
        { identity: "1", developtype: "teacher" },
        [
          ["school", "请填写学校"],
          ["teaMajor", "请填写所教专业"],
        ],
      ],
    ];
    for (const [chosen, messages] of sets) {
      const refused = await browser.submit(page, save, chosen);
      for (const [field, message] of messages)
        expect([chosen, field, problemAt(refused, field), isVisible(refused, field)]).toEqual([
          chosen,
          field,
          expect.stringContaining(message),
          true,
        ]);
    }
  });

  test("each invalid value gets a message by its field, and stays", async () => {
    const { browser, page } = await open(await profiled(portal.gateway, interests, wholeExtended.student));
    const wrong: [Record<string, string>, string, string][] = [
      [{ username: "a<b" }, "username", "昵称存在特殊字符"],
      [{ username: "十一个汉字的昵称太长了" }, "username", "昵称长度不超过10个汉字或20个英文字符"],
      [{ username: "abcdefghijklmnopqrstu" }, "username", "昵称长度不超过10个汉字或20个英文字符"],
      [{ username: "违禁词" }, "username", "您提交的内容含有敏感词汇，请核查后再输入"],
      [{ school: "违禁词学院" }, "school", "您提交的内容含有敏感词汇，请核查后再输入"],
      [{ school: "　 " }, "school", "请填写学校"],
      [{ hobby: "   " }, "hobby", "不能只填写空格"],
      [{ leaMajor: "长".repeat(51) }, "leaMajor", "不能超过 50 个字"],
      [{ entryDate: "2009" }, "entryDate", "入学时间应在 2010 年至 2050 年之间"],
      [{ entryDate: "2051" }, "entryDate", "入学时间应在 2010 年至 2050 年之间"],
      [{ age: "-1" }, "age", "年龄不能为负数或小数"],
      [{ age: "20.5" }, "age", "年龄不能为负数或小数"],
      [{ county: "110105" }, "county", "请选择地址"],
    ];
    for (const [values, field, message] of wrong) {
      const refused = await browser.submit(page, save, values);
      expect([field, refused.status >= 400 && refused.status < 500, problemAt(refused, field)]).toEqual([
        field,
        true,
        expect.stringContaining(message),
      ]);
      const control = refused.$(`form#profile [name="${field}"]`);
      if (control.is("input")) expect(control.attr("value")).toBe(values[field]);
    }
  });

  test("a save shows its result, and an unchanged form shows that nothing changed", async () => {
    const member = await profiled(portal.gateway, interests);
    const { browser, page } = await open(member);
    const same = await browser.submit(page, save);
    expect([same.status, same.$("[role=alert]").text()]).toEqual([
      422,
      expect.stringContaining("未修改任何信息"),
    ]);
    const saved = await browser.submit(page, save, {
      sex: "1",
      age: "1000",
      hobby: "焊接",
      industryGroup: "home",
      industry: "home-lock",
    });
    expect([saved.status, saved.url.pathname, saved.text.includes("修改成功！")]).toEqual([
      200,
      address,
      true,
    ]);
    // Spec 5.6: the age is clamped.
    expect([valueAt(saved, "age"), valueAt(saved, "hobby"), valueAt(saved, "industry")]).toEqual([
      "999",
      "焊接",
      "home-lock",
    ]);
    expect(saved.$("[name=sex][checked]").attr("value")).toBe("1");
  });

  test("a form also counts as unchanged when interests were saved in another order than they are shown", async () => {
    const member = await profiled(portal.gateway, interests, {
      ...wholeExtended.engineer,
      interestDirection: [...interests].reverse() as never,
    });
    const { browser, page } = await open(member);
    expect(page.$("form#profile [name=interestDirection][checked]").length).toBe(interests.length);
    const same = await browser.submit(page, save);
    expect([same.status, same.$("[role=alert]").text()]).toEqual([
      422,
      expect.stringContaining("未修改任何信息"),
    ]);
  });

  test("tab=1 leads to the home page after a save", async () => {
    const { browser, page } = await open(await profiled(portal.gateway, interests), `${address}?tab=1`);
    const saved = await browser.submit(page, save, { hobby: "飞行" });
    expect([saved.url.pathname, saved.text.includes("修改成功！")]).toEqual([`${prefix}/home`, true]);
  });

  test("the form never changes a contact", async () => {
    const member = await profiled(portal.gateway, interests);
    const { browser, page } = await open(member);
    await browser.submit(page, save, { phone: "13900000000", hobby: "登山" });
    const [account] = await portal.gateway.database.select().from(accounts).where(eq(accounts.id, member.id));
    expect(account?.phone).not.toBe("13900000000");
    for (const [label, change] of [
      ["修改联系号码", "phone"],
      ["修改联系邮箱", "email"],
    ]) {
      expect(page.$(`a[aria-label=${label}]`).attr("href")).toBe(`${address}?tab=2&change=${change}`);
    }
    const unbound = await open(await portal.gateway.member({ phone: null }));
    expect(unbound.page.$("a[aria-label=绑定联系号码]").text()).toBe("绑定");
  });

  test("choosing a type shows its set, and the values typed in another set are kept", async () => {
    const { browser, page } = await open(await profiled(portal.gateway, interests));
    const fieldsOf = (one: Page) =>
      [
        "fullName",
        "companyName",
        "industry",
        "post",
        "school",
        "leaMajor",
        "teaMajor",
        "eduBackground",
        "entryDate",
        "developtype",
      ].filter((name) => isVisible(one, name));
    expect(fieldsOf(page)).toEqual(["companyName", "industry", "post", "eduBackground", "developtype"]);
    const student = await browser.submit(
      page,
      { intent: "options" },
      { developtype: "student", post: "刚写的岗位", username: "改了的昵称" },
    );
    expect(student.status).toBe(200);
    expect(fieldsOf(student)).toEqual(["school", "leaMajor", "eduBackground", "entryDate", "developtype"]);
    const teacher = await browser.submit(
      student,
      { intent: "options" },
      { developtype: "teacher", school: "写了的学校" },
    );
    expect(fieldsOf(teacher)).toEqual(["school", "teaMajor", "eduBackground", "developtype"]);
    const enterprise = await browser.submit(teacher, { intent: "options" }, { identity: "2" });
    expect(fieldsOf(enterprise)).toEqual(["fullName", "companyName", "industry", "post", "eduBackground"]);
    const back = await browser.submit(
      enterprise,
      { intent: "options" },
      { identity: "1", developtype: "engineer" },
    );
    expect([valueAt(back, "post"), valueAt(back, "school"), valueAt(back, "username")]).toEqual([
      "刚写的岗位",
      "写了的学校",
      "改了的昵称",
    ]);
    expect(valueAt(await browser.get(address), "post")).toBe(wholeExtended.engineer.post);
  });

  test("regions and industries are chosen level by level", async () => {
    const { browser, page } = await open(await portal.gateway.member());
    const optionsOf = (one: Page, name: string) => one.$(`[name=${name}] option`).length - 1;
    expect([optionsOf(page, "province") > 30, optionsOf(page, "city"), optionsOf(page, "industry")]).toEqual([
      true,
      0,
      0,
    ]);
    const city = await browser.submit(
      page,
      { intent: "options" },
      { province: "440000", industryGroup: "chips" },
    );
    expect([optionsOf(city, "city"), optionsOf(city, "county"), optionsOf(city, "industry")]).toEqual([
      21, 0, 2,
    ]);
    const county = await browser.submit(city, { intent: "options" }, { city: "440300" });
    expect(optionsOf(county, "county")).toBeGreaterThan(7);
    // Another province clears the choices below it.
    const other = await browser.submit(
      county,
      { intent: "options" },
      { province: "110000", county: "440305" },
    );
    expect([valueAt(other, "city"), optionsOf(other, "county")]).toEqual([undefined, 0]);
  });

  test("interests are found by a part of their name, and chosen ones stay", async () => {
    const { browser, page } = await open(await profiled(portal.gateway, interests));
    const inSight = (one: Page) =>
      one
        .$("[name=interestDirection]")
        .toArray()
        .filter((element) => one.$(element).closest("[hidden]").length === 0)
        .map((element) => one.$(`label[for="${one.$(element).attr("id")}"]`).text());
    expect(inSight(page).length).toBe(4);
    const found = await browser.submit(page, { intent: "options" }, { interestSearch: "risc" });
    expect(inSight(found)).toEqual(["蓝牙", "RISC-V"]);
    const both = await browser.submit(found, save, {
      interestDirection: [interests[0] ?? "", interests[3] ?? ""],
      interestSearch: "",
    });
    expect([both.text.includes("修改成功！"), both.$("[name=interestDirection][checked]").length]).toEqual([
      true,
      2,
    ]);
  });

  test("an avatar is refused with the server's message, saved by itself with all typed values kept, and saved with the form", async () => {
    const member = await profiled(portal.gateway, interests);
    const { browser, page } = await open(member);
    const file = (content: Uint8Array, name: string) => new File([new Uint8Array(content)], name);
    const none = await browser.submit(page, { intent: "avatar" });
    expect([none.status, problemAt(none, "avatar")]).toEqual([
      400,
      expect.stringContaining("请先选择一张图片"),
    ]);
    for (const choice of [{ intent: "avatar" }, save]) {
      const refused = await browser.submit(page, choice, {
        avatar: file(Buffer.from("<svg/>"), "我.png"),
        hobby: "刚写的",
      });
      expect([refused.status, problemAt(refused, "avatar")]).toEqual([
        422,
        expect.stringContaining("头像只能是 PNG、JPEG、GIF 或 WebP 图片"),
      ]);
      expect(valueAt(refused, "hobby")).toBe("刚写的");
    }
    const alone = await browser.submit(
      page,
      { intent: "avatar" },
      { avatar: file(await png(64, 64), "我.png"), hobby: "还没保存" },
    );
    expect([alone.status, alone.$("#profile-avatar [role=status]").text(), valueAt(alone, "hobby")]).toEqual([
      200,
      "修改成功！",
      "还没保存",
    ]);
    const picture = alone.$("#profile-avatar img").attr("src") ?? "";
    expect(picture).not.toContain("avatar-default");
    expect((await fetch(new URL(picture, browser.origin))).headers.get("content-type")).toBe("image/webp");
    const again = await browser.submit(
      alone,
      { intent: "options" },
      { avatar: file(await png(64, 64), "我.png") },
    );
    expect(again.text).toContain("请重新选择头像文件");
    const saved = await browser.submit(page, save, {
      avatar: file(await canvas(32, 32, "#b8692f").png().toBuffer(), "新.png"),
    });
    expect(saved.text).toContain("修改成功！");
    expect(saved.$("#profile-avatar img").attr("src")).not.toBe(picture);
  });

  test("a failed save shows 修改失败！ and the parts that were saved, and keeps every value", async () => {
    const { browser, page } = await open(await profiled(portal.gateway, interests));
    portal.misbehave((path, body) =>
      path.endsWith("/update-info") && body.includes('"editType":"2"') ? 502 : null,
    );
    const failed = await browser.submit(page, save, { sex: "2", hobby: "没有丢" });
    portal.misbehave(null);
    expect(failed.status).toBe(503);
    expect(failed.$("[role=alert]").text()).toContain("修改失败！");
    expect(failed.text).toContain("基本信息已保存，其余内容没有保存");
    expect(valueAt(failed, "hobby")).toBe("没有丢");
  });

  test("an ended session keeps the form, and asks for the sign-in", async () => {
    const member = await profiled(portal.gateway, interests);
    const { browser, page } = await open(member);
    browser.jar.removeAllCookiesSync();
    const refused = await browser.submit(page, save, { hobby: "别丢了" });
    expect([refused.status, refused.$("dialog[open] h2").text(), valueAt(refused, "hobby")]).toEqual([
      403,
      "登录",
      "别丢了",
    ]);
  });

  test("a locked school cannot be changed by a posted value", async () => {
    const member = await profiled(portal.gateway, interests, wholeExtended.teacher);
    await portal.gateway.database
      .update(profiles)
      .set({ schoolBound: true })
      .where(eq(profiles.accountId, member.id));
    const { page } = await open(member);
    expect(page.$("[name=school]").attr("readonly")).toBeDefined();
  });

  test("the script's lists are for signed-in people, and contain only existing choices", async () => {
    const browser = await portal.browserOf(await portal.gateway.member(), headers);
    const optionsOf = async (query: string) => {
      const { status, html } = await browser.get(`/profile/options?${query}`);
      return [status, (JSON.parse(html) as { options?: unknown[] }).options?.length];
    };
    expect(await optionsOf("kind=region&parent=440000")).toEqual([200, 21]);
    expect(await optionsOf("kind=region&parent=../x")).toEqual([200, 0]);
    expect(await optionsOf("kind=industry&parent=chips")).toEqual([200, 2]);
    expect(await optionsOf("kind=interest&parent=RISC")).toEqual([200, 1]);
    expect(await optionsOf("kind=else&parent=1")).toEqual([400, undefined]);
    browser.jar.removeAllCookiesSync();
    expect(await optionsOf("kind=region&parent=440000")).toEqual([403, undefined]);
  });
});

test("the form says which changes wait for review, and still shows the submitted values", async () => {
  const reviewing = await startGatewayPortal({
    registerConfig: 1,
    profileReview: ["nickname", "avatar", "extended"],
  });
  try {
    const tags = await addProfileLists(reviewing.gateway);
    const member = await profiled(reviewing.gateway, tags, null);
    const browser = await reviewing.browserOf(member);
    const page = await browser.get("/personalCenter/info");
    expect(page.text).not.toContain("信息审核中");
    const typed = { username: "新的昵称", ...wholeExtended.student, interestDirection: tags[0] ?? "" };
    const saved = await browser.submit(page, save, {
      ...typed,
      avatar: new File([new Uint8Array(await png(64, 64))], "我.png"),
    });
    expect(saved.text).toContain("您修改的内容已提交成功，需要系统审核通过后才能生效！");
    expect(saved.$("main [role=status]").text()).toContain("信息审核中：昵称、头像、扩展信息");
    expect([valueAt(saved, "username"), valueAt(saved, "school")]).toEqual([
      "新的昵称",
      wholeExtended.student.school,
    ]);
    // The form contains only changes that already wait.
    expect((await browser.submit(saved, save)).text).toContain("未修改任何信息");
    const waiting = await reviewing.gateway.database
      .select()
      .from(profileChanges)
      .where(eq(profileChanges.accountId, member.id));
    expect(waiting.map(({ kind }) => kind).sort()).toEqual(["avatar", "extended", "nickname"]);
  } finally {
    await reviewing.stop();
  }
});
