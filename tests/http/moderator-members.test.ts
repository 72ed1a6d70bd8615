import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, signedIn } from "./support";

const quoted = (text: string) => encodeURIComponent(text);

describe.each(shellsOf(import.meta.url))("the list of members, $shell", ({ prefix, headers }) => {
  const at = `${prefix}/moderator/members`;
  const named = (nickname: string) => `${at}?user=${quoted(nickname)}`;
  const download = (page: Page) => String(page.$('a[href^="/moderator/members.csv"]').attr("href"));

  test("finds a member with the forms alone, and shows what is known of them", async () => {
    const { nickname } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const whole = await admin.get(at);
    expect(whole.$(`nav[aria-label="论坛管理的页面"] a[aria-current]`).text()).toContain("用户名单");
    expect(whole.$("form[aria-label=筛选用户] details").attr("open")).toBeUndefined();
    const found = await admin.submit(
      whole,
      { form: "form[aria-label=筛选用户]" },
      { user: nickname, postsMax: "0" },
    );
    expect(found.$("form[aria-label=筛选用户] details").attr("open")).toBeDefined();
    const rows = found.$("main ul > li").filter((_, row) => found.$(row).text().includes("uid "));
    expect(rows.length).toBe(1);
    expect(rows.text()).toContain(nickname);
    expect(rows.text()).toMatch(/最近来过 \d{4}-\d\d-\d\d/);
    expect(found.$("[name=postsMax]").attr("value")).toBe("0");
    // The name leads to all records and notes of the person.
    const person = await admin.get(String(rows.find("a").first().attr("href")));
    expect(person.text).toContain("处罚记录");
    const none = await admin.get(`${named(nickname)}&postsMin=1`);
    expect(none.text).toContain("没有符合条件的用户");
    expect((await admin.get(`${at}?seenTo=昨天&role=king&order=phone&page=x`)).status).toBe(200);
  });

  test("offers the cities of the chosen province", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(`${at}?province=440000`);
    expect(page.$("select[name=city] option").text()).toContain("深圳市");
    expect(page.$("select[name=province] option[selected]").text()).toBe("广东省");
    expect((await admin.get(at)).$("select[name=city]").length).toBe(0);
  });

  test("is exported without contacts after a reason, and with them only after a question", async () => {
    const { nickname, account } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const page = await admin.get(named(nickname));
    const table = { intent: "table" };
    const empty = await admin.submit(page, table, {});
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(empty.$("#table details, details:has(#table)").attr("open")).toBeDefined();
    const ready = await admin.submit(empty, table, { reason: "核对参加者" });
    expect(ready.text).toContain("已记进管理日志，共 1 人");
    const plain = await admin.get(download(ready));
    expect(plain.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(plain.headers.get("content-disposition")).toContain("members.csv");
    expect(plain.headers.get("cache-control")).toBe("no-store");
    expect(plain.html).toContain(nickname);
    expect(plain.html).toContain("UID,昵称,注册时间");
    expect(plain.html).not.toContain(account);
    expect(plain.html).not.toContain("手机号");

    const asked = await admin.submit(ready, table, { reason: "寄奖品", contacts: "on" });
    expect(asked.text).toContain("名单里带上手机号和邮箱？");
    const full = await admin.submit(asked, { button: "确认，带上联系方式" });
    const contacts = await admin.get(download(full));
    expect(contacts.html).toContain("手机号,邮箱");
    expect(contacts.html).toContain(account);
    // Another number of the log, other filters, or contacts that were not asked for: nothing.
    const without = download(full).replace("contacts=1", "contacts=");
    const wider = download(full).replace(/user=[^&]*&?/, "");
    for (const address of [without, wider, `${download(ready)}&contacts=1`])
      expect([address, (await admin.get(address)).status]).toEqual([address, 422]);
    expect((await admin.get("/moderator/members.csv")).status).toBe(404);

    const log = await admin.get(`${prefix}/moderator/log?action=exportMembers`);
    expect(log.text).toContain("寄奖品");
    expect(log.text).toContain("带联系方式：无 → 是");
  });

  test("is closed to moderators, members and visitors", async () => {
    for (const as of ["moderator", "member"] as const) {
      const person = await signedIn(as, headers);
      expect((await person.get(at)).url.pathname).not.toContain("members");
      const table = await person.get("/moderator/members.csv?table=1");
      expect(table.headers.get("content-type")).not.toContain("csv");
    }
  });
});
