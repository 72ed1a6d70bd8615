import { eq } from "drizzle-orm";
import { hashPassword, verifyPassword } from "gateway/account/password";
import { accounts, notifications, outbox } from "gateway/database/schema";
import { createLimits } from "gateway/server/limits";
import { beforeAll, describe, expect, it } from "vitest";
import { ownContact, proveOwn } from "../support/contacts";
import { type Member, startGateway, TestGateway } from "../support/gateway";

const gateway = startGateway();
const old = "the-Old-password-2026";
const password = "the-New-password-2026";
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(old);
});

const rowOf = async ({ id }: Member) =>
  (await gateway().database.select().from(accounts).where(eq(accounts.id, id)))[0];
const holds = async (member: Member, typed: string) =>
  verifyPassword((await rowOf(member))?.passwordHash, typed);
const again = async (member: Member) =>
  gateway().signIn({
    id: member.id,
    nickname: member.nickname,
    passwordHash: (await rowOf(member))?.passwordHash ?? null,
  });
const isIn = async (member: Member) => (await gateway().call("currentUser", {}, member)).status === 200;
const events = async ({ id }: Member) =>
  (await gateway().database.select().from(notifications).where(eq(notifications.accountId, id))).map(
    ({ event }) => event,
  );

describe("a new password", () => {
  it("by the old one ends other sessions, keeps this one, and the person gets a message", async () => {
    // With both, the phone is told.
    const me = await gateway().member({ passwordHash, email: "both@example.com" });
    const other = await again(me);
    expect(await gateway().ok("changePassword", { oldPassword: old, password }, me)).toEqual({
      success: true,
      ended: 1,
    });
    expect([await holds(me, password), await holds(me, old)]).toEqual([true, false]);
    expect([await isIn(me), await isIn(other)]).toEqual([true, false]);
    expect(await events(me)).toEqual(["passwordChanged"]);
    const phone = await ownContact(gateway(), me, "phone");
    const told = await gateway().database.select().from(outbox).where(eq(outbox.recipient, phone));
    expect(told.at(-1)?.text).toContain("你的账号密码刚刚修改过");
    expect(JSON.stringify(told)).not.toContain(password);
  });

  const ways = {
    "the old one": async () => ({ oldPassword: old }),
    "a code": async (me: Member) => ({ uuid: await proveOwn(gateway(), me, "password") }),
  };
  it.each(Object.keys(ways) as (keyof typeof ways)[])(
    "by %s: other sessions end unless they are to stay",
    async (way) => {
      const me = await gateway().member({ passwordHash });
      const [one, two] = [await again(me), await again(me)];
      const stay = { ...(await ways[way](me)), password, endOthers: false };
      expect((await gateway().ok("changePassword", stay, me)).ended).toBe(0);
      expect([await isIn(me), await isIn(one), await isIn(two)]).toEqual([true, true, true]);
      const later = await gateway().member({ passwordHash });
      const [three, four] = [await again(later), await again(later)];
      const end = { ...(await ways[way](later)), password };
      expect((await gateway().ok("changePassword", end, later)).ended).toBe(2);
      expect([await isIn(later), await isIn(three), await isIn(four)]).toEqual([true, false, false]);
    },
  );

  it("by a code, for people who do not know the old one or have none; the proof is used up", async () => {
    const me = await gateway().member({ passwordHash: null });
    const uuid = await proveOwn(gateway(), me, "password");
    await gateway().refused("changePassword", { uuid: "none", password }, "PROOF_INVALID", me);
    await gateway().ok("changePassword", { uuid, password }, me);
    expect(await holds(me, password)).toBe(true);
    await gateway().refused("changePassword", { uuid, password: `${password}!` }, "PROOF_INVALID", me);
  });

  it("refuses proofs of another purpose, account or session", async () => {
    const [me, stranger] = [await gateway().member({ passwordHash }), await gateway().member()];
    const elsewhere = await again(me);
    const uuid = await proveOwn(gateway(), me, "password");
    const refused = (request: object, as: Member) =>
      gateway().refused("changePassword", { password, ...request }, "PROOF_INVALID", as);
    await refused({ uuid }, stranger);
    await refused({ uuid }, elsewhere);
    await refused({ uuid: await proveOwn(gateway(), stranger, "show") }, stranger);
    expect(await holds(me, old)).toBe(true);
  });

  it("is refused beside its field: a wrong old one, none, the same again, and one that is too weak", async () => {
    const me = await gateway().member({ passwordHash });
    const fieldsOf = async (request: object, code: Parameters<ReturnType<typeof gateway>["refused"]>[2]) =>
      (await gateway().refused("changePassword", request, code, me)).fields;
    expect(await fieldsOf({ oldPassword: `${old}x`, password }, "PASSWORD_WRONG")).toEqual({
      oldPassword: ["当前密码不对"],
    });
    expect(await fieldsOf({ oldPassword: old, password: old }, "PASSWORD_SAME")).toEqual({
      password: ["新密码不能和当前密码一样"],
    });
    for (const request of [
      { password },
      { oldPassword: "", password },
      { oldPassword: old, uuid: "x", password },
    ])
      expect(await fieldsOf(request, "INVALID_REQUEST")).toEqual({ oldPassword: ["请输入当前密码"] });
    for (const weak of ["", "short", "aaaaaaaaaa", "x".repeat(129)])
      expect(
        Object.keys((await fieldsOf({ oldPassword: old, password: weak }, "INVALID_REQUEST")) ?? {}),
      ).toEqual(["password"]);
    expect([await holds(me, old), await events(me)]).toEqual([true, []]);
  });

  it("cannot be guessed: after ten wrong ones none is accepted for a while, the right one neither", async () => {
    const me = await gateway().member({ passwordHash });
    const limited = new TestGateway(gateway().database, {}, createLimits());
    for (let tries = 0; tries < 10; tries += 1)
      await limited.refused("changePassword", { oldPassword: `no-${tries}`, password }, "PASSWORD_WRONG", me);
    const { fields } = await limited.refused(
      "changePassword",
      { oldPassword: old, password },
      "TOO_FREQUENT",
      me,
    );
    expect(fields?.oldPassword?.[0]).toMatch(/^尝试的次数过多，请 \d+ 分钟后再试，或改用验证码$/);
    // A code still works, and another account is not affected.
    await limited.ok("changePassword", { uuid: await proveOwn(limited, me, "password"), password }, me);
    const other = await gateway().member({ passwordHash });
    await limited.ok("changePassword", { oldPassword: old, password }, other);
  });

  it("of two at once by the same old one, one succeeds", async () => {
    const me = await gateway().member({ passwordHash });
    const answers = await Promise.all(
      ["one-New-password", "two-New-password"].map((next) =>
        gateway().call("changePassword", { oldPassword: old, password: next }, me),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await events(me)).toEqual(["passwordChanged"]);
  });
});
