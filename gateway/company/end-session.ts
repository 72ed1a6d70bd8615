import { addTime } from "contract/base/time";
import * as oidc from "openid-client";
import type { Services } from "../server/context";
import { isAway, logFailure } from "./providers";
import { issuerOfSession } from "./sessions";
import type { CompanySignIn } from "./sign-in";

const minutes = 30;
/** A longer address to return to would make the provider's address too long for some providers. */
const returnMaximum = 1_000;

/**
 * Returns the address where a browser logs out of the provider too (OpenID Connect RP-Initiated Logout 1.0) when the
 * session of this token ends. Null if the session did not begin through the provider, or if the provider does not
 * support this or does not answer. The address has no ID token, because it stays in the browser's history.
 */
export async function endSessionAddress(
  { settings, providers, returns }: CompanySignIn,
  { database, now }: Pick<Services, "database" | "now">,
  token: string,
  { back, signedOut }: { back: string; signedOut: URL },
): Promise<string | null> {
  if (!settings.endsProviderSession) return null;
  const issuer = await issuerOfSession(database, token);
  if (issuer === null) return null;
  const { provider } = providers.forHost(signedOut.hostname);
  try {
    const configuration = await provider.answering();
    const metadata = configuration.serverMetadata();
    if (metadata.issuer !== issuer || !metadata.end_session_endpoint) return null;
    const state = returns.seal(back.length > returnMaximum ? "/" : back, addTime(now(), minutes, "minute"));
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: signedOut.href, state }).href;
  } catch (error) {
    if (!isAway(error)) throw error;
    logFailure(provider, "没有退出公司的登录", error);
    return null;
  }
}
