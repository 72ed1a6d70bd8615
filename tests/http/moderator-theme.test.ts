import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, publishTopic, signedIn, tidOf, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

/** The form above the list, as a browser sends it with these topics chosen. */
function operateForm(page: Page, values: Record<string, string | string[]>): [string, string][] {
  const form = page.$("form").filter((_, each) => page.$(each).find("[name=operation]").length > 0);
  const hidden = ["csrf", "submissionId"].map((name): [string, string] => [
    name,
    String(form.find(`[name=${name}]`).attr("value")),
  ]);
  const typed = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return [...hidden, ...typed];
}

async function operate(browser: PlainBrowser, address: string, values: Record<string, string | string[]>) {
  const page = await browser.get(address);
  return browser.post(address, new URLSearchParams(operateForm(page, { intent: "operate", ...values })), {
    follow: true,
  });
}

describe.each(shells)("the moderators' list of topics, %s", (_shell, prefix, headers) => {
  const theme = `${prefix}/moderator/theme`;

  test("pins beyond the moderator's own sections are not offered, and refused if they are posted", async () => {
    const [admin, moderator] = [await signedIn("admin", headers), await signedIn("moderator", headers)];
    const offered = async (browser: PlainBrowser) =>
      (await browser.get(theme))
        .$("[name=operation] option[value^='pin:']")
        .toArray()
        .map((option) => option.attribs.value);
    expect(await offered(admin)).toEqual(["pin:section", "pin:group", "pin:site", "pin:"]);
    expect(await offered(moderator)).not.toContain("pin:site");
    const page = await moderator.get(theme);
    const ids = String(page.$("[name=ids]").first().attr("value"));
    const refused = await operate(moderator, theme, { ids, operation: "pin:site", reason: "试试" });
    expect(refused.text).toContain("全站置顶只能由管理员设置、更改和取消");
  });

  test("topics are found and changed with a reason, and the author gets a notice", async () => {
    const { browser: author } = await newMember();
    const topic = await publishTopic(author, "", undefined, `管理测试 ${_shell} ${process.pid}`);
    const tid = String(tidOf(topic));
    const admin = await signedIn("admin", headers);
    const address = `${theme}?keyword=${encodeURIComponent(`管理测试 ${_shell} ${process.pid}`)}`;
    const page = await admin.get(address);
    expect(page.$(`[name=ids][value=${tid}]`).length).toBe(1);
    const nothing = await operate(admin, address, { operation: "hide", reason: "广告" });
    expect(nothing.status).toBe(400);
    expect(nothing.text).toContain("请先选择要处理的内容");
    expect(nothing.$("[name=reason]").attr("value")).toBe("广告");
    const unreasoned = await operate(admin, address, { ids: tid, operation: "hide", reason: "" });
    expect(unreasoned.status).toBe(400);
    expect(unreasoned.text).toContain("请填写理由");
    expect(unreasoned.$(`[name=ids][value=${tid}]`).attr("checked")).toBeDefined();
    expect(unreasoned.$("[name=operation] option[selected]").attr("value")).toBe("hide");
    const tried = await operate(admin, address, {
      ids: tid,
      operation: "hide",
      reason: "广告",
      intent: "operate:try",
    });
    expect(tried.text).toContain("试运行：可以处理 1 个");
    expect((await visitor().get(topic.url.pathname)).status).toBe(200);
    const done = await operate(admin, address, { ids: tid, operation: "hide", reason: "广告" });
    expect(done.text).toContain("已处理 1 项");
    expect((await visitor().get(topic.url.pathname)).status).toBe(404);
    const notices = await author.get("/personalCenter/msg?type=system");
    expect(notices.text).toContain("版主对你的帖子做了处理：屏蔽");
    expect(notices.text).toContain("广告");
    expect(notices.text).not.toContain("青芯小管家");
    const log = await admin.get(`${prefix}/moderator/log?action=hide`);
    expect(log.text).toContain(`主题 #${tid}`);
    const batch = /batch\?id=(\d+)/.exec(log.$("main ol li").first().html() ?? "")?.[1];
    const record = await admin.get(`${prefix}/moderator/batch?id=${batch}`);
    const undone = await admin.post(
      record.url.pathname + record.url.search,
      new URLSearchParams([
        ...(["csrf", "submissionId"] as const).map((name): [string, string] => [
          name,
          String(record.$(`form:has([value=undo]) [name=${name}]`).attr("value")),
        ]),
        ["reason", "弄错了"],
        ["intent", "undo"],
      ]),
      { follow: true },
    );
    expect(undone.text).toContain("撤销：1 项");
    expect((await visitor().get(topic.url.pathname)).status).toBe(200);
  });

  test("topics go to the bin and come back; the log is also a table", async () => {
    const { browser: author } = await newMember();
    const topic = await publishTopic(author);
    const tid = String(tidOf(topic));
    const admin = await signedIn("admin", headers);
    await operate(admin, theme, { ids: tid, operation: "recycle", reason: "重复" });
    const bin = await admin.get(`${prefix}/moderator/recycle`);
    const form = bin.$("form:has([value=recover])");
    const recovered = await admin.post(
      `${prefix}/moderator/recycle`,
      new URLSearchParams([
        ...(["csrf", "submissionId"] as const).map((name): [string, string] => [
          name,
          String(form.find(`[name=${name}]`).attr("value")),
        ]),
        ["ids", tid],
        ["reason", "恢复"],
        ["intent", "recover"],
      ]),
      { follow: true },
    );
    expect(recovered.text).toContain("已处理 1 项");
    expect((await visitor().get(topic.url.pathname)).status).toBe(200);
    const table = await admin.get("/moderator/log.csv?action=recycle");
    expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(table.html).toContain(`主题 #${tid}`);
    // The log and its table are filtered by a text of the reason.
    const reason = `恢复重复的${tid}`;
    await operate(admin, theme, { ids: tid, operation: "recycle", reason });
    for (const path of [`${prefix}/moderator/log`, "/moderator/log.csv"]) {
      const found = await admin.get(`${path}?keyword=${encodeURIComponent(reason.slice(2))}`);
      expect(found.html).toContain(reason);
      expect(found.html.match(/主题 #\d+/g)).toEqual([`主题 #${tid}`]);
    }
  });

  test("topics are closed, binned, restored and destroyed in their rows; an action that cannot be undone asks first", async () => {
    const { browser: author } = await newMember();
    const title = `在行内管理的主题 ${_shell} ${process.pid}`;
    const topic = await publishTopic(author, "", undefined, title);
    const tid = String(tidOf(topic));
    const admin = await signedIn("admin", headers);
    const address = `${theme}?keyword=${encodeURIComponent(title)}`;
    const offered = (page: Page) =>
      page
        .$(`#row-${tid} button[name=intent]`)
        .toArray()
        .map((button) => button.attribs.value);
    expect(offered(await admin.get(address))).toEqual(
      ["digest:1", "pin:section", "close", "hide", "recycle"].map((each) => `operate:${tid}:${each}`),
    );
    const atRow = (value: string, reason: string) => ({
      intent: `operate:${tid}:${value}`,
      [`reason_${tid}`]: reason,
      operation: "recycle",
      days: "3",
      reason: "底栏的",
    });
    const unreasoned = await operate(admin, address, atRow("close", ""));
    expect(unreasoned.status).toBe(400);
    expect(unreasoned.$(`#row-${tid} details`).attr("open")).toBeDefined();
    const closed = await operate(admin, address, atRow("close", "已经解决"));
    expect(closed.text).toContain("已处理 1 项");
    expect(offered(closed)).toContain(`operate:${tid}:open`);
    const unknown = await operate(admin, address, atRow("explode", "试试"));
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining("请选择操作")]);
    const twice = await operate(admin, address, atRow("close", "再关一次"));
    expect([twice.status, twice.$(`[name=reason_${tid}]`).attr("value")]).toEqual([422, "再关一次"]);
    await operate(admin, address, atRow("recycle", "重复"));
    const bin = `${prefix}/moderator/recycle`;
    const inBin = async (intent: string, more: Record<string, string> = {}) => {
      const page = await admin.get(bin);
      const form = page.$("form:has([value=recover])");
      const hidden = Object.fromEntries(
        ["csrf", "submissionId"].map((name) => [name, String(form.find(`[name=${name}]`).attr("value"))]),
      );
      const body = { ...hidden, [`reason_${tid}`]: "清理", ...more, intent: `${intent}:${tid}` };
      return admin.post(bin, new URLSearchParams(body), { follow: true });
    };
    const prompt = await inBin("destroy");
    const box = prompt.$("[role=alert][aria-label]");
    expect(box.attr("aria-label")).toBe("彻底销毁选中的 1 个主题？");
    expect(box.find(`[value="destroy:${tid}"]`).length).toBe(1);
    expect(prompt.$(`[name=reason_${tid}]`).attr("value")).toBe("清理");
    expect((await inBin("recover")).text).toContain("已处理 1 项");
    await operate(admin, address, atRow("recycle", "还是重复"));
    const sure = String(box.find("[name=sure]").attr("value"));
    expect((await inBin("destroy", { sure })).text).toContain("已处理 1 项");
    expect((await admin.get(bin)).$(`[name=ids][value=${tid}]`).length).toBe(0);
  });

  test("others are redirected, and a moderator is refused topics of other sections", async () => {
    for (const who of [visitor(headers), await signedIn("member", headers)])
      for (const path of ["theme", "recycle", "log", "batch?id=1"]) {
        const page = await who.get(`${prefix}/moderator/${path}`, { follow: false });
        expect([page.status, page.headers.get("location")]).toEqual([302, prefix || "/"]);
      }
    const moderator = await signedIn("moderator", headers);
    const options = async (who: PlainBrowser) => {
      const { $ } = await who.get(theme);
      return $("select[name=fid] option[value!='']")
        .get()
        .map(({ attribs }) => String(attribs.value));
    };
    const own = await options(moderator);
    const admin = await signedIn("admin", headers);
    const foreign = (await options(admin)).find((fid) => !own.includes(fid));
    const tid = String((await admin.get(`${theme}?fid=${foreign}`)).$("[name=ids]").first().attr("value"));
    const page = await operate(moderator, theme, { ids: tid, operation: "hide", reason: "越权" });
    expect(page.text).toContain("这不在你管理的版块里");
  });
});
