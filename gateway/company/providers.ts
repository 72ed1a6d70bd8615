import { describeError, logWarning } from "contract/base/log";
import { createRemoteJWKSet } from "jose";
import * as oidc from "openid-client";
import { type CompanyClient, type CompanySettings, isPlainLoopback, type Site } from "./settings";

/** The timeout of one request to a provider. It is short, because a person waits. */
const requestSeconds = 5;
/** How long a provider's metadata is cached. */
const keptMilliseconds = 3_600_000;
/** How long after its last answer a provider is taken to answer still, before a person is sent to it. */
const answeringMilliseconds = 30_000;

/** The provider did not answer, or its answer shows that it is out of order. */
export class ProviderAway extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "ProviderAway";
  }
}

/** The public keys of a provider, to verify its signatures. */
type Keys = ReturnType<typeof createRemoteJWKSet>;

export interface Provider {
  client: CompanyClient;
  /** The provider's metadata, and our client there. Throws ProviderAway. */
  configuration(): Promise<oidc.Configuration>;
  /**
   * The same, of a provider that has answered just now: whoever is sent to one that is away gets the browser's error
   * page instead of ours. Throws ProviderAway.
   */
  answering(): Promise<oidc.Configuration>;
  /** Throws ProviderAway. */
  keys(): Promise<Keys>;
}

export interface Providers {
  settings: CompanySettings;
  /** Returns a host's site and the provider of this site. The portal chooses among SIGNIN_URL_* by the same rule. */
  forHost(hostname: string): { site: Site; provider: Provider };
  /** All clients, without duplicates. */
  all: readonly Provider[];
}

/** The method by which a client authenticates: the standard's default, unless the provider supports only the other. */
function authentication({ clientSecret }: CompanyClient, supported: readonly string[] | undefined) {
  if (clientSecret === undefined) return oidc.None();
  return supported && !supported.includes("client_secret_basic") && supported.includes("client_secret_post")
    ? oidc.ClientSecretPost(clientSecret)
    : oidc.ClientSecretBasic(clientSecret);
}

async function discover(client: CompanyClient): Promise<oidc.Configuration> {
  const server = new URL(client.issuer);
  const insecure = isPlainLoopback(server) ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(server, client.clientId, undefined, oidc.None(), {
    execute: insecure,
    timeout: requestSeconds,
  });
  const metadata = found.serverMetadata();
  const configuration = new oidc.Configuration(
    metadata,
    client.clientId,
    client.clientSecret,
    authentication(client, metadata.token_endpoint_auth_methods_supported),
  );
  configuration.timeout = requestSeconds;
  // The tokens come directly from the provider, but a proxy may stand between, so signatures are checked.
  for (const allow of [...insecure, oidc.enableNonRepudiationChecks]) allow(configuration);
  return configuration;
}

function createProvider(client: CompanyClient): Provider {
  let cached: { configuration: oidc.Configuration; keys: Keys | null; at: number } | undefined;
  let asking: Promise<NonNullable<typeof cached>> | undefined;

  async function ask() {
    // A kept-alive connection that the provider has just closed fails at once, so try again with a new one.
    const again = (error: unknown) => {
      if (error instanceof TypeError) return discover(client);
      throw error;
    };
    const configuration = await discover(client)
      .catch(again)
      .catch((error: unknown) => {
        throw new ProviderAway(failureCode(error));
      });
    const { jwks_uri: address } = configuration.serverMetadata();
    const keys = address
      ? createRemoteJWKSet(new URL(address), { timeoutDuration: requestSeconds * 1000 })
      : null;
    cached = { configuration, keys, at: performance.now() };
    return cached;
  }
  /** The metadata of at most this age. Concurrent callers share one request to the provider. */
  async function notOlderThan(milliseconds: number) {
    if (cached && performance.now() < cached.at + milliseconds) return cached;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }
  const current = () =>
    notOlderThan(keptMilliseconds).catch((error: unknown) => {
      // Old metadata is probably still right.
      if (cached) return cached;
      throw error;
    });
  return {
    client,
    configuration: async () => (await current()).configuration,
    answering: async () => (await notOlderThan(answeringMilliseconds)).configuration,
    async keys() {
      const { keys } = await current();
      if (!keys) throw new ProviderAway("no jwks_uri");
      return keys;
    },
  };
}

/** Creates the providers of the site. No request is made to them before somebody signs in. */
export function createProviders(settings: CompanySettings): Providers {
  const { cn, com } = settings.clients;
  const same =
    cn &&
    com &&
    cn.issuer === com.issuer &&
    cn.clientId === com.clientId &&
    cn.clientSecret === com.clientSecret;
  const ofCn = cn && createProvider(cn);
  const ofCom = same ? ofCn : com && createProvider(com);
  const all = [...new Set([ofCn, ofCom].filter((provider) => provider !== undefined))];
  return {
    settings,
    all,
    forHost(hostname) {
      const site: Site = hostname.endsWith(".com") ? "com" : "cn";
      const provider = site === "com" ? (ofCom ?? ofCn) : (ofCn ?? ofCom);
      if (!provider) throw new Error("the company sign-in has no client");
      return { site, provider };
    },
  };
}

/** A short code for a failure. It never contains parts of the request or the response. */
export function failureCode(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return /^[\w.-]{1,60}$/.test(error.error) ? error.error : error.code;
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? name ?? "unknown").slice(0, 60);
}

const awayCodes = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/** Whether a failure is the provider's fault, and not the fault of our request. */
export function isAway(error: unknown): boolean {
  if (error instanceof ProviderAway) return true;
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.error === "invalid_client";
  // Node's fetch throws this when nothing listens at the address.
  if (error instanceof TypeError) return error.cause !== undefined;
  return error instanceof oidc.ClientError && awayCodes.has(error.code ?? "");
}

/** Logs for the operator which provider failed, and the failure's code. */
export function logFailure({ client }: Provider, what: string, error: unknown): void {
  const code = error instanceof ProviderAway ? describeError(error) : failureCode(error);
  logWarning(`[网关] 公司登录（${client.issuer}）：${what}：${code}`);
}
