import { eq } from "drizzle-orm";
import { accounts, documents, moderationLog } from "gateway/database/schema";
import { firstLinkHours, renewFirstLink, sharedMinutes } from "gateway/moderation/administrators/first-link";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { passTime, type SignInGateway, signIn, signInGateways } from "../support/signin";

const gatewayWith = signInGateways();
afterEach(() => vi.useRealTimers());

let gateway: SignInGateway;
beforeEach(async () => {
  gateway = gatewayWith();
  await gateway.services.database.update(accounts).set({ admin: false });
});

const renew = async () => (await renewFirstLink(gateway.services)) ?? "";
const at = (token: string) => `/gateway/first-administrator?token=${token}`;
const dead = "链接无效";
const confirm = { button: "确认，成为管理员" };
const admins = async () =>
  (
    await gateway.services.database
      .select()
      .from(accounts)
      .where(accounts.admin as never)
  ).map(({ id }) => id);

/** A browser in which a new account is signed in. */
async function somebody() {
  const person = await gateway.account();
  const browser = gateway.browser();
  await signIn(browser, person.phone);
  return { browser, ...person };
}

describe("the link of the first start", () => {
  test("makes the signed-in person the administrator, once, after they confirm", async () => {
    const token = await renew();
    const { browser, id, nickname } = await somebody();
    const page = await browser.get(at(token));
    // With "no-referrer" a browser sends the form with `Origin: null`, which is refused.
    expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
    expect(page.text).toContain(`当前登录的是 ${nickname}（UID ${id}）`);
    // Opening it changes nothing, because programs open links too.
    expect(await admins()).toEqual([]);
    const done = await browser.submit(page, confirm, {}, { follow: false });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/moderator"]);
    expect(await admins()).toEqual([id]);
    const { database } = gateway.services;
    expect(await database.select().from(moderationLog).where(eq(moderationLog.personId, id))).toMatchObject([
      { action: "appointAdmin", operatorId: null, after: { administrator: true, by: "link" } },
    ]);
    const other = await somebody();
    expect((await other.browser.submit(page, confirm)).status).toBe(404);
    expect((await other.browser.get(at(token))).text).toContain(dead);
    expect(await admins()).toEqual([id]);
    expect(await renewFirstLink(gateway.services)).toBeNull();
  });

  test("asks a visitor to sign in, and leads back", async () => {
    const token = await renew();
    const person = await gateway.account();
    const browser = gateway.browser();
    const page = await browser.get(at(token));
    const toSignIn = page.$("a.primary").attr("href") ?? "";
    const back = new URL(toSignIn, browser.origin).searchParams.get("redirect") ?? "";
    expect([toSignIn.split("?")[0], back]).toEqual(["/login", at(token)]);
    const form = await browser.get(`/gateway/signin?${new URLSearchParams({ redirect: back })}`);
    const entered = await browser.submit(
      form,
      { intent: "submit" },
      { account: person.phone, password: "correct horse 电池" },
    );
    expect(entered.text).toContain(`当前登录的是 ${person.nickname}`);
    // A post without a session changes nobody's role.
    const visitor = gateway.browser();
    const posted = await visitor.post(at(token), new URLSearchParams({ intent: "submit" }));
    expect(posted.text).toContain("先登录要当管理员的账号");
    expect(await admins()).toEqual([]);
  });

  test("is the same for processes that start together, so that each log has a valid one", async () => {
    const services = {
      ...gateway.services,
      settings: { ...gateway.services.settings, secrets: ["s".repeat(32)] },
    };
    const another = () => renewFirstLink({ ...services, settings: { ...services.settings } });
    await gateway.services.database.delete(documents).where(eq(documents.key, "first-administrator-link"));
    const tokens = await Promise.all([another(), another(), another()]);
    expect(new Set(tokens).size).toBe(1);
    const { browser } = await somebody();
    expect((await browser.get(at(tokens[0] ?? ""))).status).toBe(200);
    const rows = JSON.stringify(await gateway.services.database.select().from(documents));
    expect(rows).not.toContain(tokens[0]);
    // Another secret cannot know that link, and prints one of its own.
    const foreign = await renewFirstLink({
      ...services,
      settings: { ...services.settings, secrets: ["t".repeat(32)] },
    });
    expect(tokens).not.toContain(foreign);
    expect((await browser.get(at(foreign ?? ""))).status).toBe(200);
    expect((await browser.get(at(tokens[0] ?? ""))).status).toBe(404);
  });

  test("is stored as a digest, and a later start makes another", async () => {
    const old = await renew();
    passTime(sharedMinutes * 60 + 1);
    const token = await renew();
    expect(old).not.toBe(token);
    const rows = JSON.stringify(await gateway.services.database.select().from(documents));
    expect(rows).not.toContain(token);
    const { browser } = await somebody();
    for (const wrong of [old, `${token}x`, "", "%00"]) {
      const page = await browser.get(at(wrong));
      expect(page.status, wrong).toBeGreaterThanOrEqual(400);
      expect(page.$("form").length, wrong).toBe(0);
    }
    expect((await browser.get(at(token))).status).toBe(200);
  });

  test("expires after a day, and when there is an administrator", async () => {
    const token = await renew();
    const { browser, id } = await somebody();
    const page = await browser.get(at(token));
    passTime(firstLinkHours * 3_600 + 1);
    expect((await browser.submit(page, confirm)).text).toContain(dead);
    vi.useRealTimers();
    const { database } = gateway.services;
    const other = await gateway.account();
    await database.update(accounts).set({ admin: true }).where(eq(accounts.id, other.id));
    expect((await browser.submit(page, confirm)).text).toContain(dead);
    expect(await admins()).toEqual([other.id]);
    expect(id).not.toBe(other.id);
  });

  test("refuses forms of other sites and of other browsers", async () => {
    const token = await renew();
    const [one, other] = [await somebody(), await somebody()];
    const page = await one.browser.get(at(token));
    const foreign = await one.browser.submit(page, confirm, {}, { headers: { origin: "https://evil.test" } });
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining("请重新确认")]);
    expect((await other.browser.submit(page, confirm)).status).toBe(403);
    expect(await admins()).toEqual([]);
  });

  test("can be tried only a few times an hour from one address", async () => {
    const token = await renew();
    const address = "192.0.2.77";
    const guessing = gateway.browser({ address });
    for (let count = 0; count < 20; count += 1)
      expect((await guessing.get(at(`guess${count}`))).status).toBe(404);
    const late = await guessing.get(at(token));
    expect([late.status, late.text]).toEqual([429, expect.stringContaining("操作太频繁")]);
    expect((await gateway.browser().get(at(token))).status).toBe(200);
  });

  test("makes one administrator when two people confirm at once", async () => {
    const token = await renew();
    const two = [await somebody(), await somebody()];
    const pages = await Promise.all(two.map(({ browser }) => browser.get(at(token))));
    const answers = await Promise.all(
      two.map(({ browser }, index) =>
        browser.submit(pages[index] as NonNullable<(typeof pages)[0]>, confirm, {}, { follow: false }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await admins()).toHaveLength(1);
  });
});
