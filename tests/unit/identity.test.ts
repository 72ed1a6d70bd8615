import {
  anyRecipient,
  email,
  foldNickname,
  newPassword,
  nickname,
  nicknameUnits,
  phone,
  recipientOf,
  verificationCode,
} from "contract/account/identity";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";

/** The first message, or null if the value is valid. */
function messageOf(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "");
}

describe("nickname (spec 5.1)", () => {
  test.each([
    ["", "请输入昵称"],
    ["   ", "请输入昵称"],
    ["\u0000\u0007", "请输入昵称"],
    [undefined, "请输入昵称"],
    ["十个汉字刚刚好正好好", null],
    ["十一个汉字就已经太长了", "昵称长度不超过10个汉字或20个英文字符"],
    ["abcdefghijklmnopqrst", null],
    ["abcdefghijklmnopqrstu", "昵称长度不超过10个汉字或20个英文字符"],
    ["九个汉字带上一个ab", null],
    ["九个汉字带上一个字abc", "昵称长度不超过10个汉字或20个英文字符"],
    ["éàüéàüéàüéàüéàüéàüéà", null],
    ["😀😀😀😀😀😀😀😀😀😀", null],
    ["😀😀😀😀😀😀😀😀😀😀a", "昵称长度不超过10个汉字或20个英文字符"],
    ["零\u200b宽", "昵称存在特殊字符"],
    ["反\u202e转", "昵称存在特殊字符"],
    ["\u3164", "昵称存在特殊字符"],
    ["\ud800", "昵称存在特殊字符"],
    ...["\\", "'", '"', ">", "<", "(", ")"].map((character): [string, string] => [
      `阿${character}岚`,
      "昵称存在特殊字符",
    ]),
  ])("%j → %s", (value, message) => {
    expect(messageOf(nickname, value)).toBe(message);
  });

  test("surrounding spaces are removed, and several inside become one", () => {
    expect(nickname.parse("  阿 \t\n 岚 ")).toBe("阿 岚");
  });

  test("units follow the spec's rule: one for Latin, two for anything else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const units = nicknameUnits(value);
        const characters = [...value].length;
        expect(units).toBeGreaterThanOrEqual(characters);
        expect(units).toBeLessThanOrEqual(characters * 2);
        expect(units).toBe([...value.replace(/[^\u0000-\u00ff]/gu, "aa")].length);
      }),
    );
  });

  test("look-alikes are one name", () => {
    for (const other of ["ＬＩＮＭＯ", "linmo", "Linmo", "LinMo\ufe0f"])
      expect(foldNickname(other)).toBe(foldNickname("LINMO"));
    expect(foldNickname("阿岚")).not.toBe(foldNickname("阿蓝"));
  });
});

describe("phone and email (spec 5.5)", () => {
  test.each([
    ["", "请输入手机号"],
    [" ", "请输入手机号"],
    ["1380000000", "请输入正确的手机号"],
    ["138000000012", "请输入正确的手机号"],
    ["12800000001", "请输入正确的手机号"],
    ["23800000001", "请输入正确的手机号"],
    ["1380000000a", "请输入正确的手机号"],
    ["+8613800000001", null],
    ["138 0000-0001", null],
    ["１３８００００００００１", "请输入正确的手机号"],
    ["１３８００００００１", "请输入正确的手机号"],
    ["１３８００００００１２", null],
    ["19900000001", null],
  ])("phone %j → %s", (value, message) => {
    expect(messageOf(phone, value)).toBe(message);
  });

  test("exactly 1, then 3 to 9, then nine digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{11}$/), (value) => {
        const right = value[0] === "1" && Number(value[1]) >= 3;
        expect(messageOf(phone, value)).toBe(right ? null : "请输入正确的手机号");
      }),
    );
  });

  const longest = `a@${"b".repeat(60)}.${Array.from({ length: 7 }, () => "c".repeat(60)).join(".")}.example`;
  test.each([
    ["", "请输入邮箱"],
    ["a", "请输入正确的邮箱地址"],
    ["a@b", "请输入正确的邮箱地址"],
    ["a@@b.example", "请输入正确的邮箱地址"],
    ["a b@c.example", "请输入正确的邮箱地址"],
    ["a@b.example\nbcc: c@d.example", "请输入正确的邮箱地址"],
    ["<script>@b.example", "请输入正确的邮箱地址"],
    ["a@b.example", null],
    [" A.b+c@B.example ", null],
    ["lan@例子.中国", null],
    ["lan@邮件。例子。公司", null],
    ["lan@例子/x.中国", "请输入正确的邮箱地址"],
    ["lan@例子 .中国", "请输入正确的邮箱地址"],
    ["兰@例子.中国", "请输入正确的邮箱地址"],
    [longest, null],
    [`${"a".repeat(500 - longest.length + 1)}${longest}`, "请输入正确的邮箱地址"],
  ])("email %j → %s", (value, message) => {
    expect(messageOf(email, value)).toBe(message);
  });

  test("one field accepts both", () => {
    expect(anyRecipient.parse("138 0000 0001")).toEqual({ channel: "phone", contact: "13800000001" });
    expect(anyRecipient.parse(" A@B.example")).toEqual({ channel: "email", contact: "a@b.example" });
    expect(recipientOf.email.parse("A@B.example")).toEqual({ channel: "email", contact: "a@b.example" });
    // One mailbox, in any spelling of its host.
    for (const typed of ["Lan@例子.中国", "lan@例子。中国", "LAN@xn--fsqu00a.xn--fiqs8s"])
      expect(anyRecipient.parse(typed).contact).toBe("lan@xn--fsqu00a.xn--fiqs8s");
    expect(messageOf(anyRecipient, "")).toBe("请输入手机号或邮箱");
    expect(messageOf(anyRecipient, "a@")).toBe("请输入正确的邮箱地址");
    expect(messageOf(anyRecipient, "linmo")).toBe("请输入正确的手机号");
  });
});

describe("code and password", () => {
  test.each([
    ["", "请输入验证码"],
    ["12345", "验证码校验失败，请重试"],
    ["1234567", "验证码校验失败，请重试"],
    ["12345a", "验证码校验失败，请重试"],
    ["123456", null],
    [" 123 456 ", null],
    ["１２３４５６", null],
  ])("code %j → %s", (value, message) => {
    expect(messageOf(verificationCode, value)).toBe(message);
  });

  test.each([
    ["", "请输入密码"],
    ["1234567", "密码至少 8 个字符"],
    ["12345678", null],
    ["        ", "密码不能是同一个字符的重复"],
    ["电池电池电池电池", null],
    ["😀😀😀😀a", "密码至少 8 个字符"],
    ["ab".repeat(64), null],
    [`${"ab".repeat(64)}c`, "密码不能超过 128 个字符"],
  ])("password %j → %s", (value, message) => {
    expect(messageOf(newPassword, value)).toBe(message);
  });
});
