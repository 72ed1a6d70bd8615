import { createHash, randomBytes } from "node:crypto";
import { addTime, dayOf } from "contract/base/time";
import { and, asc, eq, inArray, isNull, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, sessions } from "../../database/schema";
import type { Account, Caller, Services } from "../context";
import { Refusal } from "../refusal";
import { readSeeing } from "./seen-as";
import { isBanned, noStanding, standingColumns, standingOf } from "./standing";

/** How long a session lives without a new sign-in. */
const lifetimeDays = 30;
/** The minimum time between two writes of `seenAt`, so that not every call writes a row. */
const seenInterval = 5 * 60_000;

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");
const randomToken = () => randomBytes(32).toString("base64url");

/**
 * Records that the account is there on this day, at most once a day. A row that somebody else has locked is left to the
 * next request: a page waits for nobody's change.
 */
async function recordDay(database: Database, accountId: number, day: string): Promise<void> {
  const free = database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.closedAt), isBefore(day)))
    .for("no key update", { skipLocked: true });
  await database.update(accounts).set({ lastSeenDay: day }).where(inArray(accounts.id, free));
}

const isBefore = (day: string) => or(isNull(accounts.lastSeenDay), lt(accounts.lastSeenDay, day));

/** Returns the caller by the session cookie. With an unknown or expired token, the caller is a visitor. */
export async function readCaller(
  services: Services,
  cookieToken: string | undefined,
  from: { address: string; traceId: string },
): Promise<Caller> {
  const visitor: Caller = { ...noStanding, session: null, sessionEnded: false, ...from };
  if (!cookieToken) return visitor;
  const tokenHash = hashToken(cookieToken);
  const now = services.now();
  const [row] = await services.database
    .select({ ...standingColumns(services, now), session: sessions })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.tokenHash, tokenHash))
    .limit(1);
  if (!row || row.session.expiresAt <= now) return visitor;
  // A banned person counts as a visitor. The sign-in page tells them the reason.
  if (isBanned(row.account, now)) return visitor;
  if (row.session.endedAt) return { ...visitor, sessionEnded: true };
  if (now.getTime() - row.session.seenAt.getTime() > seenInterval) {
    await services.database.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash));
  }
  const today = dayOf(now);
  if (row.account.lastSeenDay === null || row.account.lastSeenDay < today)
    await recordDay(services.database, row.account.id, today);
  const { csrfToken, userAgent, createdAt, confirmedAt } = row.session;
  const session = { tokenHash, csrfToken, userAgent, confirmedAt: confirmedAt ?? createdAt };
  const caller: Caller = { ...visitor, ...standingOf(row), session };
  const seeing = row.session.seeAs ? await readSeeing(services, caller, row.session) : undefined;
  return seeing ? { ...caller, seeing } : caller;
}

/**
 * Signs an account in with a new token (never one from the browser), and ends its oldest sessions above the limit.
 * Throws NOT_SIGNED_IN if the password was changed after the account was read, because a reset must also end sign-ins
 * with the old password.
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
    // This locks the account's row, so that concurrent sign-ins cannot exceed the limit.
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
    await database
      .update(accounts)
      .set({ lastSeenDay: dayOf(now) })
      .where(and(eq(accounts.id, account.id), isBefore(dayOf(now))));
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

/** Records that the session's person has just confirmed their identity. */
export async function confirmSession(database: Database, tokenHash: string, at: Date): Promise<void> {
  await database.update(sessions).set({ confirmedAt: at }).where(eq(sessions.tokenHash, tokenHash));
}

/** Deletes all sessions of an account. Their browsers are visitors from now on. */
export async function dropSessions(database: Database, accountId: number): Promise<void> {
  await database.delete(sessions).where(eq(sessions.accountId, accountId));
}

/** Logs a session out. Its row is deleted, so that a copied cookie is useless. */
export async function endSession(services: Services, token: string): Promise<void> {
  await services.database.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

/** Signs an account out everywhere. Calls with its sessions answer 401 from now on. */
export async function endAllSessions(database: Database, accountId: number, now: Date): Promise<void> {
  await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt)));
}
