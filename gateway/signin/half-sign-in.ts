import { createHash, randomBytes } from "node:crypto";
import { addTime } from "contract/base/time";
import { gatewayPrefix } from "contract/base/wire";
import { and, eq, gt, lte } from "drizzle-orm";
import { getCookie, setCookie } from "hono/cookie";
import { accounts, halfSignIns } from "../database/schema";
import type { Account } from "../server/context";
import { hashToken } from "../server/sessions/sessions";
import { secondFactorPath } from "./views/paths";
import type { Visit } from "./visit";

const name = "gateway_half";
const lifetimeMinutes = 10;

const passwordMark = ({ passwordHash }: Pick<Account, "passwordHash">) =>
  createHash("sha256")
    .update(passwordHash ?? "")
    .digest("base64url");

/** Sets the cookie with the token of the half-open sign-in for `maxAge` seconds; 0 deletes it. */
function setHalfCookie({ context, secure }: Visit, token: string, maxAge: number): void {
  setCookie(context, name, token, { path: gatewayPrefix, httpOnly: true, sameSite: "Lax", secure, maxAge });
}

/**
 * Records for 10 minutes that this browser has proved the first factor of an account. This is not a session: it only
 * opens the page that asks for the second factor. Returns the address of that page.
 */
export async function openHalfSignIn(visit: Visit, account: Account): Promise<string> {
  const { database, now } = visit.portal.services;
  const token = randomBytes(32).toString("base64url");
  await database.delete(halfSignIns).where(lte(halfSignIns.expiresAt, now()));
  await database.insert(halfSignIns).values({
    tokenHash: hashToken(token),
    accountId: account.id,
    passwordMark: passwordMark(account),
    createdAt: now(),
    expiresAt: addTime(now(), lifetimeMinutes, "minute"),
  });
  setHalfCookie(visit, token, lifetimeMinutes * 60);
  const query = visit.redirect === "/" ? "" : `?${new URLSearchParams({ redirect: visit.redirect })}`;
  return secondFactorPath + query;
}

export interface HalfSignIn {
  account: Account;
  tokenHash: string;
}

/** Returns the half-open sign-in of this browser. Null without one, or if the password was changed since then. */
export async function halfSignIn(visit: Visit): Promise<HalfSignIn | null> {
  const { database, now } = visit.portal.services;
  const token = getCookie(visit.context, name);
  if (!token) return null;
  const tokenHash = hashToken(token);
  const [row] = await database
    .select({ account: accounts, mark: halfSignIns.passwordMark })
    .from(halfSignIns)
    .innerJoin(accounts, eq(accounts.id, halfSignIns.accountId))
    .where(and(eq(halfSignIns.tokenHash, tokenHash), gt(halfSignIns.expiresAt, now())));
  return row && row.mark === passwordMark(row.account) ? { account: row.account, tokenHash } : null;
}

/** Ends the half-open sign-in. Returns false if another request has already ended it. */
export async function closeHalfSignIn(visit: Visit, { tokenHash }: HalfSignIn): Promise<boolean> {
  const closed = await visit.portal.services.database
    .delete(halfSignIns)
    .where(eq(halfSignIns.tokenHash, tokenHash))
    .returning({ tokenHash: halfSignIns.tokenHash });
  setHalfCookie(visit, "", 0);
  return closed.length > 0;
}
