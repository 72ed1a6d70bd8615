import { addTime } from "contract/base/time";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "../database/open";
import { passkeyChallenges } from "../database/schema";

const challengeMinutes = 10;

/** Who must sign a challenge, and why: a session (to make or use a passkey), or a sign-in that waits for one. */
export type ChallengeHolder = `session:${string}:make` | `session:${string}:use` | `half:${string}`;

/** Stores the challenge that a holder must sign next. It replaces the holder's challenge before. */
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

/** Returns the holder's challenge and deletes it. Null if there is none or it has expired. */
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
