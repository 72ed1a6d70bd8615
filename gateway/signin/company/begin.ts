import type { Context } from "hono";
import * as oidc from "openid-client";
import { isAway, logFailure } from "../../company/providers";
import { readRequestCaller } from "../../server/sessions/callers";
import { leave } from "../enter";
import { companyCallbackPath } from "../views/paths";
import { isCrossSite, openVisit, publicOrigin, type SignInPortal } from "../visit";
import { answerAway } from "./answers";
import { type CompanyVisit, keepTrip } from "./trips";

/** Throws if the company's sign-in is not configured. Such a gateway does not serve these pages. */
export function openCompanyVisit(context: Context, portal: SignInPortal): CompanyVisit {
  const { company } = portal;
  if (!company) throw new Error("no company sign-in is configured");
  return Object.assign(openVisit(context, portal), { company });
}

/** GET: redirects to the provider (authorization code, PKCE, state, nonce). `link=1` links the signed-in account. */
export async function beginCompanySignIn(context: Context, portal: SignInPortal): Promise<Response> {
  const visit = openCompanyVisit(context, portal);
  const { services } = portal;
  const { account } = await readRequestCaller(context, services);
  // A hyperlink on another site must not link accounts.
  const isLink = context.req.query("link") === "1" && !isCrossSite(visit, ["same-origin", "none"]);
  if (account && !isLink) return leave(visit, visit.redirect);
  await services.limits.spend("companySignIn", visit.network);
  const origin = publicOrigin(visit);
  const { provider } = visit.company.providers.forHost(origin.hostname);
  try {
    const configuration = await provider.answering();
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const redirectUri = new URL(companyCallbackPath, origin).href;
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: visit.company.settings.scope,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const linkTo = isLink && account ? account.id : null;
    keepTrip(visit, { state, nonce, verifier, redirectUri, redirect: visit.redirect, linkTo });
    return leave(visit, address.href);
  } catch (error) {
    if (!isAway(error)) throw error;
    logFailure(provider, "没有回答", error);
    return answerAway(visit, visit.redirect);
  }
}
