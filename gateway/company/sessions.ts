import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { companyAccounts, companySessions, sessions } from "../database/schema";
import { hashToken } from "../server/sessions/sessions";

/** The company account that proved a sign-in, and the provider's session in which it did. */
export interface CompanyProof {
  companyAccountId: number;
  sid: string;
}

/**
 * Records that a company account began a session, or was linked in it. Does nothing if the company account belongs to
 * another account.
 */
export async function noteCompanySession(
  database: Database,
  tokenHash: string,
  accountId: number,
  { companyAccountId, sid }: CompanyProof,
): Promise<void> {
  const [own] = await database
    .select({ id: companyAccounts.id })
    .from(companyAccounts)
    .where(and(eq(companyAccounts.id, companyAccountId), eq(companyAccounts.accountId, accountId)));
  if (!own) return;
  const values = { companyAccountId, sid };
  await database
    .insert(companySessions)
    .values({ tokenHash, ...values })
    .onConflictDoUpdate({ target: companySessions.tokenHash, set: values });
}

/** Returns the provider whose company account began the session of this token, or null if none did. */
export async function issuerOfSession(database: Database, token: string): Promise<string | null> {
  const [row] = await database
    .select({ issuer: companyAccounts.issuer })
    .from(companySessions)
    .innerJoin(companyAccounts, eq(companyAccounts.id, companySessions.companyAccountId))
    .where(eq(companySessions.tokenHash, hashToken(token)));
  return row?.issuer ?? null;
}

/**
 * Ends the sessions that a provider names: by its own session, by a person, or by both.
 * @returns how many sessions ended
 */
export async function endCompanySessions(
  database: Database,
  { issuer, subject, sid }: { issuer: string; subject?: string | undefined; sid?: string | undefined },
  at: Date,
): Promise<number> {
  const hashes = database
    .select({ tokenHash: companySessions.tokenHash })
    .from(companySessions)
    .innerJoin(companyAccounts, eq(companyAccounts.id, companySessions.companyAccountId))
    .where(
      and(
        eq(companyAccounts.issuer, issuer),
        subject === undefined ? undefined : eq(companyAccounts.subject, subject),
        sid === undefined ? undefined : eq(companySessions.sid, sid),
      ),
    );
  const ended = await database
    .update(sessions)
    .set({ endedAt: at })
    .where(and(inArray(sessions.tokenHash, hashes), isNull(sessions.endedAt)))
    .returning({ tokenHash: sessions.tokenHash });
  return ended.length;
}
