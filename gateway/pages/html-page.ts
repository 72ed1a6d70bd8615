import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { GatewaySettings } from "../server/context";
import type { Refusal } from "../server/refusal";
import { noticePage } from "./layout";
import type { Markup } from "./markup";

/** The sign-in portal's pages and others that browsers open directly, by the beginning of their paths. */
const pagePaths =
  /^\/gateway\/(signin|register|reset|logout|outbox|exports|banned|unsubscribe|oidc|first-administrator)(\/|$)/;

/** Whether a refusal on this path is shown as a page instead of JSON. */
export function isSignInPage(path: string): boolean {
  return pagePaths.test(path);
}

/**
 * Answers with a page that cannot be cached or framed: no scripts, one style sheet, only inline pictures. Its forms may
 * lead, also by redirects, to this origin and the allowed ones.
 */
export function htmlPage(
  context: Context,
  settings: Pick<GatewaySettings, "allowedOrigins">,
  page: Markup,
  status: ContentfulStatusCode,
): Response | Promise<Response> {
  const formAction = ["'self'", ...settings.allowedOrigins].join(" ");
  context.header(
    "content-security-policy",
    `default-src 'none'; style-src 'self'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header("cache-control", "no-store");
  context.header("referrer-policy", "same-origin");
  context.header("x-content-type-options", "nosniff");
  context.header("x-frame-options", "DENY");
  return context.html(page, status);
}

/** A refusal as a page, for requests that do not come from a form. */
export function refusalPage(
  context: Context,
  settings: GatewaySettings,
  refusal: Refusal,
): Response | Promise<Response> {
  const [title, text] =
    refusal.code === "CALL_NOT_FOUND"
      ? ["没有这个页面", "地址可能写错了，或者页面已经移走。"]
      : ["没有完成", refusal.message];
  return htmlPage(
    context,
    settings,
    noticePage(settings.siteName, title, text),
    refusal.status as ContentfulStatusCode,
  );
}
