import { hashPassword, verifyPassword } from "gateway/account/password";
import { describe, expect, test } from "vitest";

describe("passwords", () => {
  test("are stored as argon2id with a salt of their own, and verify at any keyboard width", async () => {
    const [one, two] = await Promise.all([hashPassword("Ａbc 电池"), hashPassword("Ａbc 电池")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, "Abc 电池")).toBe(true);
    for (const wrong of ["abc 电池", "", "Abc 电池 ", "Abc\u0000"])
      expect(await verifyPassword(one, wrong)).toBe(false);
  });

  test("an account without one, and an invalid hash, accept no password", async () => {
    for (const hash of [null, undefined, "", "$argon2id$", "plain"]) {
      expect(await verifyPassword(hash, "no account has this password")).toBe(false);
    }
  });

  test("without an account, the same work is done", async () => {
    const hash = await hashPassword("some password");
    const quickest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    // In turns, and the fastest of many: other work on the machine only makes an answer slower.
    for (let count = 0; count < 30; count += 1) {
      for (const [name, stored] of [
        ["known", hash],
        ["unknown", null],
      ] as const) {
        const start = performance.now();
        await verifyPassword(stored, "another password");
        quickest[name] = Math.min(quickest[name], performance.now() - start);
      }
    }
    expect(quickest.unknown / quickest.known).toBeGreaterThan(0.5);
  });
});
