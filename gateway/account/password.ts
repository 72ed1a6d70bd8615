import { type Algorithm, hash, verify } from "@node-rs/argon2";
import { isForeign, verifyForeign } from "./foreign-password";

/** argon2id at the cost OWASP recommends: 19 MiB, two passes, one lane (about 30 ms). */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Normalises a password, so that a full-width keyboard types the same one. */
const normalized = (password: string) => password.normalize("NFKC");

/** Hashes a password for `accounts.password_hash`; the salt and the cost are in the result. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. Without a hash (no such account, or no password) it does the same work with a
 * dummy hash, so that the response time does not reveal which accounts exist.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isOther = passwordHash ? isForeign(passwordHash) : false;
  if (passwordHash && !isOther) return verify(passwordHash, normalized(password)).catch(() => false);
  decoy ??= hashPassword("no account has this password");
  const [right] = await Promise.all([
    passwordHash ? verifyForeign(passwordHash, password) : false,
    verify(await decoy, normalized(password)),
  ]);
  return right;
}
