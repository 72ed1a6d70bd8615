import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import type { CallResponse } from "contract";
import { asRequestId, asTraceparent } from "contract/base/request-id";
import { gatewaySessionCookie, traceIdHeader, traceparentHeader } from "contract/base/wire";
import { cookieNames } from "~/cookies/names";
import { type PortalSession, portalCookies } from "~/cookies/portal-session.server";
import { logUnanswered } from "~/failure/explain.server";
import type { Failure } from "~/failure/failure";
import { answers } from "~/gateway-client/answers.server";
import { createGatewayClient, type GatewayClient } from "~/gateway-client/client.server";
import type { NotSignedIn, ResponseMismatch } from "~/gateway-client/errors";
import { amongGateways } from "~/gateway-client/gateways";
import type { GatewayClientOptions } from "~/gateway-client/request.server";
import type { Thing } from "~/metadata/structured-data";
import { onOwnOrigin } from "~/navigation/redirect";
import type { ShellName } from "~/navigation/screens";
import { inShell, shellOf } from "~/navigation/shell-address";
import { checkLogin, forgetLogin, type PersonalDetail, type Visitor } from "~/session/visitor.server";
import type { PortalContext } from "~/settings/portal-context";
import { type PortalSettings, parsePortalSettings } from "~/settings/portal-settings";
import type { Navigation } from "~/shells/header/document-markup";
import { loadPersonal } from "./personal.server";
import { siteConfig } from "./site-config.server";

declare module "@remix-run/node" {
  interface AppLoadContext extends PortalContext {}
}

/** The facts of the request itself. */
interface RequestFacts {
  settings: PortalSettings;
  /** The site's public origin: the first one of SITE_URL, else the origin in the request. */
  origin: string;
  /** The origin of SITE_URL at which the visitor is, if it has several. Passkeys belong to it. */
  visitedOrigin: string;
  traceId: string;
  shell: ShellName;
  /** Our service worker requests a copy of a page that is already open: it must not be counted. */
  isCopy: boolean;
}

/** The clients of the upstream. */
interface Upstream {
  gateway: GatewayClient;
  /** The same without the visitor's credentials: for content that is the same for everybody. */
  publicGateway: GatewayClient;
  /** Access and registration mode (spec 4). */
  config(): Promise<CallResponse<"getConfig">>;
}

/** The person who reads. */
interface Reader {
  session: PortalSession;
  /** The login status check; made at most once per request. */
  visitor(): Promise<Visitor>;
  /** Whether somebody is signed in; false when the upstream does not answer, so that pages can still be read. */
  signedIn(): Promise<boolean>;
  /** The signed-in member's detail, null for visitors. */
  personal(): Promise<PersonalDetail | null>;
}

/** What loaders and calls collect for the document and the shell to render. */
export interface PageNotes {
  /** The page's structured data (JSON-LD), added by the screen's loader. */
  structuredData: Thing[];
  /** The small picture that is the largest element of the first screen: the browser asks for it before the code. */
  firstPicture: string | null;
  /** Images in the page's texts that the document asks the browser to preload (spec 7.2). */
  pictures: string[];
  /** The links of the shell, added by its loader. */
  navigation: Navigation | null;
  /** A part of the page is missing or incomplete: the page says so. */
  leftOut: boolean;
  /** A call answered that nobody is signed in (403): the login dialog opens (spec 8). */
  asksLogin: boolean;
  /** An administrator sees the page as somebody else, and a call is that person's alone. */
  withheld: boolean;
}

/** The state of the page's forms and of the posted form. */
export interface PageForms {
  /** Set when an action returns a form: the page must show it again, even after the session ended. */
  shownAgain: boolean;
  /** The posted form, for the error page that is shown when the form itself cannot be. */
  unsaved: Failure["unsaved"] | null;
  /** The CSRF token for this page's forms; empty for visitors, whose pages are shared. */
  token(): Promise<string>;
  /** Whether a form has this member's token (always true for visitors). Throws what `visitor` throws. */
  accepts(form: FormData): Promise<boolean>;
}

