import { eq } from "drizzle-orm";
import { contactProofs, notifications, outbox, verificationCodes } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import {
  another,
  askForCode,
  freshEmail,
  freshPhone,
  ownContact,
  prove,
  proveOwn,
} from "../support/contacts";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();

/** Both uuids for a new phone, as the portal joins them. */
async function uuidsFor(
  member: Member,
  phoneNumber: string,
  by: "phone" | "email" = "phone",
): Promise<string> {
  const identity = await proveOwn(gateway(), member, "identity", by);
  return `${identity},${await prove(gateway(), member, "change", { channel: "phone", contact: phoneNumber })}`;
}
const update = (phoneNumber: string, uuid: string) => ({
  uuid,
  phoneNumber,
  callCountryCode: "+86" as const,
});
const messagesTo = (recipient: string) =>
  gateway().database.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(outbox.id);

describe("the contacts of an account", () => {
  it("are shown masked", async () => {
    const member = await gateway().member({ phone: "13800139999", email: "阿岚.lan@Mail.example" });
    expect(await gateway().ok("accountDetail", {}, member)).toEqual({
      uid: member.id,
      phoneNumber: "138****9999",
      email: "阿***@Mail.example",
    });
    const unbound = await gateway().member({ phone: null });
    expect(await gateway().ok("accountDetail", {}, unbound)).toEqual({
      uid: unbound.id,
      phoneNumber: null,
      email: null,
    });
  });
});

describe("the contacts shown whole", () => {
  it("need a fresh verification of this session for this purpose, which lasts for ten minutes of reading", async () => {
    const member = await gateway().member({ email: freshEmail() });
    const [phoneNumber, email] = [
      await ownContact(gateway(), member, "phone"),
      await ownContact(gateway(), member, "email"),
    ];
    const detail = (uuid: string, as = member) => gateway().ok("accountDetail", { uuid }, as);
    const uuid = await proveOwn(gateway(), member, "show");
    for (const _look of [1, 2]) expect(await detail(uuid)).toEqual({ uid: member.id, phoneNumber, email });
    const masked = { phoneNumber: expect.stringContaining("****"), email: expect.stringContaining("***") };
    expect(await detail(await proveOwn(gateway(), member, "identity", "email"))).toMatchObject(masked);
    expect((await detail(uuid, await gateway().member())).phoneNumber).toContain("****");
    expect((await gateway().ok("getInfo", { pk_user: member.id }, member)).data).toMatchObject({
      phone: masked.phoneNumber,
      email: masked.email,
      w3Account: masked.email,
    });
    await gateway().refused(
      "updateIdentityUser",
      update(freshPhone(), `${uuid},${uuid}`),
      "PROOF_INVALID",
      member,
    );
    const next = freshPhone();
    await gateway().ok("updateIdentityUser", update(next, await uuidsFor(member, next, "email")), member);
    expect(await detail(uuid)).toMatchObject(masked);
  });
});

