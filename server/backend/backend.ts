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
import type { DrawTopic } from "../../app/settings/portal-context";
import type { PortalSettings } from "../../app/settings/portal-settings";
import type { EmbeddedGateway } from "../embedded-gateway";
import { createEntry, isShareable, type PageResult } from "../page-cache/page-entry";
import type { Portal } from "../portal";
import { type PlainResponse, plainResponse } from "../responses/plain-response";
import { createPolicy } from "../responses/security-headers";
import type { PlainRequest } from "../visit";
import { GatewayTime } from "../watch/gateway-time";
import type { Work } from "../work";

/** An error on another thread, which is in the log already. */
export class LoggedError extends Error {}

/** The front door's knowledge of the visitor. */
export interface Asking {
  /** The visitor's address. */
  address: string;
  /** Aborted when the visitor leaves. */
  signal?: AbortSignal | undefined;
}

/** The answer to a request that may have been a write. */
export interface Answer {
  response: PlainResponse;
  /** Its effect on the pages that visitors share. */
  change: PagesChange;
  /** The account that asked, where the answer needed to know. */
  account?: number | undefined;
  /** How long it waited for the gateway, in milliseconds. */
  gatewayMs?: number | undefined;
}

/**
 * What answers behind the front door: the portal, and unless GATEWAY_URL names another the embedded gateway.
 * Whatever it is asked, it computes on threads of its own.
 */
export interface Backend {
  /** The embedded gateway's database; null where the gateway is elsewhere. */
  readonly engine: EmbeddedGateway["engine"] | null;
  /** The portal's answer to one person. */
  render(request: PlainRequest, asking: Asking): Promise<Answer>;
  /** The portal's answer to a page key: an entry for all who ask the same, where it may be shared. */
  makePage(request: PlainRequest, asking: Asking): Promise<PageResult>;
  /** The embedded gateway's answer to a browser or another portal. Not there without one. */
  askGateway(request: PlainRequest, asking: Asking): Promise<Answer>;
  /** Forgets what was read and is kept for some seconds: something was taken out of everybody's sight. */
  forget(): void;
  /**
   * Counts views of topics that were served without being made anew, by tid; an upstream counts what it is
   * asked.
   */
  countViews(views: ReadonlyMap<number, number>): void;
  /** What its threads have to do, where there are any beside the one that asks. */
  work?(): Work;
}

/** A call of the front door's own to the embedded gateway. */
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

/** What the gateway did not refuse is known by its address alone: a call's by its row, a page's adds at most. */
function changeOfGateway({ method, url }: PlainRequest): PagesChange {
  const row = rows.get(`${method} ${new URL(url).pathname}`);
  if (row) return changeOf(row, undefined);
  return method === "GET" || method === "HEAD" ? noChange : laterChange;
}

/** Whose session the gateway said it is. */
const accountIn = (outcome: CallOutcome | undefined) =>
  (outcome?.response as CallResponse<"workspaceCurrent"> | undefined)?.user?.uid;

interface Parts {
  /** Draws pictures of topics; without it links to them show the site's own. */
  drawTopic?: DrawTopic;
  settings: PortalSettings;
  portal: Portal;
  gateway: EmbeddedGateway | undefined;
}

/** A backend on the calling thread. */
export function createBackend({ settings, portal, gateway, drawTopic }: Parts): Backend {
  const policyFor = createPolicy(settings);
  const embedded = gateway ? { gatewayFetch: gateway.portalFetch, callDirectly: gateway.callDirectly } : {};

  /** What a gateway passed on says of its own files stays: a stored picture is to run nothing at all. */
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
      ...(drawTopic ? { drawTopic } : {}),
      onCall: (row, outcome) => {
        change = changesTogether(change, changeOf(row, outcome));
        // The portal's bundle has rows of its own.
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
