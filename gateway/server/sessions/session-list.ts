import { createHash } from "node:crypto";
import type { CallResponse } from "contract";
import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { sessions } from "../../database/schema";
import { accountOf, type CallContext } from "../context";
import { Refusal } from "../refusal";
import { deviceOf } from "./devices";

/**
 * The id of a session in the list. It is a digest of the token's digest, so that nobody can find the token by it.
 */
const nameOf = (tokenHash: string) =>
  createHash("sha256").update(`session:${tokenHash}`).digest("base64url").slice(0, 16);

const live = (accountId: number, now: Date) =>
  and(eq(sessions.accountId, accountId), isNull(sessions.endedAt), gt(sessions.expiresAt, now));

/** The caller's live sessions, this one first. */
export async function listSessions(context: CallContext): Promise<CallResponse<"sessionList">["sessions"]> {
  const rows = await context.database
    .select()
    .from(sessions)
    .where(live(accountOf(context).id, context.now()))
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt));
  const listed = rows.map(({ tokenHash, userAgent, address, createdAt, seenAt }) => ({
    id: nameOf(tokenHash),
    ...deviceOf(userAgent),
    address,
    since: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    current: tokenHash === context.caller.session?.tokenHash,
  }));
  return [...listed.filter(({ current }) => current), ...listed.filter(({ current }) => !current)];
}

/**
 * Ends the caller's session with this id. Throws SESSION_NOT_FOUND if there is none, and SESSION_IS_CURRENT for the
 * session of the call.
 */
export async function revokeSession(context: CallContext, id: string): Promise<void> {
  const now = context.now();
  const rows = await context.database
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(live(accountOf(context).id, now));
  const session = rows.find(({ tokenHash }) => nameOf(tokenHash) === id);
  if (!session) throw new Refusal("SESSION_NOT_FOUND");
  if (session.tokenHash === context.caller.session?.tokenHash) throw new Refusal("SESSION_IS_CURRENT");
  await context.database
    .update(sessions)
    .set({ endedAt: now })
    .where(eq(sessions.tokenHash, session.tokenHash));
}

/**
 * Ends all sessions of the caller except the session of the call.
 * @param database the transaction, if there is one. @returns how many sessions ended
 */
export async function revokeOthers(
  context: CallContext,
  database: Database = context.database,
): Promise<number> {
  const now = context.now();
  const rows = await database
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(live(accountOf(context).id, now));
  const others = rows
    .map(({ tokenHash }) => tokenHash)
    .filter((tokenHash) => tokenHash !== context.caller.session?.tokenHash);
  if (others.length > 0)
    await database.update(sessions).set({ endedAt: now }).where(inArray(sessions.tokenHash, others));
  return others.length;
}
