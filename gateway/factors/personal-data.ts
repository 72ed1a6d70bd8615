import { asc, eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { authenticators, halfSignIns, passkeyChallenges, passkeys, recoveryCodes } from "../database/schema";
import type { PersonalData } from "../server/personal-data";

/**
 * Removes all second factors of an account, and its sign-ins and challenges that wait for one.
 * @returns how many authenticators and passkeys were removed
 */
export async function dropFactors(database: Database, accountId: number): Promise<number> {
  const removed = [
    await database
      .delete(authenticators)
      .where(eq(authenticators.accountId, accountId))
      .returning({ id: authenticators.accountId }),
    await database.delete(passkeys).where(eq(passkeys.accountId, accountId)).returning({ id: passkeys.id }),
  ];
  await database.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await database.delete(halfSignIns).where(eq(halfSignIns.accountId, accountId));
  await database.delete(passkeyChallenges).where(eq(passkeyChallenges.accountId, accountId));
  return removed.flat().length;
}

export const factorsPersonalData: PersonalData = {
  files: {
    "second-factors.json": {
      about: "两步验证：验证器、通行密钥的名称和时间、恢复码的数量，不含密钥本身",
      async read(database, { id }) {
        const [authenticator] = await database
          .select({ confirmedAt: authenticators.confirmedAt })
          .from(authenticators)
          .where(eq(authenticators.accountId, id));
        const keys = await database
          .select()
          .from(passkeys)
          .where(eq(passkeys.accountId, id))
          .orderBy(asc(passkeys.id));
        const codes = await database
          .select({ createdAt: recoveryCodes.createdAt, usedAt: recoveryCodes.usedAt })
          .from(recoveryCodes)
          .where(eq(recoveryCodes.accountId, id));
        return {
          authenticatorSince: authenticator?.confirmedAt ?? null,
          passkeys: keys.map(({ name, host, createdAt, usedAt }) => ({ name, host, createdAt, usedAt })),
          recoveryCodes: codes,
        };
      },
    },
  },
  async erase(database, { id }) {
    return { secondFactors: await dropFactors(database, id) };
  },
};
