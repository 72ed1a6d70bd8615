import { addTime } from "contract/base/time";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "../database/open";
import { passkeyChallenges } from "../database/schema";

const challengeMinutes = 10;

/** Who was asked to sign, and for what: a session or a sign-in that waits, to make a passkey or to use one. */
export type ChallengeHolder = `session:${string}:make` | `session:${string}:use` | `half:${string}`;

/** Keeps what a holder has to sign next, in place of what it had to sign before. */
export async function keepChallenge(
  database: Database,
  holder: ChallengeHolder,
  { accountId, challenge, at }: { accountId: number; challenge: string; at: Date },
): Promise<void> {
  const row = { accountId, challenge, expiresAt: addTime(at, challengeMinutes, "minute") };
  const old = and(eq(passkeyChallenges.accountId, accountId), lte(passkeyChallenges.expiresAt, at));
  await database.delete(passkeyChallenges).where(old);
  await database
    .insert(passkeyChallenges)
    .values({ holder, ...row })
    .onConflictDoUpdate({ target: passkeyChallenges.holder, set: row });
}

/** Gives what the holder had to sign, once; null where there is nothing, or it is too old. */
export async function takeChallenge(
  database: Database,
  holder: ChallengeHolder,
  accountId: number,
  at: Date,
): Promise<string | null> {
  const [row] = await database
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.holder, holder),
        eq(passkeyChallenges.accountId, accountId),
        gt(passkeyChallenges.expiresAt, at),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return row?.challenge ?? null;
}
