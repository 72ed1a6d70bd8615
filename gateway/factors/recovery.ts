import { createHash, randomInt } from "node:crypto";
import { recoveryCodeCount, recoveryCodeLength } from "contract/factors/constants";
import { recoveryAlphabet } from "contract/factors/fields";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { recoveryCodes } from "../database/schema";

const digest = (code: string) => createHash("sha256").update(`recovery:${code}`).digest("base64url");

const newCode = () =>
  Array.from({ length: recoveryCodeLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(
    "",
  );

/** In fours, as people read and copy them. */
const inGroups = (code: string) => (code.match(/.{4}/g) ?? []).join("-");

const unused = (accountId: number) =>
  and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));

export const codesLeft = (database: Database, accountId: number): Promise<number> =>
  database.$count(recoveryCodes, unused(accountId));

/** Replaces all codes of the account by new ones. Only their digests are stored. */
export async function makeRecoveryCodes(database: Database, accountId: number, at: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await database.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await database
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, codeHash: digest(code), createdAt: at })));
  return codes.map(inGroups);
}

/** Whether a code (without hyphens) is an unused one of the account. A right code is used up. */
export async function takeRecoveryCode(
  database: Database,
  accountId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const rows = await database
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(unused(accountId), eq(recoveryCodes.codeHash, digest(code))))
    .returning({ accountId: recoveryCodes.accountId });
  return rows.length > 0;
}
