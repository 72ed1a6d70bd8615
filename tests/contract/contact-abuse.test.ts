import { contract } from "contract";
import { wirePath } from "contract/base/call";
import { csrfTokenHeader, traceIdHeader, visitorAddressHeader } from "contract/base/wire";
import { eq, sql } from "drizzle-orm";
import { accounts, contactProofs, sessions, verificationCodes } from "gateway/database/schema";
import { type Delivery, outboxDelivery } from "gateway/server/delivery";
import { createLimits } from "gateway/server/limits";
import { endSession } from "gateway/server/sessions/sessions";
import { afterEach, describe, expect, test, vi } from "vitest";
import { expectConsole } from "../support/console";
import {
  another,
  askForCode,
  freshEmail,
  freshPhone,
  lastCode,
  ownContact,
  prove,
  proveOwn,
} from "../support/contacts";
import { type Member, startGateway, TestGateway } from "../support/gateway";
import { passTime } from "../support/signin";
import { isWhole } from "../support/tier";

const gateway = startGateway();
afterEach(() => vi.useRealTimers());

/** The gateway with the default limits, behind a proxy that sends the callers' addresses. */
const limited = () => new TestGateway(gateway().database, { trustForwardedAddress: true }, createLimits());

/** One call from an address of its own. */
async function callFrom(
  to: TestGateway,
  address: string,
  name: "sendPhoneCode" | "verifyPhoneCode",
  body: unknown,
  as: Member,
) {
  const headers = {
    cookie: as.cookie,
    [csrfTokenHeader]: as.csrfToken,
    [visitorAddressHeader]: address,
    [traceIdHeader]: `view-${address}`,
    "content-type": "application/json",
  };
  const response = await to.fetch(wirePath(contract[name]), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { messageId?: string; uuid?: string; errorCode?: string },
  };
}

