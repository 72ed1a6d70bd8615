import { randomBytes } from "node:crypto";
import { type CallResponse, contract } from "contract";
import { type Call, wirePaths } from "contract/base/call";
import {
  type CallOutcome,
  changeOf,
  changesTogether,
  laterChange,
  noChange,
  type PagesChange,
} from "contract/base/pages";
import { gatewayPrefix } from "contract/base/wire";
import type { PortalContext } from "../../app/settings/portal-context";
import type { PortalSettings } from "../../app/settings/portal-settings";
import type { EmbeddedGateway } from "../embedded-gateway";
import { createEntry, isShareable, type PageResult } from "../page-cache/page-entry";
import type { Portal } from "../portal";
import { type PlainResponse, plainResponse } from "../responses/plain-response";
import { createPolicy } from "../responses/security-headers";
import type { PlainRequest } from "../visit";
import { GatewayTime } from "../watch/gateway-time";
import type { Work } from "./work";

/** An error on another thread, which has logged it already. */
export class LoggedError extends Error {}

/** What the front door knows about the visitor. */
export interface Asking {
  /** The visitor's address. */
  address: string;
  /** Aborted when the visitor leaves. */
  signal?: AbortSignal | undefined;
}

/** The answer to a request, which may have been a write. */
export interface Answer {
  response: PlainResponse;
  /** How the request changed the pages that visitors share. */
  change: PagesChange;
  /** The caller's account, if answering read it. */
  account?: number | undefined;
  /** How many milliseconds the answer waited for the gateway. */
  gatewayMs?: number | undefined;
}

/**
 * What answers behind the front door: the portal and, unless GATEWAY_URL names an upstream, the embedded gateway. All
 * computing happens on threads of its own.
 */
export interface Backend {
  /** The database of the embedded gateway; null when the gateway runs elsewhere. */
  readonly engine: EmbeddedGateway["engine"] | null;
  /** The portal's answer to one person. */
  render(request: PlainRequest, asking: Asking): Promise<Answer>;
  /** The portal's page for a page key: a cache entry for all visitors, if the page can be shared. */
  makePage(request: PlainRequest, asking: Asking): Promise<PageResult>;
  /** The embedded gateway's answer to a browser or another portal. Throws when there is no embedded gateway. */
  askGateway(request: PlainRequest, asking: Asking): Promise<Answer>;
  /** Clears the short-lived caches, because content was hidden from everybody. */
  forget(): void;
  /** Counts views of topics that the page cache served, by tid. An upstream counts its own requests. */
  countViews(views: ReadonlyMap<number, number>): void;
  /** The work of its threads; undefined if it has none of its own. */
  work?(): Work;
}

/** A request that the front door itself sends to the embedded gateway. */
export const ownRequest = (path: string, headers: PlainRequest["headers"] = []): PlainRequest => ({
  method: "GET",
  url: `http://gateway.internal${path}`,
  headers,
  body: null,
});
export const ownAsking: Asking = { address: "local" };

const asRequest = ({ method, url, headers, body }: PlainRequest, signal: AbortSignal | undefined) =>
  new Request(url, { method, headers, body, ...(signal ? { signal } : {}) });

const rows = new Map(
  Object.values(contract as Record<string, Call>).flatMap((row) =>
    wirePaths(row).map((path): [string, Call] => [`${row.method} ${path}`, row]),
  ),
);

/** How a successful gateway request changed pages: known from the call's row; another write at most adds content. */
function changeOfGateway({ method, url }: PlainRequest): PagesChange {
  const row = rows.get(`${method} ${new URL(url).pathname}`);
  if (row) return changeOf(row, undefined);
  return method === "GET" || method === "HEAD" ? noChange : laterChange;
}

/** The account in the gateway's answer about the session. */
const accountIn = (outcome: CallOutcome | undefined) =>
  (outcome?.response as CallResponse<"workspaceCurrent"> | undefined)?.user?.uid;

interface Parts {
  /**
   * What other threads make: pictures of topics, without which links to topics show the site's own picture;
   * certificates, which otherwise are pages alone; and workbooks, without which tables come as CSV alone.
   */
  threads?: Pick<PortalContext, "drawTopic" | "drawCertificate" | "writeWorkbook">;
  settings: PortalSettings;
  portal: Portal;
  gateway: EmbeddedGateway | undefined;
}

/** A backend on the calling thread. */
export function createBackend({ settings, portal, gateway, threads }: Parts): Backend {
  const policyFor = createPolicy(settings);
  const embedded = gateway ? { gatewayFetch: gateway.portalFetch, callDirectly: gateway.callDirectly } : {};

  /** A gateway's own headers for files stay, such as the policy that forbids all scripts in a stored picture. */
  function setHeaders({ headers }: Response, cspNonce: string): void {
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", policyFor(`'nonce-${cspNonce}'`, `'nonce-${cspNonce}'`));
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
  }

  async function answer(request: PlainRequest, { address, signal }: Asking, cacheable: boolean) {
    const cspNonce = randomBytes(16).toString("base64");
    let change = noChange;
    let account: number | undefined;
    const gatewayTime = new GatewayTime();
    const response = await portal.render(asRequest(request, signal), {
      ...embedded,
      environment: settings,
      cspNonce,
      visitorAddress: address,
      ...threads,
      onCall: (row, outcome) => {
        change = changesTogether(change, changeOf(row, outcome));
        // Compared by path, because the portal's bundle has its own copy of the rows.
        if (row.path === contract.workspaceCurrent.path) account = accountIn(outcome);
      },
      watchCall: gatewayTime.watchCall,
      ...(cacheable ? { cacheable } : {}),
    });
    return { response, cspNonce, change, account, gatewayMs: gatewayTime.milliseconds };
  }

  return {
    engine: gateway?.engine ?? null,
    async render(request, asking) {
      const { response, cspNonce, ...beside } = await answer(request, asking, false);
      setHeaders(response, cspNonce);
      return { response: await plainResponse(response), ...beside };
    },
    async makePage(request, asking) {
      const { response, cspNonce } = await answer(request, asking, true);
      if (isShareable(response))
        return { entry: await createEntry(response, cspNonce, policyFor, request.url.startsWith("https:")) };
      setHeaders(response, cspNonce);
      return { response: await plainResponse(response) };
    },
    async askGateway(request, { address, signal }) {
      if (!gateway) throw new Error(`no gateway in this process for ${gatewayPrefix}`);
      let account: number | undefined;
      const response = await gateway.fetch(asRequest(request, signal), address, (id) => {
        account = id;
      });
      const refused = response.status >= 400 && response.status < 500;
      return {
        response: await plainResponse(response),
        change: refused ? noChange : changeOfGateway(request),
        account,
      };
    },
    forget() {
      portal.forget();
      gateway?.forget();
    },
    countViews: (views) => gateway?.countViews(views),
  };
}
