import { gatewaySessionCookie } from "contract/base/wire";
import { getCookie, setCookie } from "hono/cookie";
import type { CompanyProof } from "../company/sessions";
import type { Account } from "../server/context";
import { Refusal } from "../server/refusal";
import { hasFactor } from "../server/sessions/has-factor";
import { endSession, startSession } from "../server/sessions/sessions";
import { setBannedCookie } from "./banned-cookie";
import { keepCompanyProof, noteCompanyProof } from "./company-cookies";
import { openHalfSignIn } from "./half-sign-in";
import { FormProblem } from "./problem";
import { bannedPath } from "./views/paths";
import type { Visit } from "./visit";

/** Sets the session cookie for `maxAge` seconds; 0 deletes it. */
export function setSessionCookie({ context, secure }: Visit, token: string, maxAge: number): void {
  setCookie(context, gatewaySessionCookie, token, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge,
    secure,
  });
}

/**
 * Continues after a first factor of any kind was proved: asks for the second factor if the account has one, and signs
 * it in otherwise. A banned account is no exception, because the page about the ban exports its data.
 */
export async function enter(visit: Visit, account: Account): Promise<Response> {
  const { companyProof = null } = visit;
  if (!(await hasFactor(visit.portal.services.database, account.id)))
    return beginSession(visit, account, companyProof);
  keepCompanyProof(visit, companyProof);
  return leave(visit, await openHalfSignIn(visit, account));
}

const isBanned = ({ portal }: Visit, { bannedUntil }: Account) =>
  bannedUntil !== null && bannedUntil > portal.services.now();

/**
 * Signs the account in, ends the browser's session before, and redirects to where the person came from. Call it only
 * after all factors of the account were proved: `enter` decides that.
 * @param proof the company account that was the first factor; null for another first factor
 */
export async function beginSession(
  visit: Visit,
  account: Account,
  proof: CompanyProof | null,
): Promise<Response> {
  const { context, portal, address, redirect } = visit;
  if (isBanned(visit, account)) return leadBanned(visit, account.id);
  const previous = getCookie(context, gatewaySessionCookie);
  try {
    const session = await startSession(portal.services, account, {
      address,
      userAgent: context.req.header("user-agent") ?? "",
    });
    if (previous) await endSession(portal.services, previous);
    await noteCompanyProof(visit, { accountId: account.id, token: session.token, proof });
    setSessionCookie(visit, session.token, session.maxAge);
  } catch (error) {
    // A concurrent request reset the password.
    if (error instanceof Refusal && error.code === "NOT_SIGNED_IN")
      throw new FormProblem(422, { alert: { kind: "error", text: "账号的密码刚刚改过，请重新登录" } });
    throw error;
  }
  return leave(visit, redirect);
}

/** Redirects a banned person, who has proved that they own the account, to the page about the ban. */
function leadBanned(visit: Visit, accountId: number): Response {
  setBannedCookie(visit, accountId);
  return leave(visit, bannedPath);
}

/** Post/Redirect/Get: redirects with a response that must not be cached. */
export function leave(visit: Visit, location: string): Response {
  visit.context.header("cache-control", "no-store");
  return visit.context.redirect(location, 303);
}
