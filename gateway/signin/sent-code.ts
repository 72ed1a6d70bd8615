import { gatewayPrefix } from "contract/base/wire";
import { getCookie, setCookie } from "hono/cookie";
import { type CodePurpose, codeMinutes } from "../account/codes";
import type { FormState } from "./problem";
import type { Visit } from "./visit";

const name = "gateway_code";

/**
 * Keeps in the browser which code it was sent last, and until when there is no other: a page that is loaded
 * anew, or refused, goes on from there. Whoever changes it changes what their own page says: the
 * gateway counts for itself.
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

/** Gives a page what it has lost of the code that this browser was sent for the same purpose. */
export function recallCode(
  { context, portal }: Visit,
  purpose: CodePurpose | undefined,
  state: FormState,
): void {
  // A page that has just sent one knows it better than the cookie that it is only now sending along.
  if (!purpose || state.codeSent) return;
  const match = /^([a-z]+)\.([0-9a-z]{6,12})\.([\w-]{1,64})$/.exec(getCookie(context, name) ?? "");
  if (!match || match[1] !== purpose) return;
  const secondsLeft = (Number.parseInt(match[2] ?? "", 36) - portal.services.now().getTime()) / 1000;
  state.values.messageId ||= match[3] ?? "";
  state.resendSeconds ??= Math.max(0, Math.ceil(secondsLeft));
}
