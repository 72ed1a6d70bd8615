import { gatewayPrefix } from "contract/base/wire";
import { getCookie, setCookie } from "hono/cookie";
import type { Visit } from "./visit";

const name = "gateway_banned";
const lifetimeMinutes = 30;

const purpose = "banned";
const signedText = (accountId: string, expires: string) => `${accountId}.${expires}`;

/**
 * A banned person has no session. This cookie proves to the sign-in portal's pages, for half an hour, that they own the
 * account.
 */
export function setBannedCookie(visit: Visit, accountId: number): void {
  const expires = (visit.portal.services.now().getTime() + lifetimeMinutes * 60_000).toString(36);
  const value = `${accountId}.${expires}.${visit.portal.signer.sign(purpose, signedText(String(accountId), expires))}`;
  setCookie(visit.context, name, value, {
    path: gatewayPrefix,
    httpOnly: true,
    sameSite: "Lax",
    secure: visit.secure,
    maxAge: lifetimeMinutes * 60,
  });
}

/** The id of the account that this browser has proved to own; null without a valid cookie. */
export function bannedAccountId(visit: Visit): number | null {
  const [id = "", expires = "", signature = ""] = (getCookie(visit.context, name) ?? "").split(".");
  if (!/^\d{1,9}$/.test(id) || !/^[0-9a-z]{6,12}$/.test(expires)) return null;
  if (Number.parseInt(expires, 36) <= visit.portal.services.now().getTime()) return null;
  return visit.portal.signer.verifies(purpose, signedText(id, expires), signature) ? Number(id) : null;
}
