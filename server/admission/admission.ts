import type { IncomingMessage, ServerResponse } from "node:http";
import type { PortalSettings } from "../../app/settings/portal-settings";
import type { EmbeddedGateway } from "../embedded-gateway";
import { createMemberCheck, type IsMember, sessionKey } from "./members";
import { createTurnsByAddress } from "./turns-by-address";
import { VisitorQueue } from "./visitor-queue";

/** A request and its answer, as Node has them. */
export interface Bindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface AdmissionOptions {
  settings: PortalSettings;
  gateway: EmbeddedGateway | undefined;
  /** Multiplies what one address may ask for at once: a campus is one. */
  scale: number;
}

export interface Admission {
  isMember: IsMember;
  queue: VisitorQueue;
  /** Reads a large body in its turn. Throws TooManyWaiting. */
  takeBody: ReturnType<typeof createTurnsByAddress>;
  /**
   * Rendering and calls: members' at once, visitors' in turn. Undefined for somebody who has left meanwhile.
   * Throws TooManyWaiting.
   */
  inTurn(bindings: Bindings, work: () => Promise<Response>): Promise<Response | undefined>;
}

/** What an address may ask for at once, and how much of everybody's is done at once. */
export function createAdmission(
  { settings, gateway, scale }: AdmissionOptions,
  addressOf: (incoming: IncomingMessage) => string,
): Admission {
  // PGlite's work is done in this process, one piece at a time; another database's is waited for.
  const atOnce =
    gateway?.engine === "pglite" ? { besideMembers: 1, alone: 4 } : { besideMembers: 4, alone: 16 };
  const queue = new VisitorQueue({ atOnce, address: Math.ceil(24 * scale), waiting: 300 });
  const isMember = createMemberCheck(
    gateway?.portalFetch ?? fetch,
    settings.gatewayUrl ?? "http://gateway.internal",
  );
  return {
    isMember,
    queue,
    // A body of 25 MB is in memory several times over while its form is read.
    takeBody: createTurnsByAddress({
      atOnce: { address: Math.ceil(2 * scale), together: 8 },
      waiting: Math.ceil(60 * scale),
    }),
    async inTurn({ incoming, outgoing }, work) {
      const wanted = async () => (outgoing.destroyed ? undefined : work());
      const { cookie } = incoming.headers;
      // Counted by their session: a campus has one address, and its visitors must not shut its members out.
      return (await isMember(cookie))
        ? queue.member(`session ${sessionKey(cookie)}`, wanted)
        : queue.visitor(addressOf(incoming), wanted);
    },
  };
}
