import { gatewaySessionCookie, logoutPath } from "contract/base/wire";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { endSessionAddress } from "../company/end-session";
import { readForm } from "../pages/form";
import { htmlPage } from "../pages/html-page";
import { banner, layout } from "../pages/layout";
import { endSession } from "../server/sessions/sessions";
import { leave, setSessionCookie } from "./enter";
import { companyFarewell } from "./views/company";
import { formOf, pageUrl } from "./views/fields";
import { companySignedOutPath } from "./views/paths";
import { isCrossSite, isOwnForm, openVisit, publicOrigin, type SignInPortal, type Visit } from "./visit";

async function logOut(visit: Visit): Promise<Response> {
  const token = getCookie(visit.context, gatewaySessionCookie);
  const atProvider = token ? await providerLogout(visit, token) : null;
  if (token) await endSession(visit.portal.services, token);
  setSessionCookie(visit, "", 0);
  // This clears cached pages of the account, also those for the Back button. It does not clear "storage", which may
  // have unsent scans of an offline entrance; the service worker deletes its cached pages itself.
  visit.context.header("clear-site-data", '"cache"');
  if (atProvider === null) return leave(visit, visit.redirect);
  visit.context.header("refresh", `0; url=${atProvider}`);
  return htmlPage(visit.context, visit.portal.services.settings, companyFarewell(visit, atProvider), 200);
}

/** The address to log out of the company's provider too; null if the session did not begin there. */
async function providerLogout(visit: Visit, token: string): Promise<string | null> {
  const { company, services } = visit.portal;
  const signedOut = new URL(companySignedOutPath, publicOrigin(visit));
  return company && endSessionAddress(company, services, token, { back: visit.redirect, signedOut });
}

function confirmPage(visit: Visit, status: 200 | 403): Response | Promise<Response> {
  const { settings } = visit.portal.services;
  const alert = status === 403 ? ({ kind: "error", text: "页面已过期，请重新确认" } as const) : undefined;
  const content = html`<h1>退出登录</h1>
${banner(alert)}
<p class="lead">确定要退出登录吗？</p>
${formOf(visit, pageUrl(visit, logoutPath), html``, "退出登录")}
<p class="aside"><a href="/">不退出，回到首页</a></p>`;
  return htmlPage(
    visit.context,
    settings,
    layout({ siteName: settings.siteName, title: "退出登录", content }),
    status,
  );
}

/** Whether the request is for a part of a page, such as a picture in a post with this address. */
function isPartOfPage(context: Context): boolean {
  const destination = context.req.header("sec-fetch-dest");
  // Over plain http browsers do not send this header, but their Accept header shows a request for a picture.
  return destination === undefined
    ? /^image\//.test(context.req.header("accept") ?? "")
    : destination !== "document";
}

/**
 * The logout servlet (spec 1): a browser navigation. A link on another site, a picture or a prefetch must not log
 * people out, so such requests get a page with a button instead.
 */
export async function showLogout(context: Context, portal: SignInPortal): Promise<Response> {
  const visit = openVisit(context, portal);
  if (/prefetch/.test(context.req.header("sec-purpose") ?? context.req.header("purpose") ?? ""))
    return context.body(null, 503, { "retry-after": "1" });
  return isPartOfPage(context) || isCrossSite(visit, ["same-origin", "same-site", "none"])
    ? confirmPage(visit, 200)
    : logOut(visit);
}

export async function submitLogout(context: Context, portal: SignInPortal): Promise<Response> {
  const visit = openVisit(context, portal);
  return isOwnForm(visit, await readForm(context)) ? logOut(visit) : confirmPage(visit, 403);
}