describe("changing a phone", () => {
  it("needs both uuids, sends a message to the old phone and a notice; the old phone is free afterwards", async () => {
    const member = await gateway().member();
    const [old, phone] = [await ownContact(gateway(), member, "phone"), freshPhone()];
    expect(
      await gateway().ok("updateIdentityUser", update(phone, await uuidsFor(member, phone)), member),
    ).toEqual({ success: true });
    expect(await ownContact(gateway(), member, "phone")).toBe(phone);
    const told = (await messagesTo(old)).at(-1)?.text ?? "";
    expect(told).toContain("绑定的手机号已改为");
    expect(told).toContain(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
    expect(told).not.toContain(phone);
    const notices = await gateway()
      .database.select()
      .from(notifications)
      .where(eq(notifications.accountId, member.id));
    expect(notices).toMatchObject([{ kind: "system", event: "phoneChanged", actorId: null }]);
    // The session stays.
    expect((await gateway().ok("currentUser", {}, member)).user?.uid).toBe(member.id);
    const next = await gateway().member();
    await gateway().ok("updateIdentityUser", update(old, await uuidsFor(next, old)), next);
  });

  it("keeps an email's letters as typed, and finds it in any case", async () => {
    const member = await gateway().member();
    const email = freshEmail().replace("new", "New");
    const uuid = `${await proveOwn(gateway(), member, "identity")},${await prove(gateway(), member, "change", { channel: "email", contact: email.toLowerCase() })}`;
    await gateway().ok("updateIdentityUser", { uuid, email }, member);
    expect(await ownContact(gateway(), member, "email")).toBe(email);
    const phone = await ownContact(gateway(), member, "phone");
    expect((await messagesTo(phone)).at(-1)?.text).toContain("绑定了邮箱 N***@example.com");
  });

  it("verifies the person by email if there is no phone", async () => {
    const member = await gateway().member({ phone: null, email: freshEmail() });
    const refusal = await gateway().refused("sendPhoneCode", { flag: "identity" }, "CONTACT_MISSING", member);
    expect(refusal.message).toBe("账号还没有绑定这种联系方式，请换一种方式验证");
    const phone = freshPhone();
    await gateway().ok("updateIdentityUser", update(phone, await uuidsFor(member, phone, "email")), member);
    expect((await gateway().ok("checkPhone", {}, member)).data).toBe("checked");
    const mails = await messagesTo(await ownContact(gateway(), member, "email"));
    expect(mails.at(-1)).toMatchObject({ subject: "测试社区账号变更提醒" });
  });

  it.each(["phone", "email"] as const)(
    "refuses a %s that another account has, in the words of the spec, and both uuids stay valid",
    async (channel) => {
      const [member, other] = [await gateway().member(), await gateway().member({ email: freshEmail() })];
      const value = await ownContact(gateway(), other, channel);
      const identity = await proveOwn(gateway(), member, "identity");
      const uuid = `${identity},${await prove(gateway(), member, "change", { channel, contact: value })}`;
      const request = channel === "phone" ? update(value, uuid) : { uuid, email: value };
      for (let count = 0; count < 2; count += 1) {
        const code = channel === "phone" ? "PHONE_DUPLICATED" : "EMAIL_DUPLICATED";
        const { message } = await gateway().refused("updateIdentityUser", request, code, member);
        const phoneMessage = "Please check whether the account、 phone number are duplicated";
        expect(message).toBe(
          channel === "phone" ? phoneMessage : "The email address has been bound to another account.",
        );
      }
      expect(await ownContact(gateway(), member, channel)).not.toBe(value);
      const phone = freshPhone();
      const anotherOne = `${identity},${await prove(gateway(), member, "change", { channel: "phone", contact: phone })}`;
      await gateway().ok("updateIdentityUser", update(phone, anotherOne), member);
    },
  );

  it("refuses the account's present phone", async () => {
    const member = await gateway().member();
    const phone = await ownContact(gateway(), member, "phone");
    await gateway().refused(
      "updateIdentityUser",
      update(phone, await uuidsFor(member, phone)),
      "PHONE_DUPLICATED",
      member,
    );
  });

  it("gives one contact to one of two people who prove it at the same moment", async () => {
    const [one, two] = [await gateway().member(), await gateway().member()];
    const phone = freshPhone();
    const requests = [update(phone, await uuidsFor(one, phone)), update(phone, await uuidsFor(two, phone))];
    const answers = await Promise.all(
      [one, two].map((member, at) => gateway().call("updateIdentityUser", requests[at], member)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it.each([
    [{ mobile: "" }, "手机号不能为空"],
    [{}, "手机号不能为空"],
    [{ mobile: "12345" }, "手机格式有误"],
    [{ mobile: "12800138000" }, "手机格式有误"],
  ])("sends nothing to %j: %s", async (typed, message) => {
    const member = await gateway().member();
    const { fields } = await gateway().refused(
      "sendPhoneCode",
      { flag: "change", ...typed },
      "INVALID_REQUEST",
      member,
    );
    expect(fields).toEqual({ mobile: [message] });
  });

  it.each([
    ["", "邮箱不能为空"],
    ["a@b", "邮箱格式有误"],
    [`${"a".repeat(500)}@example.com`, "邮箱格式有误"],
  ])("sends no mail to %s: %s", async (email, message) => {
    const member = await gateway().member();
    const { fields } = await gateway().refused(
      "sendEmailCode",
      { flag: "change", email },
      "INVALID_REQUEST",
      member,
    );
    expect(fields).toEqual({ email: [message] });
  });
});

describe("codes", () => {
  it("that prove the person's identity are sent to the account's own contact, whatever the client names", async () => {
    const [member, victim] = [
      await gateway().member({ email: freshEmail() }),
      await gateway().member({ email: freshEmail() }),
    ];
    const stolen = { phone: freshPhone(), email: await ownContact(gateway(), victim, "email") };
    for (const flag of ["identity", "export", "close"] as const) {
      await gateway().ok("sendPhoneCode", { flag, mobile: stolen.phone }, member);
      await gateway().ok("sendEmailCode", { flag, email: stolen.email }, member);
    }
    expect([...(await messagesTo(stolen.phone)), ...(await messagesTo(stolen.email))]).toEqual([]);
    for (const channel of ["phone", "email"] as const) {
      const own = await messagesTo(await ownContact(gateway(), member, channel));
      expect(own.map(({ text }) => /】(.+)验证码 \d{6}，10 分钟/.exec(text)?.[1])).toEqual([
        "身份验证",
        "导出数据",
        "注销账号",
      ]);
    }
  });

  it("say how they are sent: to the outbox if no sender is configured", async () => {
    const member = await gateway().member();
    expect(await gateway().ok("sendPhoneCode", { flag: "identity" }, member)).toEqual({
      messageId: expect.stringMatching(/^[\w-]{22}$/),
      resendSeconds: 60,
      outbox: true,
    });
  });

  it("are refused for another purpose, contact, session or account, and only their digests are stored", async () => {
    const [member, other] = [await gateway().member({ email: freshEmail() }), await gateway().member()];
    const sameElsewhere = await gateway().signIn({ ...member, passwordHash: null });
    const [phone, anotherPhone] = [freshPhone(), freshPhone()];
    const { messageId, code } = await askForCode(gateway(), member, "change", {
      channel: "phone",
      contact: phone,
    });
    const right = { flag: "change", mobile: phone, messageId, captchaCode: code };
    for (const [wrong, as] of [
      [{ ...right, mobile: anotherPhone }, member],
      [{ ...right, flag: "identity" }, member],
      [{ ...right, flag: "close" }, member],
      [right, sameElsewhere],
      [right, other],
    ] as const)
      expect((await gateway().refused("verifyPhoneCode", wrong, "CODE_WRONG", as)).message).toBe(
        "验证码校验失败，请重试",
      );
    const rows = await gateway()
      .database.select()
      .from(verificationCodes)
      .where(eq(verificationCodes.messageId, messageId));
    // None of these tries counts against the code.
    expect(rows).toMatchObject([{ tries: 0 }]);
    expect(JSON.stringify(rows)).not.toContain(code);
    const { uuid } = await gateway().ok("verifyPhoneCode", right as never, member);
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    await gateway().refused("verifyPhoneCode", right, "CODE_WRONG", member);
    expect(JSON.stringify(await gateway().database.select().from(contactProofs))).not.toContain(uuid);
  });

  it("of an email: the latest of this session is valid, an older one is not, and another account's changes nothing", async () => {
    const [member, other] = [await gateway().member(), await gateway().member()];
    const email = freshEmail();
    const ask = async (who: Member) =>
      (await askForCode(gateway(), who, "change", { channel: "email", contact: email })).code;
    const [older, newer] = [await ask(member), await ask(member)];
    const foreign = await ask(other);
    const verify = (captchaCode: string) =>
      gateway().call("verifyEmailCode", { flag: "change", email, captchaCode }, member);
    for (const wrong of [older, foreign]) if (wrong !== newer) expect((await verify(wrong)).status).toBe(422);
    expect((await verify(newer)).status).toBe(200);
  });

  it("are valid for ten minutes", async () => {
    const member = await gateway().member();
    const { messageId, code } = await askForCode(gateway(), member, "identity", {
      channel: "phone",
      contact: await ownContact(gateway(), member, "phone"),
    });
    gateway().pass(601);
    await gateway().refused(
      "verifyPhoneCode",
      { flag: "identity", messageId, captchaCode: code },
      "CODE_WRONG",
      member,
    );
  });

  it.each(["12345", "abcdef", "1234567"])("cannot be %s", async (captchaCode) => {
    const member = await gateway().member();
    const { fields } = await gateway().refused(
      "verifyEmailCode",
      { flag: "identity", captchaCode },
      "INVALID_REQUEST",
      member,
    );
    expect(fields?.captchaCode).toEqual(["验证码校验失败，请重试"]);
  });

  it("allow five tries, also in parallel", async () => {
    const member = await gateway().member();
    const own = { channel: "phone", contact: await ownContact(gateway(), member, "phone") } as const;
    const { messageId, code } = await askForCode(gateway(), member, "identity", own);
    const guess = (captchaCode: string) =>
      gateway().call("verifyPhoneCode", { flag: "identity", messageId, captchaCode }, member);
    await Promise.all(Array.from({ length: 20 }, () => guess(another(code))));
    expect((await guess(code)).status).toBe(422);
    const [row] = await gateway()
      .database.select()
      .from(verificationCodes)
      .where(eq(verificationCodes.messageId, messageId));
    expect(row?.tries).toBe(5);
  });
});

describe("proofs", () => {
  it("are valid for one use, one session, one account and one purpose, in their order", async () => {
    const member = await gateway().member();
    const elsewhere = await gateway().signIn({ ...member, passwordHash: null });
    const [phone, other] = [freshPhone(), await gateway().member()];
    const uuid = await uuidsFor(member, phone);
    const [identity = "", change = ""] = uuid.split(",");
    const forClosing = await proveOwn(gateway(), member, "close");
    const unproved = freshPhone();
    for (const [request, as] of [
      [update(phone, `${change},${identity}`), member],
      [update(phone, `${identity},${identity}`), member],
      [update(phone, `${change},${change}`), member],
      [update(phone, `${forClosing},${change}`), member],
      [update(phone, identity), member],
      [update(phone, `${uuid},${change}`), member],
      [update(phone, ","), member],
      [update(unproved, uuid), member],
      [{ uuid, email: freshEmail() }, member],
      [update(phone, uuid), elsewhere],
      [update(phone, uuid), other],
    ] as const)
      expect((await gateway().refused("updateIdentityUser", request, "PROOF_INVALID", as)).message).toBe(
        "身份验证已失效，请重新验证",
      );
    await gateway().ok("updateIdentityUser", update(phone, uuid), member);
    await gateway().refused("updateIdentityUser", update(phone, uuid), "PROOF_INVALID", member);
  });

  it("are valid for ten minutes", async () => {
    const [member, phone] = [await gateway().member(), freshPhone()];
    const uuid = await uuidsFor(member, phone);
    gateway().pass(601);
    await gateway().refused("updateIdentityUser", update(phone, uuid), "PROOF_INVALID", member);
  });

  it("of a contact that changed meanwhile are refused", async () => {
    const [member, first, second] = [await gateway().member(), freshPhone(), freshPhone()];
    const [early, late] = [await uuidsFor(member, first), await uuidsFor(member, second)];
    await gateway().ok("updateIdentityUser", update(first, early), member);
    await gateway().refused("updateIdentityUser", update(second, late), "PROOF_INVALID", member);
  });

  it.each([[{ phoneNumber: "13800138000", email: "a@example.com" }], [{}]])(
    "are requested for one contact at a time: %j",
    async (contacts) => {
      await gateway().refused(
        "updateIdentityUser",
        { uuid: "a,b", ...contacts },
        "INVALID_REQUEST",
        await gateway().member(),
      );
    },
  );
});

describe("an access record", () => {
  const record = { visitorId: "v-1", accessSource: "&lt;微信&gt;", accessTime: "2026-01-01 08:00:00" };

  it("tells by the account's age whether this is the first sign-in", async () => {
    const member = await gateway().member({ createdAt: gateway().services.now() });
    expect(
      await gateway().ok(
        "recordAccess",
        { ...record, firstLogin: 0, loginTime: "2026-01-01 08:00:00" },
        member,
      ),
    ).toEqual({
      success: true,
      firstLogin: 1,
    });
    gateway().pass(3);
    expect(await gateway().ok("recordAccess", { ...record, firstLogin: 1 }, member)).toMatchObject({
      firstLogin: 0,
    });
    expect(await gateway().ok("recordAccess", { ...record, unlogincount: 2 })).toMatchObject({
      firstLogin: null,
    });
  });

  it.each([
    [{ visitorId: "a b" }, "访客编号有误"],
    [{ accessSource: "x".repeat(501) }, "来源有误"],
    [{ loginTime: "yesterday" }, "登录时间有误"],
    [{ firstLogin: 2 }, "首次登录标记有误"],
    [{ unlogincount: -1 }, "访问次数有误"],
  ])("is refused with %j", async (change, message) => {
    const { fields } = await gateway().refused("recordAccess", { ...record, ...change }, "INVALID_REQUEST");
    expect(Object.values(fields ?? {})).toEqual([[message]]);
  });
});
