import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, shells, shellsOf, signedIn, someTopic, visitor } from "./support";

const banner = (page: Page) => page.$("form[action='/see-as/end']");
const reason = "核对用户反馈的问题";
const start = { intent: "seeAs" };

/** The records of a member in the moderation area, by the member's number. */
async function recordsOf(admin: PlainBrowser, nickname: string, prefix = "") {
  const list = await admin.get(`${prefix}/moderator/members?user=${encodeURIComponent(nickname)}`);
  return admin.get(linkOn(list, /forbiddenUser\?uid=\d+/));
}

describe.each(shellsOf(import.meta.url))("an administrator, $shell", ({ prefix, headers }) => {
  test("sees pages as a person by a form with a reason, and ends where it began", async () => {
    const { nickname } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const records = await recordsOf(admin, nickname, prefix);
    const empty = await admin.submit(records, start, {});
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(banner(empty).length).toBe(0);
    const home = await admin.submit(empty, start, { reason });
    expect(home.url.pathname).toBe(`${prefix}/home`);
    expect(banner(home).text()).toMatch(
      new RegExp(`正在以${nickname}（UID \\d+）的身份查看，只能看，到 \\d\\d:\\d\\d 为止`),
    );
    const published = await admin.get(`${prefix}/forum/publish`);
    expect([published.status, banner(published).length]).toEqual([200, 1]);

    // What is the person's alone is refused within its shell, or missing from a page that has more.
    for (const path of ["msg", "info?tab=2", "security", "setting?section=sessions", "activities", "lists"]) {
      const page = await admin.get(`${prefix}/personalCenter/${path}`);
      expect([path, page.status, banner(page).length]).toEqual([path, 422, 1]);
      expect(page.text).toContain("这是只属于本人的内容，以他人身份查看时不显示");
    }
    const posting = await admin.get(`${prefix}/posting`);
    expect([posting.status, banner(posting).text()]).toEqual([
      200,
      expect.stringContaining("这一页有只属于本人的部分，没有显示"),
    ]);
    expect((await admin.get(`${prefix}/moderator/members`)).url.pathname).not.toContain("moderator");

    const ended = await admin.submit(published, { button: "结束查看" });
    expect([ended.url.pathname + ended.url.search, banner(ended).length]).toEqual([
      records.url.pathname + records.url.search,
      0,
    ]);
    const log = await admin.get(`${prefix}/moderator/log?action=seeAs`);
    expect(log.text).toContain(`以他人身份查看`);
    expect(log.text).toContain("身份：无 → 指定的会员");
    expect(log.text).toContain(reason);
  });

  test("sees pages as a visitor and as an ordinary member from the list of members", async () => {
    const admin = await signedIn("admin", headers);
    const list = await admin.get(`${prefix}/moderator/members`);
    const topic = await someTopic(visitor(headers), prefix);
    const asVisitor = await admin.submit(list, start, { as: "visitor", reason });
    expect(banner(asVisitor).text()).toContain("正在以访客的身份查看");
    const page = await admin.get(topic);
    expect([page.status, banner(page).length]).toEqual([200, 1]);
    expect(page.$(".standing, main").text()).not.toContain("管理这");
    // As for a visitor, and the page of visitors is not the administrator's.
    const path = `${prefix}/personalCenter/msg`;
    const [own, nobodys] = [await admin.get(path), await visitor(headers).get(path)];
    expect([own.status, own.url.href, banner(own).length]).toEqual([nobodys.status, nobodys.url.href, 1]);
    expect(banner(await visitor(headers).get(topic)).length).toBe(0);
    const again = await admin.submit(page, { button: "结束查看" });
    expect(again.url.pathname).toBe(`${prefix}/moderator/members`);

    const asMember = await admin.submit(again, start, { as: "member", reason });
    expect(banner(asMember).text()).toContain("正在以普通会员的身份查看");
    expect((await admin.get(`${prefix}/moderator`)).url.pathname).not.toContain("moderator");
    await admin.submit(asMember, { button: "结束查看" });
  });

  test("cannot send a form meanwhile, which keeps what was typed", async () => {
    const admin = await signedIn("admin", headers);
    const list = await admin.get(`${prefix}/moderator/members`);
    await admin.submit(list, start, { as: "member", reason });
    const form = await admin.get(`${prefix}/suggestion`);
    const text = "这段话不能丢，按下提交以后还在这里。";
    const type = form.$("select[name=type] option[value!='']").first().attr("value") ?? "";
    const refused = await admin.submit(form, { intent: "suggest" }, { type, text });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("正在以他人身份查看，不能提交；先结束查看");
    expect(refused.$("textarea[name=text]").text()).toContain(text);
    expect(banner(refused).length).toBe(1);
    const mine = await admin.submit(refused, { button: "结束查看" });
    expect(banner(mine).length).toBe(0);

    // Left open until the administrator is themselves again, it is theirs only if they send it once more.
    const late = await admin.submit(form, { intent: "suggest" }, { type, text });
    expect([late.status, late.$("textarea[name=text]").text().includes(text)]).toEqual([403, true]);
    expect(late.text).toContain("表单已过期或不是从本站提交的，内容已为你保留，请再提交一次");
  });
});

test.each(shells)("the banner stands in both shells, $shell", async ({ prefix, headers }) => {
  const admin = await signedIn("admin", headers);
  const list = await admin.get(`${prefix}/moderator/members`);
  const home = await admin.submit(list, start, { as: "visitor", reason });
  expect([home.url.pathname, banner(home).length]).toEqual([`${prefix}/home`, 1]);
  expect(banner(await admin.get(`${prefix}/forum/all`)).length).toBe(1);
  expect(banner(await admin.submit(home, { button: "结束查看" })).length).toBe(0);
});

test("nobody but administrators is offered it, and a form of their own is refused", async () => {
  const moderator = await signedIn("moderator");
  const person = await moderator.get("/moderator/forbiddenUser?uid=4");
  expect([person.status, person.$("[name=intent][value=seeAs]").length]).toEqual([200, 0]);
  // Ending without having begun changes nothing.
  const ended = await moderator.post("/see-as/end", new URLSearchParams(), { follow: true });
  expect([ended.status, banner(ended).length]).toEqual([200, 0]);
  const foreign = await moderator.post("/see-as/end", new URLSearchParams(), {
    headers: { origin: "https://elsewhere.example" },
  });
  expect(foreign.status).toBe(403);
});
