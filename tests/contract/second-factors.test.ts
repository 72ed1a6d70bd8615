import { eq } from "drizzle-orm";
import { hashPassword } from "gateway/account/password";
import {
  accounts,
  authenticators,
  notifications,
  outbox,
  passkeys,
  recoveryCodes,
} from "gateway/database/schema";
import { createLimits } from "gateway/server/limits";
import { generateSync } from "otplib";
import { beforeAll, describe, expect, it } from "vitest";
import { ownContact } from "../support/contacts";
import { type Member, startGateway, TestGateway } from "../support/gateway";
import { SoftPasskey } from "../support/soft-passkey";

const gateway = startGateway();
const origin = "http://localhost";

beforeAll(() => {
  gateway().signsInAgain = false;
});

/** What the authenticator shows at the gateway's time, or so many seconds beside it. */
const codeOf = (secret: string, on: TestGateway = gateway(), beside = 0) =>
  generateSync({ secret, epoch: Math.floor(on.services.now().getTime() / 1_000) + beside });

/** Has an authenticator count. Gives its secret and the recovery codes. */
async function withAuthenticator(member: Member, on: TestGateway = gateway()) {
  const { secret } = await on.ok("startAuthenticator", {}, member);
  const code = codeOf(secret, on);
  const { recoveryCodes: codes } = await on.ok("confirmAuthenticator", { code }, member);
  return { secret, codes, code };
}

async function withPasskey(member: Member, name = "工位的电脑") {
  const passkey = new SoftPasskey();
  const { options } = await gateway().ok("passkeyOptions", { origin }, member);
  const answer = passkey.create(options, origin);
  const { recoveryCodes: codes } = await gateway().ok("addPasskey", { origin, name, answer }, member);
  return { passkey, codes };
}

const events = async ({ id }: Member) =>
  (await gateway().database.select().from(notifications).where(eq(notifications.accountId, id))).map(
    ({ event }) => event,
  );