const address = (count: number) => `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
const sixDigits = (count: number) => String(count).padStart(6, "0");

describe("a code cannot be guessed", () => {
  // An attacker with a stolen session and many machines tries to guess the code that the owner's phone got.
  test("thousands of tries from hundreds of addresses are compared at most 50 times a day", async () => {
    const [portal, victim] = [limited(), await gateway().member()];
    const owner = await ownContact(gateway(), victim, "phone");
    let [tried, messageId, opened, days] = [0, "none", 0, 0];
    while (tried < (isWhole ? 10_000 : 3_000)) {
      const sent = await callFrom(portal, address(tried), "sendPhoneCode", { flag: "identity" }, victim);
      if (sent.body.messageId) messageId = sent.body.messageId;
      const right = await lastCode(portal, owner);
      const guesses = Array.from({ length: 200 }, (_, at) => sixDigits((tried + at) % 1_000_000)).filter(
        (guess) => guess !== right,
      );
      const body = (captchaCode: string) => ({ flag: "identity", messageId, captchaCode });
      const answers = await Promise.all(
        guesses.map((guess, at) =>
          callFrom(portal, address(tried + (at % 20)), "verifyPhoneCode", body(guess), victim),
        ),
      );
      opened += answers.filter(({ body: { uuid } }) => uuid).length;
      expect(
        answers.every(
          ({ body: { errorCode } }) => errorCode === "CODE_WRONG" || errorCode === "TOO_FREQUENT",
        ),
      ).toBe(true);
      tried += 200;
      // PGlite answers without a turn of the event loop, and the test runner needs one.
      await new Promise(setImmediate);
      passTime(901);
      days = (tried / 200) * (901 / 86_400);
    }
    const [compared] = await portal.database
      .select({ tries: sql<number>`sum(${verificationCodes.tries})::int`, codes: sql<number>`count(*)::int` })
      .from(verificationCodes)
      .where(eq(verificationCodes.recipient, owner));
    expect(opened).toBe(0);
    expect(compared?.codes).toBeLessThanOrEqual(10 * Math.ceil(days + 1));
    expect(compared?.tries).toBeLessThanOrEqual(5 * (compared?.codes ?? 0));
  });

  test("a wrong code costs a try for the account, not for the address, and the right one gives it back", async () => {
    const [portal, member] = [limited(), await gateway().member()];
    const { messageId, code } = await askForCode(portal, member, "identity", {
      channel: "phone",
      contact: await ownContact(portal, member, "phone"),
    });
    const guess = (captchaCode: string, count: number) =>
      callFrom(
        portal,
        address(count),
        "verifyPhoneCode",
        { flag: "identity", messageId, captchaCode },
        member,
      );
    expect((await guess(code, 0)).status).toBe(200);
    for (let count = 1; count <= 30; count += 1)
      expect((await guess(another(code), count)).body.errorCode).toBe("CODE_WRONG");
    expect(await guess(code, 31)).toMatchObject({ status: 429, body: { errorCode: "TOO_FREQUENT" } });
    passTime(901);
    expect((await guess(code, 32)).body.errorCode).toBe("CODE_WRONG");
  });
});

describe("sending", () => {
  test("works once a minute for a contact: 剩余N秒 until then, for every caller", async () => {
    const portal = limited();
    const [one, two, phone] = [await gateway().member(), await gateway().member(), freshPhone()];
    const request = { flag: "change", mobile: phone } as const;
    await portal.ok("sendPhoneCode", request, one);
    for (const member of [one, two])
      expect((await portal.refused("sendPhoneCode", request, "CODE_TOO_SOON", member)).message).toMatch(
        /^剩余(60|59)秒，之后可重新发送$/,
      );
    passTime(61);
    await portal.ok("sendPhoneCode", request, one);
  });

  test("works ten times a day for a contact, twenty times an hour for an account", async () => {
    const portal = limited();
    const [member, phone] = [await gateway().member(), freshPhone()];
    for (let count = 0; count < 10; count += 1) {
      await portal.ok("sendPhoneCode", { flag: "change", mobile: phone }, member);
      passTime(61);
    }
    const { message } = await portal.refused(
      "sendPhoneCode",
      { flag: "change", mobile: phone },
      "TOO_FREQUENT",
      member,
    );
    expect(message).toBe("今天获取验证码的次数已达上限，请明天再试");
    passTime(3_600);
    const busy = await gateway().member();
    for (let count = 0; count < 20; count += 1)
      await portal.ok("sendPhoneCode", { flag: "change", mobile: freshPhone() }, busy);
    await portal.refused("sendPhoneCode", { flag: "change", mobile: freshPhone() }, "TOO_FREQUENT", busy);
  });

  test("that fails says so, costs nothing, and may be retried at once", async () => {
    const portal = limited();
    const workingDelivery = outboxDelivery(portal.database, () => {});
    let broken = true;
    const delivery: Delivery = {
      ...workingDelivery,
      send: (message) => (broken ? Promise.reject(new Error("断线")) : workingDelivery.send(message)),
    };
    portal.services.delivery = delivery;
    const member = await gateway().member();
    expectConsole("warn", /\[验证码\] 没有发出： Error：断线/);
    expect(
      (await portal.refused("sendPhoneCode", { flag: "identity" }, "CODE_NOT_SENT", member)).message,
    ).toBe("发送验证码失败");
    broken = false;
    await portal.ok("sendPhoneCode", { flag: "identity" }, member);
  });

  test("a completed change stays although the old contact could not get its message", async () => {
    const portal = limited();
    const workingDelivery = outboxDelivery(portal.database, () => {});
    const member = await gateway().member();
    const phone = freshPhone();
    const uuid = `${await proveOwn(portal, member, "identity")},${await prove(portal, member, "change", { channel: "phone", contact: phone })}`;
    portal.services.delivery = { ...workingDelivery, send: () => Promise.reject(new Error("断线")) };
    expectConsole("warn", /账号变动的通知没有发出，稍后再试/);
    await portal.ok("updateIdentityUser", { uuid, phoneNumber: phone }, member);
    expect(await ownContact(portal, member, "phone")).toBe(phone);
  });
});

describe("an attacker cannot find out who has an account", () => {
  test("a taken and a free contact get the same answer in the same time, until the code is right", async () => {
    const holder = await gateway().member({ email: freshEmail() });
    const times: Record<"taken" | "free", number[]> = { taken: [], free: [] };
    const answers: Record<"taken" | "free", string[]> = { taken: [], free: [] };
    const takenPhone = await ownContact(gateway(), holder, "phone");
    for (let round = 0; round < 12; round += 1) {
      for (const kind of ["taken", "free"] as const) {
        const asker = await gateway().member();
        const mobile = kind === "taken" ? takenPhone : freshPhone();
        const start = performance.now();
        const sent = await gateway().ok("sendPhoneCode", { flag: "change", mobile }, asker);
        const request = {
          flag: "change",
          mobile,
          messageId: sent.messageId,
          captchaCode: another(await lastCode(gateway(), mobile)),
        };
        const wrong = await gateway().refused("verifyPhoneCode", request, "CODE_WRONG", asker);
        times[kind].push(performance.now() - start);
        answers[kind].push(JSON.stringify([{ ...sent, messageId: "" }, wrong]));
      }
    }
    expect(new Set(answers.taken)).toEqual(new Set(answers.free));
    const median = (values: number[]) => values.sort((one, two) => one - two)[values.length >> 1] ?? 0;
    // The times are of the same size, because the same work is done. One query more would not show, one message more or
    // less would.
    expect(median(times.taken) / median(times.free)).toBeGreaterThan(0.3);
    expect(median(times.taken) / median(times.free)).toBeLessThan(3);
  });
});

describe("sessions", () => {
  test("a stolen cookie, its codes and its proofs are useless after the logout", async () => {
    const member = await gateway().member();
    const phone = freshPhone();
    const uuid = `${await proveOwn(gateway(), member, "identity")},${await prove(gateway(), member, "change", { channel: "phone", contact: phone })}`;
    await endSession(gateway().services, member.cookie.split("=")[1] ?? "");
    for (const name of ["accountDetail", "sendPhoneCode"] as const)
      await gateway().refused(name, { flag: "identity" }, "NOT_SIGNED_IN", member);
    await gateway().refused("updateIdentityUser", { uuid, phoneNumber: phone }, "NOT_SIGNED_IN", member);
    const [account] = await gateway().database.select().from(accounts).where(eq(accounts.id, member.id));
    const anew = await gateway().signIn({ ...member, passwordHash: account?.passwordHash ?? null });
    await gateway().refused("updateIdentityUser", { uuid, phoneNumber: phone }, "PROOF_INVALID", anew);
  });

  test("tokens, codes and uuids are stored as digests alone", async () => {
    const member = await gateway().member();
    const uuid = await proveOwn(gateway(), member, "export");
    const database = gateway().database;
    const rows = JSON.stringify([
      await database.select().from(sessions).where(eq(sessions.accountId, member.id)),
      await database.select().from(contactProofs).where(eq(contactProofs.accountId, member.id)),
    ]);
    expect(rows).not.toContain(uuid);
    expect(rows).not.toContain(member.cookie.split("=")[1] ?? "?");
  });
});
