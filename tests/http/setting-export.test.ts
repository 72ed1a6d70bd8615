import { exportData } from "gateway/privacy/export/export-data";
import { runJobs } from "gateway/server/jobs";
import { createLimits } from "gateway/server/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectConsole } from "../support/console";
import { lastCode, ownContact } from "../support/contacts";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { PlainBrowser } from "../support/plain-browser";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({}, createLimits(undefined, 10));
});
afterAll(() => portal.stop());

const work = (stopped?: () => boolean) => runJobs(portal.gateway.services, [exportData], stopped);

describe.each(shells)("an export that is not ready yet, in the $shell shell", ({ prefix, headers }) => {
  const place = `${prefix}/personalCenter/setting?section=data`;

  /** Asks for an export; gives the page with the form, its sent values, and the page that follows. */
  async function ask(browser: PlainBrowser, phone: string) {
    const form = await browser.submit(await browser.get(`${place}&step=verify`), { intent: "identity-send" });
    const filled = { captchaCode: await lastCode(portal.gateway, phone) };
    return { form, filled, answer: await browser.submit(form, { intent: "identity-verify" }, filled) };
  }

  test("waits, shows its progress at each reload, fails, and can be requested again", async () => {
    const member = await portal.gateway.member();
    const phone = await ownContact(portal.gateway, member, "phone");
    const browser = await portal.browserOf(member, headers);
    const { form, filled, answer } = await ask(browser, phone);
    expect(answer.text).toContain("等待中：已经收到");
    expect(answer.$("main a:contains('刷新')").attr("href")).toContain(place);
    expect(answer.$("main a[href*='step=verify']").length).toBe(0);
    // The same form again leads to the same export, although its code is used up.
    const twice = await browser.submit(form, { intent: "identity-verify" }, filled);
    expect([twice.status, twice.text.includes("等待中：已经收到")]).toEqual([200, true]);

    let looks = 0;
    await work(() => {
      looks += 1;
      return looks > 3;
    });
    const working = await browser.get(place);
    expect(working.text).toMatch(/正在准备：\d+%/);
    expect(Number(working.$("main progress").attr("value"))).toBeGreaterThanOrEqual(0);

    expectConsole("warn", /的数据没有导出，稍后再试/);
    expectConsole("error", /的数据没有导出，不再重试/);
    const broken = { ...portal.gateway.services, settings: null as never };
    for (let tries = 0; tries < exportData.tries; tries += 1) {
      await runJobs(broken, [exportData]);
      portal.gateway.pass(3_600);
    }
    const failed = await browser.get(place);
    expect(failed.text).toContain("失败：这次没有打包成功");
    expect(failed.$("main a[href*='step=verify']").text()).toBe("重新验证并导出");

    expect((await ask(browser, phone)).answer.text).toContain("等待中：已经收到");
    await work();
    expect((await browser.get(place)).text).toContain("可下载：你的数据已打包好");
  });

  test("is refused on the page when the day's limit is reached", async () => {
    const member = await portal.gateway.member();
    const browser = await portal.browserOf(member, headers);
    for (let times = 0; times < 30; times += 1)
      await portal.gateway.services.limits.take("exportsPerDay", String(member.id));
    const page = await browser.get(`${place}&step=verify`);
    expect(page.text).toContain("今天的数据导出次数已用完");
    expect(page.$('main [name="captchaCode"]').length).toBe(0);
  });
});