describe("an authenticator", () => {
  it("counts from its first right code on, brings recovery codes, and its person is told", async () => {
    const me = await gateway().member();
    const { secret, address } = await gateway().ok("startAuthenticator", {}, me);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(address).searchParams.get("secret")).toBe(secret);
    // The page may be loaded again: the same secret while it waits.
    expect((await gateway().ok("startAuthenticator", {}, me)).secret).toBe(secret);
    expect((await gateway().ok("secondFactors", {}, me)).authenticator).toBeNull();
    const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, "0");
    await gateway().refused("confirmAuthenticator", { code: wrong }, "FACTOR_CODE_WRONG", me);
    const { recoveryCodes: codes } = await gateway().ok("confirmAuthenticator", { code: codeOf(secret) }, me);
    expect(codes).toHaveLength(10);
    const mine = await gateway().ok("secondFactors", {}, me);
    expect(mine).toMatchObject({ recoveryCodesLeft: 10, required: false, authenticator: {} });
    await gateway().refused("startAuthenticator", {}, "AUTHENTICATOR_IS_ON", me);
    await gateway().refused("confirmAuthenticator", { code: codeOf(secret) }, "AUTHENTICATOR_IS_ON", me);
    expect(await events(me)).toEqual(["factorsChanged"]);
    const phone = await ownContact(gateway(), me, "phone");
    const told = await gateway().database.select().from(outbox).where(eq(outbox.recipient, phone));
    expect(told.at(-1)?.text).toContain("设置了验证器");
  });

  it("is stored so that the database alone tells neither secret nor codes", async () => {
    const me = await gateway().member();
    const { secret, codes } = await withAuthenticator(me);
    const rows = [
      await gateway().database.select().from(authenticators).where(eq(authenticators.accountId, me.id)),
      await gateway().database.select().from(recoveryCodes).where(eq(recoveryCodes.accountId, me.id)),
    ];
    const stored = JSON.stringify(rows);
    for (const told of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(stored).not.toContain(told);
  });

  it("that was shown a quarter of an hour ago is begun anew", async () => {
    const me = await gateway().member();
    const { secret } = await gateway().ok("startAuthenticator", {}, me);
    gateway().pass(15 * 60 + 1);
    const again = await gateway().signIn({ ...me, passwordHash: null });
    await gateway().refused(
      "confirmAuthenticator",
      { code: codeOf(secret) },
      "AUTHENTICATOR_NOT_STARTED",
      again,
    );
    expect((await gateway().ok("startAuthenticator", {}, again)).secret).not.toBe(secret);
  });

  it("is right a step early and a step late, and not two", async () => {
    const me = await gateway().member();
    const { secret } = await withAuthenticator(me);
    // Past every step that the first code stands for.
    for (const [beside, right] of [
      [-60, false],
      [-30, true],
      [60, false],
      [30, true],
    ] as const) {
      gateway().pass(120);
      const request = { origin, code: codeOf(secret, gateway(), beside) };
      if (right) await gateway().ok("confirmIdentity", request, me);
      else await gateway().refused("confirmIdentity", request, "FACTOR_CODE_WRONG", me);
    }
  });

  it("gives no code that is good twice, nor one that is older than the last", async () => {
    const me = await gateway().member();
    const { secret, code } = await withAuthenticator(me);
    await gateway().refused("confirmIdentity", { origin, code }, "FACTOR_CODE_WRONG", me);
    gateway().pass(60);
    const now = codeOf(secret);
    const both = await Promise.all(
      [1, 2].map(() => gateway().call("confirmIdentity", { origin, code: now }, me)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const before = codeOf(secret, gateway(), -30);
    await gateway().refused("confirmIdentity", { origin, code: before }, "FACTOR_CODE_WRONG", me);
  });

  it("takes ten wrong codes in a quarter of an hour, and then none; the right one starts anew", async () => {
    const strict = new TestGateway(gateway().database, {}, createLimits());
    const me = await strict.member();
    const { secret } = await withAuthenticator(me, strict);
    strict.pass(60);
    const wrong = { origin, code: String((Number(codeOf(secret, strict)) + 1) % 1_000_000).padStart(6, "0") };
    for (let time = 0; time < 9; time += 1)
      await strict.refused("confirmIdentity", wrong, "FACTOR_CODE_WRONG", me);
    await strict.ok("confirmIdentity", { origin, code: codeOf(secret, strict) }, me);
    for (let time = 0; time < 10; time += 1)
      await strict.refused("confirmIdentity", wrong, "FACTOR_CODE_WRONG", me);
    strict.pass(60);
    const right = { origin, code: codeOf(secret, strict) };
    await strict.refused("confirmIdentity", right, "TOO_FREQUENT", me);
    await strict.refused("confirmIdentity", { origin, code: "2222-2222-2222-2222" }, "TOO_FREQUENT", me);
  });

  it("that is turned off takes the recovery codes along, where it was the last", async () => {
    const me = await gateway().member();
    await gateway().refused("removeAuthenticator", {}, "NO_SECOND_FACTOR", me);
    await gateway().refused("makeRecoveryCodes", {}, "NO_SECOND_FACTOR", me);
    await withAuthenticator(me);
    const { codes } = await withPasskey(me);
    expect(codes).toEqual([]);
    await gateway().ok("removeAuthenticator", {}, me);
    const one = await gateway().ok("secondFactors", {}, me);
    expect(one).toMatchObject({
      authenticator: null,
      recoveryCodesLeft: 10,
      passkeys: [{ name: "工位的电脑" }],
    });
    await gateway().ok("removePasskey", { id: one.passkeys[0]?.id ?? 0 }, me);
    expect(await gateway().ok("secondFactors", {}, me)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await events(me)).toHaveLength(4);
  });
});

describe("recovery codes", () => {
  it("are good once each, however they are typed; new ones take the old ones' place", async () => {
    const me = await gateway().member();
    const { codes } = await withAuthenticator(me);
    const [first = "", second = "", third = ""] = codes;
    await gateway().ok("confirmIdentity", { origin, code: ` ${first.toUpperCase()} ` }, me);
    await gateway().refused("confirmIdentity", { origin, code: first }, "RECOVERY_CODE_WRONG", me);
    const plain = second.replaceAll("-", "");
    const both = await Promise.all(
      [1, 2].map(() => gateway().call("confirmIdentity", { origin, code: plain }, me)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await gateway().ok("secondFactors", {}, me)).recoveryCodesLeft).toBe(8);
    expect(await events(me)).toHaveLength(3);
    const { recoveryCodes: fresh } = await gateway().ok("makeRecoveryCodes", {}, me);
    expect(fresh).toHaveLength(10);
    expect(new Set([...codes, ...fresh]).size).toBe(20);
    await gateway().refused("confirmIdentity", { origin, code: third }, "RECOVERY_CODE_WRONG", me);
  });

  it("are their person's alone", async () => {
    const { codes } = await withAuthenticator(await gateway().member());
    const me = await gateway().member();
    await gateway().refused("confirmIdentity", { origin, code: codes[0] }, "RECOVERY_CODE_WRONG", me);
  });
});

describe("passkeys", () => {
  it("are made by what this session was asked, once, and on this site alone", async () => {
    const me = await gateway().member();
    const other = await gateway().member();
    const { options } = await gateway().ok("passkeyOptions", { origin }, me);
    const answer = new SoftPasskey().create(options, origin);
    const add = { origin, name: "钥匙", answer };
    await gateway().refused("addPasskey", add, "PASSKEY_WRONG", other);
    await gateway().ok("addPasskey", add, me);
    await gateway().refused("addPasskey", add, "PASSKEY_WRONG", me);
    const { options: more } = await gateway().ok("passkeyOptions", { origin }, me);
    const elsewhere = new SoftPasskey().create(more, "http://evil.example");
    await gateway().refused("addPasskey", { ...add, answer: elsewhere }, "PASSKEY_WRONG", me);
    await gateway().refused("addPasskey", { ...add, answer: "{}" }, "PASSKEY_WRONG", me);
    await gateway().refused("addPasskey", { ...add, answer: "不是 JSON" }, "PASSKEY_WRONG", me);
    // An address by number has no passkeys.
    await gateway().refused("passkeyOptions", { origin: "http://127.0.0.1:3000" }, "PASSKEY_WRONG", me);
    const mine = (await gateway().ok("secondFactors", {}, me)).passkeys;
    expect(mine).toMatchObject([{ name: "钥匙", host: "localhost", usedAt: null }]);
    await gateway().refused("removePasskey", { id: mine[0]?.id ?? 0 }, "PASSKEY_NOT_FOUND", other);
  });

  it("are of a site that the operator names, where one is named", async () => {
    const withOrigin = new TestGateway(gateway().database, { allowedOrigins: ["https://forum.example"] });
    const me = await withOrigin.member();
    await withOrigin.refused("passkeyOptions", { origin }, "PASSKEY_WRONG", me);
    expect(
      JSON.parse((await withOrigin.ok("passkeyOptions", { origin: "https://forum.example" }, me)).options),
    ).toMatchObject({
      rp: { id: "forum.example", name: "测试社区" },
    });
  });

  it("show who one is, each answer once; a copy whose count stands still does not", async () => {
    const me = await gateway().member();
    const { passkey } = await withPasskey(me);
    const { passkey: options, code, password } = await gateway().ok("confirmationWays", { origin }, me);
    expect([code, password]).toEqual([true, false]);
    const answer = passkey.get(options ?? "", origin);
    await gateway().ok("confirmIdentity", { origin, passkey: answer }, me);
    await gateway().refused("confirmIdentity", { origin, passkey: answer }, "PASSKEY_WRONG", me);
    const again = await gateway().ok("confirmationWays", { origin }, me);
    passkey.counter = 0;
    const copy = passkey.get(again.passkey ?? "", origin);
    await gateway().refused("confirmIdentity", { origin, passkey: copy }, "PASSKEY_WRONG", me);
    const stranger = await gateway().ok("confirmationWays", { origin }, me);
    const foreign = new SoftPasskey().get(stranger.passkey ?? "", origin);
    await gateway().refused("confirmIdentity", { origin, passkey: foreign }, "PASSKEY_WRONG", me);
    expect(
      (await gateway().ok("confirmationWays", { origin: "http://other.example" }, me)).passkey,
    ).toBeNull();
  });

  it("are twenty at most", async () => {
    const me = await gateway().member();
    const values = { accountId: me.id, host: "localhost", publicKey: "", transports: [], name: "钥匙" };
    await gateway()
      .database.insert(passkeys)
      .values(Array.from({ length: 20 }, (_, index) => ({ ...values, credentialId: `${me.id}-${index}` })));
    await gateway().refused("passkeyOptions", { origin }, "TOO_MANY_PASSKEYS", me);
  });
});

describe("a recent sign-in", () => {
  const guarded = ["startAuthenticator", "removeAuthenticator", "makeRecoveryCodes"] as const;

  it.each(guarded)("%s wants one, and confirmIdentity is as good", async (name) => {
    const password = "a-Password-of-2026";
    const me = await gateway().member({ passwordHash: await hashPassword(password) });
    if (name !== "startAuthenticator") await withAuthenticator(me);
    gateway().pass(10 * 60 + 1);
    await gateway().refused(name, {}, "SIGN_IN_NOT_RECENT", me);
    await gateway().refused(
      "confirmIdentity",
      { origin, password: "not-the-password" },
      "PASSWORD_WRONG",
      me,
    );
    await gateway().refused("confirmIdentity", { origin }, "INVALID_REQUEST", me);
    await gateway().refused(name, {}, "SIGN_IN_NOT_RECENT", me);
    await gateway().ok("confirmIdentity", { origin, password }, me);
    gateway().pass(9 * 60);
    await gateway().ok(name, {}, me);
    gateway().pass(61);
    await gateway().refused(name, {}, "SIGN_IN_NOT_RECENT", me);
  });

  it("is one session's: another one of the same person's stays old", async () => {
    const password = "a-Password-of-2026";
    const me = await gateway().member({ passwordHash: await hashPassword(password) });
    const [row] = await gateway().database.select().from(accounts).where(eq(accounts.id, me.id));
    if (!row) throw new Error("no account");
    const elsewhere = await gateway().signIn(row);
    gateway().pass(10 * 60 + 1);
    await gateway().ok("confirmIdentity", { origin, password }, me);
    await gateway().ok("startAuthenticator", {}, me);
    await gateway().refused("startAuthenticator", {}, "SIGN_IN_NOT_RECENT", elsewhere);
  });
});