/** Everything that one request of a visitor needs; made once and shared by its loaders and actions. */
export interface Scope extends RequestFacts, Upstream, Reader {
  page: PageNotes;
  forms: PageForms;
  /**
   * A redirect within the visitor's shell that also saves the session. It stays on our origin: any other target is
   * replaced by the start page.
   */
  redirect(path: string, options?: { status?: number; keepShell?: boolean }): Promise<Response>;
  /** Adds Set-Cookie headers for the changed session, the CSRF token and the upstream's cookies. */
  commit(headers: Headers): Promise<void>;
}

interface RequestArguments {
  request: Request;
  context: AppLoadContext;
}

/**
 * Ends the token of a page that an administrator sees as somebody else: its forms are accepted only while they do, so that
 * one left open is not sent as the administrator's own afterwards.
 */
const seenMark = ".seen";

const scopes = new WeakMap<AppLoadContext, Promise<Scope>>();
let ownSettings: PortalSettings | undefined;
/** By the settings' list of addresses: each keeps track of the gateways that cannot be reached. */
const gateways = new WeakMap<readonly string[], ReturnType<typeof amongGateways>>();

/** The scope of this request. All loaders of one request have the same load context, so it is the key. */
export function getScope({ request, context }: RequestArguments): Promise<Scope> {
  let scope = scopes.get(context);
  if (!scope) {
    scope = createScope(request, context);
    scopes.set(context, scope);
  }
  return scope;
}

/** The first origin is the answer for a host that SITE_URL does not name, because a proxy may have changed the host. */
const visitedOrigin = ({ siteUrl, siteUrls }: PortalSettings, { host, origin }: URL): string =>
  siteUrls.find((one) => new URL(one).host === host) ?? siteUrl ?? origin;

/** The portal's settings: the front door's, or (under remix-serve) read once from the environment. */
export function settingsOf(context: AppLoadContext): PortalSettings {
  if (context.environment) return context.environment;
  ownSettings ??= parsePortalSettings(process.env);
  return ownSettings;
}

/** How to reach the gateway: by the embedded gateway's functions, or by HTTP. */
export function gatewayOf(
  context: AppLoadContext,
): Pick<GatewayClientOptions, "fetch" | "origin" | "callDirectly" | "answers"> {
  const { gatewayUrls } = settingsOf(context);
  const { gatewayFetch, callDirectly } = context;
  if (gatewayFetch) {
    const cache = callDirectly ? undefined : answers;
    return { fetch: gatewayFetch, callDirectly, answers: cache, origin: "http://gateway.internal" };
  }
  const [origin] = gatewayUrls;
  if (!origin) throw new Error("GATEWAY_URL is not set and no gateway is embedded");
  const send = gateways.get(gatewayUrls) ?? amongGateways(gatewayUrls);
  gateways.set(gatewayUrls, send);
  return { fetch: send, answers, origin };
}

