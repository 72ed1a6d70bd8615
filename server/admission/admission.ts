import type { IncomingMessage, ServerResponse } from "node:http";
import { QueueFull } from "contract/base/concurrency-limit";
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

/** A request and its answer, as Node has them. */
export interface Bindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface AdmissionOptions {
  settings: PortalSettings;
  backend: Backend;
  /** Multiplies what one address may ask for at once: a campus is one. */
  scale: number;
}

export interface Admission {
  isMember: IsMember;
  queue: VisitorQueue;
  /** Whether work for this person should be refused, because there is more of it than can be done. */
  isTooMuch(who: "member" | "visitor"): boolean;
  /** Reads a large body in its turn. Throws QueueFull. */
  takeBody: ReturnType<typeof limitByAddress>;
  /**
   * Rendering and calls: members' at once, visitors' in turn. Undefined for somebody who has left meanwhile.
   * Throws QueueFull.
   */
  inTurn<Result>(
    bindings: Bindings,
    address: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

/** What an address may ask for at once, and how much of everybody's is done at once. */
export function createAdmission({ settings, backend, scale }: AdmissionOptions): Admission {
  // PGlite's work is done in the thread that renders, one piece at a time; another database's is waited for.
  const atOnce =
    backend.engine === "pglite" ? { besideMembers: 1, alone: 4 } : { besideMembers: 4, alone: 16 };
  const queue = new VisitorQueue({ atOnce, address: Math.ceil(24 * scale), waiting: 300 });
  const overload = backend.work ? new Overload(backend.work) : null;
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
    // A body of 25 MB is in memory several times over while its form is read.
    takeBody: limitByAddress({
      atOnce: { address: Math.ceil(2 * scale), together: 8 },
      waiting: Math.ceil(60 * scale),
    }),
    async inTurn({ incoming, outgoing }, address, work) {
      const unlessGone = async () => (outgoing.destroyed ? undefined : work());
      const { cookie } = incoming.headers;
      // Counted by their session: a campus has one address, and its visitors must not shut its members out.
      if (await isMember(cookie)) return queue.member(`session ${sessionKey(cookie)}`, unlessGone);
      if (isTooMuch("visitor")) {
        countOverload();
        throw new QueueFull();
      }
      return queue.visitor(address, unlessGone);
    },
  };
}
