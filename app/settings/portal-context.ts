import type { Call } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import type { CallOutcome } from "contract/base/pages";
import type { PortalSettings } from "./portal-settings";

/** The content of a topic's picture. */
export interface TopicCard {
  title: string;
  section: string;
  author: string;
  site: string;
}

/** Draws a topic's picture as a PNG; null where it cannot be drawn now. */
export type DrawTopic = (card: TopicCard) => Promise<Uint8Array<ArrayBuffer> | null>;

/** What came of a call: its answer, or why there was none; `left`: nobody waited for it any longer. */
export type CallEnd = "ok" | "refused" | "left" | "timeout" | "unavailable" | "mismatch";
export type WatchCall = (name: string) => (end: CallEnd) => void;

/** What the front door tells the portal of each request. Under plain `remix-serve` it is empty. */
export interface PortalContext {
  /** Reaches the gateway in this process; without it the portal calls `environment.gatewayUrls` over HTTP. */
  gatewayFetch?: (request: Request) => Promise<Response>;
  /** Makes calls of that gateway without a wire. */
  callDirectly?: CallDirectly;
  environment?: PortalSettings;
  /** Told what each call of this request came to; undefined where nobody knows. */
  onCall?: (row: Call, outcome: CallOutcome | undefined) => void;
  /** Told when a call of the gateway begins; what it returns is told what came of it. */
  watchCall?: WatchCall;
  /** Inline scripts carry it, or they do not run. */
  cspNonce?: string;
  visitorAddress?: string;
  drawTopic?: DrawTopic;
  /** The page goes to many people: no nonce, no tokens, and nothing of one person's. */
  cacheable?: boolean;
}
