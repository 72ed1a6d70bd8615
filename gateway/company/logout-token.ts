import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { Services } from "../server/context";
import { type Provider, ProviderAway, type Providers } from "./providers";

const event = "http://schemas.openid.net/event/backchannel-logout";
/** The maximum age of a logout token. */
export const logoutTokenSeconds = 600;
const toleranceSeconds = 60;

/** Whom a provider has logged out. At least one of `subject` and `sid` is set. */
interface LoggedOut {
  /** Identifies the token, which is accepted only once. */
  id: string;
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
}

/** Finds the provider that the token claims to be from. This proves nothing: the signature is checked after it. */
async function signerOf(providers: Providers, { iss, aud }: JWTPayload): Promise<Provider | undefined> {
  const audience = [aud ?? []].flat();
  const candidates = providers.all.filter(({ client }) => audience.includes(client.clientId));
  for (const provider of candidates) {
    const configuration = await provider.configuration();
    if (configuration.serverMetadata().issuer === iss) return provider;
  }
  return undefined;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Returns null if it is not from one of our
 * providers, or too old. Throws ProviderAway if the provider's keys cannot be loaded.
 */
export async function readLogoutToken(
  { now }: Pick<Services, "now">,
  providers: Providers,
  token: string,
): Promise<LoggedOut | null> {
  try {
    const provider = await signerOf(providers, decodeJwt(token));
    if (!provider) return null;
    const issuer = (await provider.configuration()).serverMetadata().issuer;
    const { payload, protectedHeader } = await jwtVerify(token, await provider.keys(), {
      issuer,
      audience: provider.client.clientId,
      requiredClaims: ["iat", "jti", "events"],
      maxTokenAge: logoutTokenSeconds,
      clockTolerance: toleranceSeconds,
      currentDate: now(),
    });
    // The same key also signs ID tokens, which must not be accepted as logout tokens.
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
    if (type !== undefined && type !== "logout+jwt" && type !== "jwt") return null;
    const events = payload.events as Record<string, unknown> | null;
    if (typeof events !== "object" || !events?.[event] || payload.nonce !== undefined) return null;
    const [subject, sid] = [text(payload.sub), text(payload.sid)];
    if (subject === undefined && sid === undefined) return null;
    return { id: `${issuer}\n${payload.jti}`, issuer, subject, sid };
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    // The keys could not be loaded. Neither the token nor the caller is wrong.
    if (error instanceof errors.JWKSTimeout || (error instanceof TypeError && error.cause !== undefined))
      throw new ProviderAway("the keys could not be had");
    if (error instanceof errors.JOSEError) {
      if (error.code === "ERR_JOSE_GENERIC") throw new ProviderAway("the keys could not be had");
      return null;
    }
    throw error;
  }
}
