import { companySignInPath } from "contract/base/wire";
import { desc, eq } from "drizzle-orm";
import { standardClaims } from "gateway/company/settings";
import { accounts, companyAccounts, outbox } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectConsole } from "../support/console";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);
/** No server listens there. */
const issuer = "http://127.0.0.1:9";

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({
    company: {
      clients: { cn: { issuer, clientId: "portal", clientSecret: undefined } },
      name: "公司账号",
      only: false,
      endsProviderSession: true,
      scope: "openid",
      claims: standardClaims,
    },
  });
});
afterAll(() => portal.stop());

describe.each(shells)("company accounts in the $shell shell", ({ prefix, headers }) => {
  const place = `${prefix}/personalCenter/info?tab=2`;

  test("are unlinked with a code, and linked through the gateway's own page", async () => {
    const { gateway } = portal;
    const member = await gateway.member();
    await gateway.database
      .insert(companyAccounts)
      .values({ accountId: member.id, issuer, subject: `e${member.id}`, label: "林工" });
    const browser = await portal.browserOf(member, headers);
    const page = await browser.get(place);
    expect(page.text).toMatch(/公司账号\s*林工\s*127\.0\.0\.1:9，最近登录/);
    const prompt = await browser.get(page.$("a:contains(解除关联)").attr("href") ?? "");
    const sent = await browser.submit(prompt, { intent: "identity-send" });
    const [account] = await gateway.database.select().from(accounts).where(eq(accounts.id, member.id));
    const [message] = await gateway.database
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, account?.phone ?? ""))
      .orderBy(desc(outbox.id))
      .limit(1);
    const code = message?.text.match(/\d{6}/)?.[0] ?? "";
    const wrong = await browser.submit(
      sent,
      { intent: "identity-verify" },
      { captchaCode: code === "000000" ? "000001" : "000000" },
    );
    expect([wrong.status, wrong.text.includes("验证码校验失败，请重试")]).toEqual([422, true]);
    const done = await browser.submit(wrong, { intent: "identity-verify" }, { captchaCode: code });
    expect(done.text).toContain("已解除关联");
    expect(done.text).toContain("未关联");
    const link = done.$(`a[href^="${companySignInPath}"]`).attr("href") ?? "";
    expect(new URL(link, portal.origin).searchParams.get("redirect")).toBe(place);
    expectConsole("warn", /公司登录/);
    const away = await browser.get(link);
    expect([away.status, away.$("h1").text()]).toEqual([503, "公司账号登录暂时不可用"]);
  });

  test("have no unlink button if they are the only way to sign in, and the page says why", async () => {
    const { gateway } = portal;
    const member = await gateway.member({ phone: null });
    await gateway.database
      .insert(companyAccounts)
      .values({ accountId: member.id, issuer, subject: `e${member.id}`, label: "林工" });
    const page = await (await portal.browserOf(member, headers)).get(place);
    expect(page.text).toContain("这是你唯一的登录方式");
    expect(page.$("a:contains(解除关联)")).toHaveLength(0);
  });
});
