import { phone, sendCodeMessage } from "contract/account/identity";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Spec 9 in code, without the product's pattern: a 1, then one of 3 to 9, then nine digits, and nothing else. */
function isPhone(text: string): boolean {
  const characters = [...text];
  const between = (character: string | undefined, low: number, high: number) => {
    const value = (character?.charCodeAt(0) ?? 0) - 48;
    return value >= low && value <= high;
  };
  if (characters.length !== 11) return false;
  return (
    between(characters[0], 1, 1) &&
    between(characters[1], 3, 9) &&
    characters.slice(2).every((character) => between(character, 0, 9))
  );
}

const accepted = (text: string) => phone.safeParse(text);
const digit = fc.constantFrom(..."0123456789");
/** Texts that are nearly a phone, so that both answers are common. */
const nearly = fc
  .tuple(
    fc.constantFrom("1", "1", "1", "0", "2"),
    fc.constantFrom(..."2345678902"),
    fc.array(digit, { minLength: 8, maxLength: 10 }),
  )
  .map(([first, second, rest]) => first + second + rest.join(""));

describe("the phone rule (spec 5.5, 9)", () => {
  it("accepts exactly the spec's phones among digits and letters", () => {
    fc.assert(
      fc.property(fc.oneof(nearly, fc.stringMatching(/^[0-9a-zA-Z.]{0,14}$/)), (text) => {
        expect(accepted(text).success).toBe(isPhone(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("accepts a phone as people type it: with the country code, spaces, hyphens and full-width digits", () => {
    fc.assert(
      fc.property(
        nearly.filter(isPhone),
        fc.constantFrom("", "+86", "+86 "),
        fc.constantFrom("", " ", "-"),
        fc.boolean(),
        (text, code, gap, wide) => {
          const spaced = `${text.slice(0, 3)}${gap}${text.slice(3, 7)}${gap}${text.slice(7)}`;
          const typed = wide
            ? spaced.replace(/\d/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
            : spaced;
          expect(accepted(code + typed)).toMatchObject({ success: true, data: text });
        },
      ),
    );
  });

  it("gives one message at a time, and the send-code check gives its own message", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const messages = accepted(text).error?.issues.map(({ message }) => message) ?? [];
        expect(messages.length).toBeLessThanOrEqual(1);
        for (const message of messages) {
          expect(["请输入手机号", "请输入正确的手机号"]).toContain(message);
          expect(["手机号不能为空", "手机格式有误"]).toContain(sendCodeMessage(message));
        }
      }),
    );
  });
});
