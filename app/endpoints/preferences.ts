import type { ActionFunctionArgs } from "@remix-run/node";
import { getScope } from "~/context.server";
import { assertSameOrigin } from "~/forms/submit.server";
import { cookiePolicyCookie, cookiePolicyVersion, schemeCookie, shellChoiceCookie } from "~/routing/preferences.server";
import { ownPath } from "~/routing/redirect";
import { twin } from "~/routing/shell-address";

const year = 365 * 86_400;
/** Spec 9: the cookie policy's agreement lasts 30 days. */
const month = 30 * 86_400;

/** The choices that a visitor makes for this browser: shell, colour scheme, cookie policy. Plain forms, then back to the page. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => String(form.get(name) ?? "");
  let back = ownPath(text("back"), "/");
  const cookies: string[] = [];
  const keep = (name: string, value: string, age: number) => cookies.push(`${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`);

  const shell = text("shell");
  if (shell === "desktop" || shell === "h5") {
    keep(shellChoiceCookie, shell, year);
    back = twin(back, shell);
  }
  const scheme = text("scheme");
  if (scheme === "light" || scheme === "dark") keep(schemeCookie, scheme, year);
  if (scheme === "system") keep(schemeCookie, "", 0);
  if (text("cookiePolicy") === "agree") keep(cookiePolicyCookie, cookiePolicyVersion, month);

  const headers = new Headers({ location: back, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Nothing to read here. */
export function loader(): Response {
  return new Response(null, { status: 302, headers: { location: "/" } });
}
