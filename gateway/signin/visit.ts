import { randomBytes } from "node:crypto";
import { gatewayPrefix } from "contract/base/wire";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Codes } from "../account/codes";
import type { Captchas } from "../captcha/captchas";
import type { CompanyProof } from "../company/sessions";
import type { CompanySignIn } from "../company/sign-in";
import type { PostedForm } from "../pages/form";
import type { Services } from "../server/context";
import { networkOf } from "../server/limits";
import { isOwnOrigin, lastEntry, publicOrigin as publicOriginOf } from "../server/origins";
import { callerAddress } from "../server/sessions/callers";
import type { Signer } from "../server/signer";
import { safeRedirect } from "./redirect";
import { formTokenField } from "./views/paths";

/** The services of the sign-in portal, created once. */
export interface SignInPortal {
  services: Services;
  signer: Signer;
  codes: Codes;
  captchas: Captchas;
  /** Null if no sign-in through a company is configured. */
  company: CompanySignIn | null;
}

/** One request to one of the portal's pages. */
export interface Visit {
  portal: SignInPortal;
  context: Context;
  /** The checked address for the redirect afterwards. */
  redirect: string;
  address: string;
  /** The network of the address, for limits. */
  network: string;
  /** Whether the browser uses https, directly or to the trusted proxy. */
  secure: boolean;
  /** The value of the browser's form cookie. */
  formCookie: string;
  /** The value of the field `formToken` in all forms of this browser. */
  formToken: string;
  /** The company account that this request has just proved. */
  companyProof?: CompanyProof;
}

function isSecure(context: Context, services: Services): boolean {
  if (new URL(context.req.url).protocol === "https:") return true;
  const forwarded = lastEntry(context.req.header("x-forwarded-proto"));
  return services.settings.trustForwardedAddress && forwarded === "https";
}

/**
 * The browser's form cookie, created if missing. Without a session to store a token, forms are protected by a double
 * submit: the cookie, and its signature in the form. With https, the prefix of the name prevents other subdomains from
 * setting the cookie.
 */
function formCookie(context: Context, secure: boolean): string {
  const name = secure ? "__Host-gateway_form" : "gateway_form";
  const present = getCookie(context, name);
  if (present && /^[\w-]{32}$/.test(present)) return present;
  const token = randomBytes(24).toString("base64url");
  setCookie(context, name, token, {
    httpOnly: true,
    sameSite: "Lax",
    secure,
    path: secure ? "/" : gatewayPrefix,
  });
  return token;
}

/** With https, the prefix of the name prevents other subdomains from setting the cookie. */
const ownName = ({ secure }: Visit, name: string) => (secure ? `__Host-${name}` : name);

/** Sets a cookie for the gateway's pages; 0 seconds delete it. */
export function setOwnCookie(visit: Visit, name: string, value: string, seconds: number): void {
  const { context, secure } = visit;
  const path = secure ? "/" : gatewayPrefix;
  setCookie(context, ownName(visit, name), value, {
    path,
    httpOnly: true,
    sameSite: "Lax",
    secure,
    maxAge: seconds,
  });
}

export const ownCookie = (visit: Visit, name: string): string | undefined =>
  getCookie(visit.context, ownName(visit, name));

export function openVisit(context: Context, portal: SignInPortal): Visit {
  const { services, signer } = portal;
  const secure = isSecure(context, services);
  const address = callerAddress(context, services);
  const cookie = formCookie(context, secure);
  return {
    portal,
    context,
    redirect: safeRedirect(context.req.query("redirect"), services.settings.allowedOrigins),
    address,
    network: networkOf(address),
    secure,
    formCookie: cookie,
    formToken: signer.sign("form", cookie),
  };
}

/** The origin under which the browser sees this gateway. The provider sends the browser back to it. */
export const publicOrigin = ({ context, portal, secure }: Visit): URL =>
  publicOriginOf(context, portal.services, secure);

/** Whether the browser itself says that another site made it send this request. */
export function isCrossSite(visit: Visit, allowed: readonly string[]): boolean {
  const site = visit.context.req.header("sec-fetch-site");
  return site !== undefined && !allowed.includes(site);
}

/** Whether the gateway rendered the form for this browser. */
export function isOwnForm(visit: Visit, form: PostedForm): boolean {
  const { context, portal } = visit;
  const origin = context.req.header("origin");
  return (
    (!origin || isOwnOrigin(context, portal.services, origin)) &&
    !isCrossSite(visit, ["same-origin", "none"]) &&
    portal.signer.verifies("form", visit.formCookie, form.value(formTokenField))
  );
}
