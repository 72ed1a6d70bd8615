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
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ownContact } from "../support/contacts";
import { type Member, startGateway, TestGateway } from "../support/gateway";
import { SoftPasskey } from "../support/soft-passkey";

const gateway = startGateway();
const origin = "http://localhost";

beforeAll(() => {
  gateway().signsInAgain = false;
});

/** The code that the authenticator shows at the gateway's time plus `beside` seconds. */
const codeOf = (secret: string, on: TestGateway = gateway(), beside = 0) =>
  generateSync({ secret, epoch: Math.floor(on.services.now().getTime() / 1_000) + beside });

/** Turns an authenticator on. Returns its secret, its code and the recovery codes. */
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
  it("is on after its first right code; the person gets recovery codes and a notice", async () => {
    const me = await gateway().member();
    const { secret, address } = await gateway().ok("startAuthenticator", {}, me);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(address).searchParams.get("secret")).toBe(secret);
    // A reload of the page shows the same secret.
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

  it("is stored so that the database does not reveal its secret or the codes", async () => {
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

  it("gets a new secret if it was not confirmed within 15 minutes", async () => {
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

  it("is the one whose code was right, also if another process replaces the secret meanwhile", async () => {
    const me = await gateway().member();
    // A process whose secrets cannot open the stored secret makes a new one.
    const other = new TestGateway(gateway().database, { secrets: ["another secret of 32 characters!!"] });
    const { secret } = await gateway().ok("startAuthenticator", {}, me);
    const request = { code: codeOf(secret) };
    // It says that it cannot, unless the code is taken first.
    vi.spyOn(console, "warn").mockReturnValue();
    const [on, replaced] = await Promise.all([
      gateway().call("confirmAuthenticator", request, me),
      other.call("startAuthenticator", {}, me),
    ]);
    expect([on.status, replaced.status].sort()).toEqual([200, 409]);
    gateway().pass(60);
    if (on.status === 200) await gateway().ok("confirmIdentity", { origin, code: codeOf(secret) }, me);
    else await gateway().refused("confirmAuthenticator", request, "AUTHENTICATOR_NOT_STARTED", me);
  });

  it("accepts codes of one time step before and after, but not of two", async () => {
    const me = await gateway().member();
    const { secret } = await withAuthenticator(me);
    // Moves past all steps in which the previous code would be accepted.
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

  it("accepts a code only once, and no older code after it", async () => {
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

  it("accepts ten tries in 15 minutes and then none; a right code resets the count", async () => {
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

  it("deletes the recovery codes when the last factor is removed", async () => {
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
  it("work once each, with or without hyphens and capitals; new ones replace the old ones", async () => {
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

  it("work only for their own account", async () => {
    const { codes } = await withAuthenticator(await gateway().member());
    const me = await gateway().member();
    await gateway().refused("confirmIdentity", { origin, code: codes[0] }, "RECOVERY_CODE_WRONG", me);
  });
});

describe("passkeys", () => {
  it("are added only for this session's challenge, once, and on this site", async () => {
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
    // An IP address cannot have passkeys.
    await gateway().refused("passkeyOptions", { origin: "http://127.0.0.1:3000" }, "PASSKEY_WRONG", me);
    const mine = (await gateway().ok("secondFactors", {}, me)).passkeys;
    expect(mine).toMatchObject([{ name: "钥匙", host: "localhost", usedAt: null }]);
    await gateway().refused("removePasskey", { id: mine[0]?.id ?? 0 }, "PASSKEY_NOT_FOUND", other);
  });

  it("belong to the site that the operator configured, if there is one", async () => {
    const withOrigin = new TestGateway(gateway().database, { allowedOrigins: ["https://forum.example"] });
    const me = await withOrigin.member();
    await withOrigin.refused("passkeyOptions", { origin }, "PASSKEY_WRONG", me);
    expect(
      JSON.parse((await withOrigin.ok("passkeyOptions", { origin: "https://forum.example" }, me)).options),
    ).toMatchObject({
      rp: { id: "forum.example", name: "测试社区" },
    });
  });

  it("confirm the identity, each answer once; a copy with an old counter is refused", async () => {
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

  it("are limited to twenty", async () => {
    const me = await gateway().member();
    const values = { accountId: me.id, host: "localhost", publicKey: "", transports: [], name: "钥匙" };
    await gateway()
      .database.insert(passkeys)
      .values(Array.from({ length: 20 }, (_, index) => ({ ...values, credentialId: `${me.id}-${index}` })));
    await gateway().refused("passkeyOptions", { origin }, "TOO_MANY_PASSKEYS", me);
    await gateway()
      .database.delete(passkeys)
      .where(eq(passkeys.credentialId, `${me.id}-0`));
    // Two sessions get options for the last free place.
    const [row] = await gateway().database.select().from(accounts).where(eq(accounts.id, me.id));
    if (!row) throw new Error("no account");
    const both = [me, await gateway().signIn(row)];
    const made = [];
    for (const by of both) {
      const { options } = await gateway().ok("passkeyOptions", { origin }, by);
      made.push({ origin, name: "钥匙", answer: new SoftPasskey().create(options, origin) });
    }
    const answers = await Promise.all(
      made.map((request, at) => gateway().call("addPasskey", request, both[at])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await gateway().database.$count(passkeys, eq(passkeys.accountId, me.id))).toBe(20);
  });
});

describe("a recent sign-in", () => {
  const guarded = ["startAuthenticator", "removeAuthenticator", "makeRecoveryCodes"] as const;

  it.each(guarded)("%s requires one, and confirmIdentity counts as one", async (name) => {
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

  it("counts for its own session, and not for the person's other sessions", async () => {
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
