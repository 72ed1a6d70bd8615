import { createHash, randomBytes } from "node:crypto";
import { addTime } from "contract/base/time";
import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderators, sectionRights, sessions } from "../../database/schema";
import type { Account, Caller, Services } from "../context";
import { Refusal } from "../refusal";
import type { Grant } from "../rights";
import { factorOf } from "./has-factor";

/** How long a session lives without a new sign-in. */
const lifetimeDays = 30;
/** `seenAt` is written at most this often, so that reading pages does not write a row a call. */
const seenInterval = 5 * 60_000;

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");
const randomToken = () => randomBytes(32).toString("base64url");

/** Off the key of its table: for nearly everybody there is nothing. */
export const grantsOf = sql<
  Grant[]
>`coalesce((select jsonb_agg(jsonb_build_object('fid', ${sectionRights.sectionId},
  'right', ${sectionRights.right}, 'value', ${sectionRights.value})) from ${sectionRights}
  where ${sectionRights.accountId} = ${accounts.id}), '[]')`;

/** Reads the gateway's session cookie and says who calls. An unknown or expired token is a visitor's. */
export async function readCaller(
  services: Services,
  cookieToken: string | undefined,
  from: { address: string; traceId: string },
): Promise<Caller> {
  const visitor: Caller = {
    account: null,
    fids: [],
    grants: [],
    session: null,
    sessionEnded: false,
    ...from,
  };
  if (!cookieToken) return visitor;
  const tokenHash = hashToken(cookieToken);
  const [row] = await services.database
    .select({
      account: accounts,
      session: sessions,
      fids: sql<
        number[]
      >`array(select ${moderators.sectionId} from ${moderators} where ${moderators.accountId} = ${accounts.id} order by 1)`,
      grants: grantsOf,
      hasFactor: services.settings.staffSecondFactor ? factorOf(accounts.id) : sql<boolean>`true`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.tokenHash, tokenHash))
    .limit(1);
  const now = services.now();
  if (!row || row.session.expiresAt <= now) return visitor;
  // Whoever is banned is nobody; the sign-in page says why.
  if (row.account.bannedUntil && row.account.bannedUntil > now) return visitor;
  if (row.session.endedAt) return { ...visitor, sessionEnded: true };
  if (now.getTime() - row.session.seenAt.getTime() > seenInterval) {
    await services.database.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash));
  }
  const { account, fids, grants, hasFactor } = row;
  const { csrfToken, userAgent, createdAt, confirmedAt } = row.session;
  const session = { tokenHash, csrfToken, userAgent, confirmedAt: confirmedAt ?? createdAt };
  if (!hasFactor && (account.admin || fids.length > 0))
    return { ...visitor, account: { ...account, admin: false }, grants, session, lacksFactor: true };
  return { ...visitor, account, fids, grants, session };
}

/**
 * Signs an account in: a new token (never one that the browser brought), and the oldest sessions beyond the
 * account's limit are pushed out. Throws NOT_SIGNED_IN when the password was changed since the account was
 * read: a sign-in by the old password must not outlive its reset.
 */
export async function startSession(
  services: Services,
  account: Pick<Account, "id" | "passwordHash">,
  from: { address: string; userAgent: string },
): Promise<{ token: string; maxAge: number }> {
  const token = randomToken();
  const now = services.now();
  const maxAge = lifetimeDays * 86_400;
  await services.database.transaction(async (database) => {
    // The account row is the lock: two sign-ins at once must not both believe there is room.
    const [locked] = await database
      .select({ passwordHash: accounts.passwordHash, closedAt: accounts.closedAt })
      .from(accounts)
      .where(eq(accounts.id, account.id))
      .for("update");
    if (!locked || locked.closedAt || locked.passwordHash !== account.passwordHash)
      throw new Refusal("NOT_SIGNED_IN");
    await database
      .delete(sessions)
      .where(and(eq(sessions.accountId, account.id), lte(sessions.expiresAt, now)));
    const live = await database
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(and(eq(sessions.accountId, account.id), isNull(sessions.endedAt)))
      .orderBy(asc(sessions.createdAt));
    const surplus = live.slice(0, Math.max(0, live.length - services.settings.sessionsPerAccount + 1));
    for (const { tokenHash } of surplus) {
      await database.update(sessions).set({ endedAt: now }).where(eq(sessions.tokenHash, tokenHash));
    }
    await database.insert(sessions).values({
      tokenHash: hashToken(token),
      accountId: account.id,
      csrfToken: randomToken(),
      userAgent: from.userAgent.slice(0, 200),
      address: from.address,
      createdAt: now,
      seenAt: now,
      expiresAt: addTime(now, maxAge, "second"),
    });
  });
  return { token, maxAge };
}

/** Notes that the session's person has just shown who they are. */
export async function confirmSession(database: Database, tokenHash: string, at: Date): Promise<void> {
  await database.update(sessions).set({ confirmedAt: at }).where(eq(sessions.tokenHash, tokenHash));
}

/** Takes all of an account's sessions away: whoever had one is a visitor from now on. */
export async function dropSessions(database: Database, accountId: number): Promise<void> {
  await database.delete(sessions).where(eq(sessions.accountId, accountId));
}

/** Logs a session out: its row goes, so a copied cookie is worth nothing. */
export async function endSession(services: Services, token: string): Promise<void> {
  await services.database.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

/** Signs an account out everywhere: its sessions answer 401 from now on. */
export async function endAllSessions(database: Database, accountId: number, now: Date): Promise<void> {
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt)));
}
