import type { IncomingMessage, ServerResponse } from "node:http";
import { QueueFull } from "contract/base/concurrency-limit";
import { filesPrefix } from "contract/base/wire";
import { amongGateways } from "../../app/gateway-client/gateways";
import type { PortalSettings } from "../../app/settings/portal-settings";
import { type Backend, ownAsking, ownRequest } from "../backend/backend";
import { webResponse } from "../responses/plain-response";
import { sessionKey } from "../visit";
import { countOverload } from "../watch/metrics";
import { limitByAddress } from "./address-limit";
import { createMemberCheck, type IsMember } from "./members";
import { Overload } from "./overload";
import { VisitorQueue } from "./visitor-queue";

/** A request and its response, as Node's objects. */
export interface Bindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface AdmissionOptions {
  settings: PortalSettings;
  backend: Backend;
  /** Multiplies what one address may request at once, because a whole campus may share one address. */
  scale: number;
  /** The expected waiting time, in milliseconds, above which members are refused. */
  overloadMilliseconds: number;
}

export interface Admission {
  isMember: IsMember;
  queue: VisitorQueue;
  /** Whether a request of this kind of person must be refused, because the threads have too much work. */
  isTooMuch(who: "member" | "visitor"): boolean;
  /** Reads a large body when its turn comes. Throws QueueFull. */
  takeBody: ReturnType<typeof limitByAddress>;
  /**
   * Runs rendering and calls: members' at once, visitors' in turn. Undefined when the visitor has left meanwhile.
   * Throws QueueFull.
   */
  inTurn<Result>(
    bindings: Bindings,
    address: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

/** Pictures are never refused: they cost little, and an admitted page is broken without them. */
export const isPicture = (path: string) => path.startsWith(filesPrefix);

/** Limits what one address may request at once, and how much work runs at once for all. */
export function createAdmission({
  settings,
  backend,
  scale,
  overloadMilliseconds,
}: AdmissionOptions): Admission {
  // PGlite computes in the thread that renders, one statement at a time; queries of PostgreSQL run elsewhere.
  const atOnce =
    backend.engine === "pglite" ? { besideMembers: 1, alone: 4 } : { besideMembers: 4, alone: 16 };
  const overload = backend.work ? new Overload(backend.work, overloadMilliseconds) : null;
  const queue = new VisitorQueue({
    atOnce,
    address: Math.ceil(24 * scale),
    waiting: 300,
    patience: (usual) => overload?.patience(usual) ?? usual,
  });
  const isTooMuch = (who: "member" | "visitor") =>
    overload?.refuses(who, who === "visitor" ? queue.waiting : 0) ?? false;
  const askUpstream = amongGateways(settings.gatewayUrls);
  const isMember = createMemberCheck(
    (path, headers) =>
      backend.engine
        ? backend
            .askGateway(ownRequest(path, headers), ownAsking)
            .then(({ response }) => webResponse(response))
        : askUpstream(new Request(`${settings.gatewayUrls[0]}${path}`, { headers })),
    { sendTraceId: !settings.hostTraceIds },
  );
  return {
    isMember,
    queue,
    isTooMuch,
    // Parsing a form of 25 MB holds several copies of it in memory.
    takeBody: limitByAddress({
      atOnce: { address: Math.ceil(2 * scale), together: 8 },
      waiting: Math.ceil(60 * scale),
    }),
    async inTurn({ incoming, outgoing }, address, work) {
      const unlessDisconnected = async () => (outgoing.destroyed ? undefined : work());
      const { cookie } = incoming.headers;
      // Members are counted by session, because visitors at the same address (a campus) must not shut them out.
      if (await isMember(cookie)) return queue.member(`session ${sessionKey(cookie)}`, unlessDisconnected);
      if (!isPicture(incoming.url ?? "") && isTooMuch("visitor")) {
        countOverload();
        throw new QueueFull();
      }
      return queue.visitor(address, unlessDisconnected);
    },
  };
}
