import { addTime } from "contract/base/time";
import type { Context } from "hono";
import { logoutTokenSeconds, readLogoutToken } from "../../company/logout-token";
import { ProviderAway } from "../../company/providers";
import { endCompanySessions } from "../../company/sessions";
import { spendOnce } from "../../company/spent";
import { transact } from "../../database/transact";
import { readForm } from "../../pages/form";
import { leave } from "../enter";
import type { SignInPortal } from "../visit";
import { openCompanyVisit } from "./begin";

const tokenMaximum = 20_000;

/** POST by a provider (OpenID Connect Back-Channel Logout 1.0): ends the sessions that its logout token names. */
export async function endFromOutside(context: Context, portal: SignInPortal): Promise<Response> {
  const { services, company } = portal;
  context.header("cache-control", "no-store");
  const refused = (status: 400 | 503) =>
    context.json({ error: status === 400 ? "invalid_request" : "temporarily_unavailable" }, status);
  if (!company) return refused(400);
  const token = (await readForm(context, tokenMaximum)).value("logout_token");
  try {
    const out = token ? await readLogoutToken(services, company.providers, token) : null;
    if (!out) return refused(400);
    const until = addTime(services.now(), 2 * logoutTokenSeconds, "second");
    const isFirst = await transact(services.database, async (database) => {
      if (!(await spendOnce({ database, now: services.now }, "logout", out.id, until))) return false;
      await endCompanySessions(database, out, services.now());
      return true;
    });
    return isFirst ? context.body(null, 200) : refused(400);
  } catch (error) {
    if (error instanceof ProviderAway) return refused(503);
    throw error;
  }
}

/** GET: the browser comes back from the provider after logging out there. */
export function showSignedOut(context: Context, portal: SignInPortal): Response | Promise<Response> {
  const visit = openCompanyVisit(context, portal);
  const back = visit.company.returns.open(context.req.query("state"), portal.services.now());
  return leave(visit, back ?? "/");
}
