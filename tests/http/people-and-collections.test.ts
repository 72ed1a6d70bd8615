import { closeConfirmation, coolingOffDays } from "contract/privacy/constants";
import { eq } from "drizzle-orm";
import { accounts, certificates } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { closeAccountsJob } from "gateway/privacy/close-accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proveOwn } from "../support/contacts";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { PlainBrowser } from "../support/plain-browser";
import { saveTraining } from "../support/training";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
});
afterAll(() => portal?.stop());

describe.each(shells)("people's pages and favourites, $shell", ({ prefix, headers }) => {
  test("one button removes the favourites whose topic was deleted", async () => {
    const { gateway } = portal;
    const [reader, author, section] = [
      await gateway.member(),
      await gateway.member(),
      await gateway.section(),
    ];
    const topics = [];
    for (const title of ["还在的帖子", "会删除的帖子", "也会删除的帖子"])
      topics.push(await gateway.topic(author, section, { title }));
    for (const { tid } of topics) await gateway.ok("favoriteTopic", { tid }, reader);
    for (const { pid } of topics.slice(1)) await gateway.ok("deleteContent", { pid }, author);
    const browser = await portal.browserOf(reader, headers);
    const page = await browser.get(`${prefix}/personalCenter/collection`);
    expect(page.text).toContain("这一页有 2 个收藏的帖子已被删除或暂时不可见");
    const rest = await browser.submit(page, { intent: "removeGone" });
    expect([rest.status, rest.text.includes("已移出收藏"), rest.text.includes("还在的帖子")]).toEqual([
      200,
      true,
      true,
    ]);
    expect(rest.text).not.toContain("暂时不可见");
    expect((await gateway.ok("myFavorites", {}, reader)).total).toBe(1);
  });

  test("a person's page has a link to complain about them, and one's own page does not", async () => {
    const { gateway } = portal;
    const [me, other] = [
      await gateway.member({ signedPolicies: { Disclaimer: "1.0" } }),
      await gateway.member(),
    ];
    const browser = await portal.browserOf(me, headers);
    const theirs = await browser.get(`${prefix}/userhomepage?uid=${other.id}`);
    const href = theirs.$('main a:contains("投诉")').attr("href") ?? "";
    expect(href).toBe(`${prefix}/complaint?uid=${other.id}`);
    expect((await browser.get(href)).text).toContain(`用户 ${other.nickname}`);
    const own = await browser.get(`${prefix}/userhomepage?uid=${me.id}`);
    expect(own.$('main a:contains("投诉")').length).toBe(0);
  });

  test("a muted member reads in the editor and under a topic how long the mute lasts", async () => {
    const { gateway } = portal;
    const [member, section] = [await gateway.member(), await gateway.section()];
    const { tid } = await gateway.topic(member, section);
    await gateway.database
      .update(accounts)
      .set({ mutedUntil: new Date("2099-03-04T05:06:07Z") })
      .where(eq(accounts.id, member.id));
    const browser = await portal.browserOf(member, headers);
    const message = "你的账号正在禁言期内，暂时不能发帖和回帖，到 2099-03-04 13:06:07 为止";
    expect((await browser.get(`${prefix}/posting`)).text).toContain(message);
    expect((await browser.get(`${prefix}/hsforum/thread-${tid}-1-1.html`)).text).toContain(message);
  });
});

test("the page of an ended account says so, and shows no name", async () => {
  const { gateway } = portal;
  const member = await gateway.member();
  const { tid } = await gateway.topic(member, await gateway.section());
  const { course } = await saveTraining(gateway, null);
  const publicId = "closedcertificate000";
  await gateway.database.insert(certificates).values({
    publicId,
    accountId: member.id,
    courseId: course,
    name: "入门证书",
    holder: member.nickname,
    course: "课程",
    className: "短距无线",
    levelName: "入门",
    lessons: 1,
    minutes: 5,
    lecturers: [],
    issuer: "测试社区",
    issuedAt: gateway.services.now(),
  });
  await gateway.ok(
    "closeAccount",
    { uuid: await proveOwn(gateway, member, "close"), confirmation: closeConfirmation },
    member,
  );
  gateway.pass(coolingOffDays * 86_400 + 301);
  await runDueJobs(gateway.services, [closeAccountsJob]);
  for (const { prefix, headers } of shells) {
    const browser = new PlainBrowser(portal.origin, headers);
    const page = await browser.get(`${prefix}/userhomepage?uid=${member.id}`);
    expect([page.status, page.html.includes(member.nickname)]).toEqual([200, false]);
    expect(page.text).toContain("这个账号已注销。TA 发表过的帖子和回复仍以匿名方式保留。");
    expect(page.$('main a:contains("投诉"), main a:contains("发私信"), main button').length).toBe(0);
    const topic = await browser.get(`${prefix}/hsforum/thread-${tid}-1-1.html`);
    expect([topic.status, topic.html.includes(member.nickname)]).toEqual([200, false]);
    const certificate = await browser.get(`${prefix}/trainingClass/certificates/${publicId}`);
    expect([certificate.status, certificate.html.includes(member.nickname)]).toEqual([200, false]);
    expect(certificate.text).toContain("入门证书");
    expect(certificate.text).toContain("持有人的账号已注销，这里不再显示姓名。");
  }
});