async function createScope(request: Request, context: AppLoadContext): Promise<Scope> {
  const settings = settingsOf(context);
  const url = new URL(request.url);
  const shell = shellOf(url.pathname);
  const cookieHeader = request.headers.get("cookie") ?? "";
  const traceId = asRequestId(request.headers.get(traceIdHeader)) ?? randomUUID();
  const traceparent = asTraceparent(request.headers.get(traceparentHeader));
  const secure = url.protocol === "https:" || settings.siteUrl?.startsWith("https:") === true;
  const cookies = portalCookies(settings.sessionSecrets, secure);
  const session = await cookies.storage.getSession(cookieHeader);
  const before = JSON.stringify(session.data);

  let visitor: Promise<Visitor> | undefined;
  let personal: Promise<PersonalDetail | null> | undefined;
  let token: Promise<readonly [string, string | null]> | undefined;

  const page: PageNotes = {
    structuredData: [],
    firstPicture: null,
    pictures: [],
    navigation: null,
    leftOut: false,
    asksLogin: false,
    withheld: false,
  };

  const connection = {
    ...gatewayOf(context),
    cookie: cookieHeader,
    traceId,
    signal: request.signal,
    ...(context.visitorAddress ? { visitorAddress: context.visitorAddress } : {}),
    sendTraceId: !settings.hostTraceIds,
    ...(traceparent ? { traceparent } : {}),
    ...(context.watchCall ? { watchCall: context.watchCall } : {}),
    ...(context.onCall ? { onCall: context.onCall } : {}),
    onNotSignedIn(error: NotSignedIn) {
      if (error.fromWorkspaceCurrent) return;
      forgetLogin(session);
      page.asksLogin = true;
    },
    onWithheld() {
      page.withheld = true;
    },
    onLeftOut(mismatch: ResponseMismatch) {
      page.leftOut = true;
      logUnanswered(mismatch, { traceId });
    },
  };
  // The login status check has no token, because its answer contains the token.
  const statusGateway = createGatewayClient(connection);

  /** The signed-in member; null for visitors and when the login status check failed. */
  const signedInVisitor = async () => {
    const who = await scope.visitor().catch(() => null);
    return who?.signedIn ? who : null;
  };

  const forms: PageForms = {
    shownAgain: false,
    unsaved: null,
    async token() {
      // A form that is shown again after its session ended keeps its token, which must be valid after signing in
      // again. When the login status is unknown and there is a session cookie, forms still get a token: without one
      // they would be refused later.
      const unknown = (error: unknown) => {
        if (cookieHeader.includes(`${gatewaySessionCookie}=`)) return null;
        throw error;
      };
      const reader = forms.shownAgain ? null : await scope.visitor().catch(unknown);
      if (reader && !reader.signedIn) return "";
      token ??= cookies.csrf.commitToken(request.headers);
      return (await token)[0] + (reader?.seeing ? seenMark : "");
    },
    async accepts(form) {
      const { signedIn, seeing } = await scope.visitor();
      if (!signedIn) return true;
      const sent = String(form.get("csrf") ?? "");
      const checked = new FormData();
      checked.set("csrf", seeing && sent.endsWith(seenMark) ? sent.slice(0, -seenMark.length) : sent);
      return cookies.csrf.validate(checked, request.headers).then(
        () => true,
        () => false,
      );
    },
  };

  const scope: Scope = {
    settings,
    origin: settings.siteUrl ?? url.origin,
    visitedOrigin: visitedOrigin(settings, url),
    session,
    traceId,
    shell,
    isCopy: request.headers.has("x-kept-copy"),
    page,
    forms,
    publicGateway: createGatewayClient({ ...connection, cookie: "" }),
    gateway: createGatewayClient({
      ...connection,
      async csrfToken() {
        // Without a session cookie nobody can be signed in, whatever the check would have said.
        if (!cookieHeader.includes(`${gatewaySessionCookie}=`)) return (await signedInVisitor())?.csrfToken;
        return (await scope.visitor()).csrfToken;
      },
      developerId: async () => (await signedInVisitor())?.uid,
    }),
    visitor() {
      visitor ??= checkLogin(statusGateway, session, cookieHeader);
      return visitor;
    },
    async signedIn() {
      return (await signedInVisitor()) !== null;
    },
    personal() {
      personal ??= loadPersonal(scope);
      return personal;
    },
    config: () => siteConfig(scope),
    async redirect(path, options = {}) {
      const own = onOwnOrigin(path) ?? "/";
      const headers = new Headers({ location: options.keepShell === false ? own : inShell(own, shell) });
      await scope.commit(headers);
      return new Response(null, { status: options.status ?? 302, headers });
    },
    async commit(headers) {
      for (const cookie of [...statusGateway.setCookies, ...scope.gateway.setCookies])
        headers.append("set-cookie", cookie);
      // The login status check may have run after the call that reported the ended session.
      if (page.asksLogin) forgetLogin(session);
      const issued = token ? (await token)[1] : null;
      if (issued) headers.append("set-cookie", issued);
      if (JSON.stringify(session.data) === before) return;
      const empty = Object.keys(session.data).length === 0;
      if (empty && !cookieHeader.includes(`${cookieNames.session}=`)) return;
      const write = empty ? cookies.storage.destroySession(session) : cookies.storage.commitSession(session);
      headers.append("set-cookie", await write);
    },
  };
  return scope;
}
