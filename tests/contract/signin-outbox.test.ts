import { createDelivery } from "gateway/server/delivery";
import { describe, expect, test } from "vitest";
import { askForCode, freshPerson, signInGateways } from "../support/signin";

const gatewayWith = signInGateways();
const origin = "http://127.0.0.1:3000";
const outboxPath = "/gateway/outbox";

describe("the outbox", () => {
  test("shows the last messages to people at this computer, newest first, as a page and as JSON", async () => {
    const gateway = gatewayWith();
    const people = [freshPerson(), freshPerson()];
    for (const { phone } of people) await askForCode(gateway, gateway.browser(), "/gateway/register", phone);
    const { page: codePage } = await askForCode(
      gateway,
      gateway.browser(),
      "/gateway/register?by=email",
      people[0]?.email ?? "",
    );
    expect(codePage.$("a[href='/gateway/outbox']").length).toBe(1);
    const browser = gateway.browser({ address: "127.0.0.1", origin });
    const page = await browser.get(outboxPath);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(
      page
        .$("tbody tr")
        .toArray()
        .slice(0, 3)
        .map((row) => page.$(row).find(".recipient").text()),
    ).toEqual([people[0]?.email, people[1]?.phone, people[0]?.phone]);
    expect(page.text).toContain(`注册验证码 ${await gateway.codeSentTo(people[1]?.phone ?? "")}`);
    const json = JSON.parse(
      (await browser.get(outboxPath, { headers: { accept: "application/json" } })).html,
    );
    expect(json.messages[1]).toMatchObject({
      channel: "phone",
      recipient: people[1]?.phone,
      text: expect.stringMatching(/\d{6}/),
    });
  });

  test("says when it is empty", async () => {
    const gateway = gatewayWith();
    const { outbox } = await import("gateway/database/schema");
    await gateway.services.database.delete(outbox);
    expect((await gateway.browser({ address: "::1", origin }).get(outboxPath)).text).toContain("还没有消息");
  });

  test("shows at most a hundred", async () => {
    const gateway = gatewayWith();
    for (let count = 0; count < 105; count += 1) {
      await gateway.services.delivery.send({
        channel: "email",
        recipient: "a@b.example",
        subject: "<b>主题</b>",
        text: `第 ${count} 条`,
      });
    }
    const page = await gateway.browser({ address: "127.0.0.1", origin }).get(outboxPath);
    expect(page.$("tbody tr").length).toBe(100);
    expect(page.$("tbody tr").first().text()).toContain("第 104 条");
    expect(page.html).not.toContain("<b>主题");
  });

  test.each([
    ["127.0.0.1", origin, {}, 200],
    ["127.8.9.1", "http://localhost:20001", {}, 200],
    ["::1", "http://[::1]:3000", {}, 200],
    ["::ffff:127.0.0.1", origin, {}, 200],
    ["192.168.1.5", origin, {}, 404],
    ["10.0.0.1", origin, {}, 404],
    ["::ffff:10.0.0.1", origin, {}, 404],
    ["1270.0.0.1", origin, {}, 404],
    ["", origin, {}, 404],
    ["127.0.0.1", "http://forum.example", {}, 404],
    ["127.0.0.1", "http://127.0.0.1.evil.example", {}, 404],
    ["127.0.0.1", origin, { "x-forwarded-for": "203.0.113.9" }, 404],
    ["127.0.0.1", origin, { "x-forwarded-for": "127.0.0.1" }, 404],
    ["127.0.0.1", origin, { "x-real-ip": "203.0.113.9" }, 404],
    ["127.0.0.1", origin, { forwarded: "for=203.0.113.9" }, 404],
    ["127.0.0.1", origin, { via: "1.1 proxy" }, 404],
    ["10.0.0.1", origin, { "x-visitor-address": "127.0.0.1" }, 404],
  ])(
    "peer %j at %s with %j: %i, trusted proxies or not",
    async (address, at, headers: Record<string, string>, status) => {
      for (const trustForwardedAddress of [false, true]) {
        const page = await gatewayWith({ trustForwardedAddress })
          .browser({ address, origin: at, headers })
          .get(outboxPath);
        expect(page.status).toBe(status);
        if (status === 404) expect(page.$("h1").text()).toBe("没有这个页面");
      }
    },
  );

  test("does not exist when every message has a sender", async () => {
    const { database } = gatewayWith().services;
    const delivery = createDelivery({
      database,
      smtpUrl: "smtp://127.0.0.1:1",
      smsHookUrl: "http://127.0.0.1:1/",
    });
    expect(
      (await gatewayWith({}, delivery).browser({ address: "127.0.0.1", origin }).get(outboxPath)).status,
    ).toBe(404);
    const half = createDelivery({ database, smtpUrl: "smtp://127.0.0.1:1" });
    expect(
      (await gatewayWith({}, half).browser({ address: "127.0.0.1", origin }).get(outboxPath)).status,
    ).toBe(200);
  });
});
