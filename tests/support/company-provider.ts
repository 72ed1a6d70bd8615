import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CompanySettings, standardClaims } from "gateway/company/settings";
import { exportJWK, generateKeyPair } from "jose";
import { type AdapterPayload, type ClientMetadata, Provider } from "oidc-provider";

export const companyClient = { id: "developer-portal", secret: "the company's secret of this client" };
const comClient = { id: "developer-portal-com", secret: "the company's secret of the other client" };

export interface CompanyProvider {
  issuer: string;
  /** The person at the provider's sign-in page; null presses 取消. */
  person: { subject: string; claims: Record<string, unknown> } | null;
  /** Receives every logout token that the provider sends. */
  deliver: (body: string) => Promise<Response>;
  logoutTokens: string[];
  /** Tells the site that a person has logged out. Returns the status of the site's answer. */
  logOut(subject: string, sid?: string): Promise<number>;
  /** Signs any claims with the provider's key. */
  sign(claims: Record<string, unknown>, type?: string): Promise<string>;
  settings(changed?: Partial<CompanySettings>): CompanySettings;
  /** Stops the server; `start` listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const clientMetadata = (
  issuer: string,
  { id, secret }: typeof companyClient,
  host: string,
): ClientMetadata => ({
  client_id: id,
  client_secret: secret,
  redirect_uris: [`http://${host}/gateway/oidc/callback`],
  post_logout_redirect_uris: [`http://${host}/gateway/oidc/signed-out`],
  backchannel_logout_uri: `${issuer}/to-the-site`,
  backchannel_logout_session_required: true,
});

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** An adapter whose store belongs to one provider. The library's own memory store is shared by the whole process. */
function memoryAdapter() {
  const payloads = new Map<string, AdapterPayload>();
  return class {
    constructor(private readonly name: string) {}
    private key = (id: string) => `${this.name}:${id}`;
    async upsert(id: string, payload: AdapterPayload) {
      payloads.set(this.key(id), payload);
    }
    async find(id: string) {
      return payloads.get(this.key(id));
    }
    async findByUid(uid: string) {
      return [...payloads].find(([key, value]) => key.startsWith(`${this.name}:`) && value.uid === uid)?.[1];
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const payload = payloads.get(this.key(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      payloads.delete(this.key(id));
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, { grantId: own }] of payloads) if (own === grantId) payloads.delete(key);
    }
  };
}

/**
 * A real OpenID Connect provider (oidc-provider) on a loopback port, whose sign-in page lets `person` in at once.
 * @param hosts the hosts of the site's two domains
 * @param reachedAt the port by which others reach the provider's own port; the same one by default
 */
export async function startCompanyProvider(
  [cnHost, comHost]: readonly [string, string] = ["portal.test", "portal.com"],
  reachedAt: (port: number) => Promise<number> = async (port) => port,
): Promise<CompanyProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: `key-${Math.random()}`, use: "sig", alg: "RS256" };
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let server = createServer((request, response) => handle(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      // The default is so short that on a busy machine a kept-alive connection would be closed at its next use.
      server.keepAliveTimeout = 60_000;
      server.listen(port, "127.0.0.1", resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${await reachedAt(port)}`;
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [clientMetadata(issuer, companyClient, cnHost), clientMetadata(issuer, comClient, comHost)],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ["of this provider in tests"] },
    claims: {
      openid: ["sub"],
      profile: ["name", "nickname", "preferred_username"],
      email: ["email", "email_verified"],
      phone: ["phone_number", "phone_number_verified"],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(context, form) {
          context.body = `<!DOCTYPE html><title>logout</title>${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">yes</button>`;
        },
      },
    },
    ttl: {
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...(self.person?.claims ?? {}) }),
    }),
    async loadExistingGrant(context) {
      const { oidc } = context;
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile email phone");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith("/interaction/")) {
      const { person } = self;
      const result = person
        ? { login: { accountId: person.subject } }
        : { error: "access_denied", error_description: "End-User aborted interaction" };
      void provider.interactionFinished(request, response, result);
      return;
    }
    if (request.url === "/to-the-site") {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", async () => {
        const body = Buffer.concat(pieces).toString();
        self.logoutTokens.push(new URLSearchParams(body).get("logout_token") ?? "");
        response.writeHead((await self.deliver(body)).status).end();
      });
      return;
    }
    void answer(request, response);
  };
  const self: CompanyProvider = {
    issuer,
    person: null,
    deliver: async () => new Response(null, { status: 500 }),
    logoutTokens: [],
    async logOut(subject, sid = "") {
      let status = 0;
      const { deliver } = self;
      self.deliver = async (body) => {
        const response = await deliver(body);
        status = response.status;
        return response;
      };
      const client = (await provider.Client.find(companyClient.id)) as unknown as {
        backchannelLogout(subject: string, sid: string): Promise<void>;
      };
      await client.backchannelLogout(subject, sid).catch(() => undefined);
      self.deliver = deliver;
      return status;
    },
    async sign(claims, typ = "logout+jwt") {
      const { SignJWT } = await import("jose");
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: jwk.kid, typ }).sign(privateKey);
    },
    settings: (changed = {}) => ({
      clients: {
        cn: { issuer, clientId: companyClient.id, clientSecret: companyClient.secret },
        com: { issuer, clientId: comClient.id, clientSecret: comClient.secret },
      },
      name: "公司账号",
      only: false,
      endsProviderSession: true,
      scope: "openid profile email phone",
      claims: standardClaims,
      ...changed,
    }),
    stop: () => close(server),
    async start() {
      server = createServer((request, response) => handle(request, response));
      await listen(port);
    },
  };
  return self;
}
