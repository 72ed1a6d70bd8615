import { createHash } from "node:crypto";
import { hash as argon2 } from "@node-rs/argon2";
import { hash as bcrypt } from "@node-rs/bcrypt";
import { eq } from "drizzle-orm";
import { isForeign, ucenterHash } from "gateway/account/foreign-password";
import { verifyPassword } from "gateway/account/password";
import { accounts } from "gateway/database/schema";
import { describe, expect, test } from "vitest";
import { signIn, signInGateways } from "../support/signin";

const gatewayWith = signInGateways();
const old = "旧密码 abc";
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const hashes = {
  "md5 of md5 with a salt": async () => ucenterHash(md5(`${md5(old)}a1b2c3`), "a1b2c3") ?? "",
  "PHP's password_hash": async () => (await bcrypt(old, 4)).replace(/^\$2b\$/, "$2y$"),
  "argon2id at another cost": () => argon2(old, { memoryCost: 1_024, timeCost: 1, parallelism: 1 }),
};

describe.each(Object.entries(hashes))("a password of an imported board: %s", (_name, make) => {
  test("is checked as the board did, and gets our own hash at the first sign-in", async () => {
    const gateway = gatewayWith();
    const person = await gateway.account();
    const before = await make();
    const own = eq(accounts.id, person.id);
    await gateway.services.database.update(accounts).set({ passwordHash: before }).where(own);
    const stored = async () =>
      (await gateway.services.database.select({ hash: accounts.passwordHash }).from(accounts).where(own))[0]
        ?.hash ?? "";
    expect((await signIn(gateway.browser(), person.phone, "wrong one")).status).toBe(422);
    expect(await stored()).toBe(before);
    expect((await signIn(gateway.browser(), person.phone, old)).status).toBe(303);
    expect(isForeign(await stored())).toBe(false);
    expect(await verifyPassword(await stored(), old)).toBe(true);
    expect((await signIn(gateway.browser(), person.phone, old)).status).toBe(303);
  });
});

test("what is no hash of a board is none", () => {
  expect(ucenterHash("not a hash", "a1b2c3")).toBeNull();
  expect(ucenterHash(md5("x"), "$")).toBeNull();
});
