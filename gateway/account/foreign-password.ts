import { createHash, timingSafeEqual } from "node:crypto";
import { verify as verifyArgon2 } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";

/**
 * Password hashes that an imported community brings. They are checked as that community did, and replaced by one of our
 * own at the first sign-in.
 */

/** Marks UCenter's older scheme in `accounts.password_hash`: `$ucenter$SALT$md5(md5(password) + SALT)`. */
const ucenter = /^\$ucenter\$([^$]{0,20})\$([0-9a-f]{32})$/;
/** PHP's password_hash, which newer boards use. */
const bcrypt = /^\$2[abxy]\$\d\d\$/;
/** Argon2 with another cost than ours (./password.ts): also PHP's. */
const otherArgon2 = /^\$argon2(?!id\$v=19\$m=19456,t=2,p=1\$)/;

/** The stored form of UCenter's older scheme; null for what is not one. */
export function ucenterHash(md5: string, salt: string): string | null {
  const hash = `$ucenter$${salt}$${md5.toLowerCase()}`;
  return ucenter.test(hash) ? hash : null;
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Whether a hash is not of our own scheme and cost, and a sign-in should replace it. */
export const isForeign = (hash: string): boolean =>
  ucenter.test(hash) || bcrypt.test(hash) || otherArgon2.test(hash);

/** Whether a password has this hash of another community. */
export async function verifyForeign(hash: string, password: string): Promise<boolean> {
  if (otherArgon2.test(hash)) return verifyArgon2(hash, password).catch(() => false);
  const old = ucenter.exec(hash);
  if (old?.[2] === undefined) return verifyBcrypt(password, hash).catch(() => false);
  return timingSafeEqual(Buffer.from(md5(md5(password) + old[1])), Buffer.from(old[2]));
}
