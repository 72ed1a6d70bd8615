import { gatewayPrefix } from "contract/base/wire";
import { getCookie, setCookie } from "hono/cookie";
import { type CodePurpose, codeMinutes } from "../account/codes";
import type { FormState } from "./problem";
import type { Visit } from "./visit";

const name = "gateway_code";

/**
 * Stores in a cookie the last code's id and the time until the next code, so that a reloaded or refused page can
 * continue. Changing the cookie affects only the person's own page, because the gateway has its own limits.
 */
export function rememberCode(
  { context, secure, portal }: Visit,
  purpose: CodePurpose,
  messageId: string,
  seconds: number,
): void {
  const until = (portal.services.now().getTime() + seconds * 1000).toString(36);
  setCookie(context, name, `${purpose}.${until}.${messageId}`, {
    httpOnly: true,
    sameSite: "Lax",
    secure,
    path: gatewayPrefix,
    maxAge: codeMinutes * 60,
  });
}

/** Restores the page's state of the last code for the same purpose from the cookie. */
export function recallCode(
  { context, portal }: Visit,
  purpose: CodePurpose | undefined,
  state: FormState,
): void {
  // When a code was just sent, the state is newer than the request's cookie.
  if (!purpose || state.codeSent) return;
  const match = /^([a-z]+)\.([0-9a-z]{6,12})\.([\w-]{1,64})$/.exec(getCookie(context, name) ?? "");
  if (!match || match[1] !== purpose) return;
  const secondsLeft = (Number.parseInt(match[2] ?? "", 36) - portal.services.now().getTime()) / 1000;
  state.values.messageId ||= match[3] ?? "";
  state.resendSeconds ??= Math.max(0, Math.ceil(secondsLeft));
}
