import { eq } from "drizzle-orm";
import { createCaptchas } from "gateway/captcha/captchas";
import { accounts, searchQueries } from "gateway/database/schema";
import { signatureState, signedAddress } from "gateway/files/storage/signed";
import { unsubscribeAddress } from "gateway/messages/unsubscribe";
import { markSearch } from "gateway/search/marks";
import { signerOf } from "gateway/server/signer";
import { checkRead, openingProof } from "gateway/training/study/time-to-learn";
import { describe, expect, test } from "vitest";
import { solveWork } from "../../app/activities/solve-work";
import type { PlainBrowser } from "../support/plain-browser";
import { portalOrigin, type SignInGateway, signIn, signInGateways, watchCaptchas } from "../support/signin";

const gatewayWith = signInGateways();
const [old, fresh] = ["an old secret of more than 32 characters", "a new secret of more than 32 characters"];
const gatewayOf = (...secrets: string[]) => gatewayWith({ secrets });

/** Another gateway's browser with this browser's cookies. */
async function withCookies(browser: PlainBrowser, by: SignInGateway): Promise<PlainBrowser> {
  const other = by.browser();
  for (const path of ["/", "/gateway/"])
    for (const cookie of await browser.jar.getCookies(`${portalOrigin}${path}`))
      await other.jar.setCookie(cookie.toString(), `${portalOrigin}/gateway/x`);
  return other;
}

const captchasOf = ({ services }: SignInGateway) => createCaptchas(services, signerOf(services.settings));
const lesson = { id: 7, seconds: 600, html: "", slides: [], minutes: 10 } as never;

/** Things that one gateway signs, and whether another gateway accepts them. */
const signed: Record<string, (made: SignInGateway) => Promise<(by: SignInGateway) => Promise<boolean>>> = {
  "an address of a file": async ({ services }) => {
    const address = signedAddress(services.settings, "/gateway/files/a.png", services.now());
    return async (by) => {
      const url = new URL(address, portalOrigin);
      return signatureState(by.services.settings, url, services.now()).state === "good";
    };
  },
  "the link of a digest mail": async (made) => {
    const { id } = await made.account();
    const address = unsubscribeAddress(made.services, id);
    return async (by) => (await by.browser().fetchPage(address)).status === 200;
  },
  "the word that a lesson was opened": async ({ services }) => {
    const word = openingProof(services as never, 1, 7);
    return async (by) => {
      const read = checkRead(by.services, by.services.database, { accountId: 1, lesson, word });
      const refusal = await read.then(
        () => "",
        (error: Error) => error.message,
      );
      expect(refusal).toMatch(/重新打开|还差/);
      return refusal.includes("还差");
    };
  },
  "a form of the sign-in portal": async (made) => {
    const browser = made.browser();
    const form = await browser.get("/gateway/signin");
    const answer = { account: "13800000000", password: "wrong" };
    return async (by) =>
      (await (await withCookies(browser, by)).submit(form, { intent: "submit" }, answer)).status !== 403;
  },
  "an image captcha": async (made) => {
    const drawn = watchCaptchas();
    const { token } = await captchasOf(made).create();
    const answer = drawn();
    return (by) => captchasOf(by).check(token, answer);
  },
  "a proof of work": async (made) => {
    const challenge = await captchasOf(made).createWork();
    const work = (await solveWork(challenge, new AbortController())) ?? "";
    return (by) => captchasOf(by).checkEither({ token: "", answer: "", work });
  },
  "the cookie of somebody who is banned": async (made) => {
    const { id, phone } = await made.account();
    const { database } = made.services;
    await database
      .update(accounts)
      .set({ bannedUntil: new Date("9999-01-01") })
      .where(eq(accounts.id, id));
    const browser = made.browser();
    await signIn(browser, phone);
    return async (by) =>
      (await (await withCookies(browser, by)).get("/gateway/banned")).text.includes("账号已被禁止访问");
  },
};

describe("while a secret is changed", () => {
  test.each(Object.entries(signed))(
    "%s of before stays good, and that of after is not the old one's",
    async (_, make) => {
      const before = await make(gatewayOf(old));
      expect(await before(gatewayOf(old))).toBe(true);
      const again = await make(gatewayOf(old));
      expect(await again(gatewayOf(fresh, old))).toBe(true);
      const third = await make(gatewayOf(old));
      expect(await third(gatewayOf(fresh))).toBe(false);
      // The first secret signs: a gateway with that one alone accepts what both have signed.
      const after = await make(gatewayOf(fresh, old));
      expect(await after(gatewayOf(fresh))).toBe(true);
    },
  );

  test("sessions stay, because no secret signs them", async () => {
    const person = await gatewayOf(old).account();
    const browser = gatewayOf(old).browser();
    await signIn(browser, person.phone);
    const later = await withCookies(browser, gatewayOf(fresh));
    // The sign-in page redirects a signed-in person.
    expect((await later.get("/gateway/signin", { follow: false })).status).toBe(302);
  });

  test("one person's search is counted once, before and after", async () => {
    const { services } = gatewayOf(old);
    const search = (secrets: string[]) =>
      markSearch({ ...services, settings: { secrets } }, "换密钥", "account 1", services.now());
    await search([old]);
    await search([fresh, old]);
    const [row] = await services.database
      .select()
      .from(searchQueries)
      .where(eq(searchQueries.text, "换密钥"));
    expect(row?.people).toBe(1);
  });
});
