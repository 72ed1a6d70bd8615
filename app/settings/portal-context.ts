import type { Call } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import type { Answered } from "contract/base/pages";
import type { PortalSettings } from "./portal-settings";

/** What the front door tells the portal of each request. Under plain `remix-serve` it is empty. */
export interface PortalContext {
  /** Reaches the gateway in this process; without it the portal calls `environment.gatewayUrl` over HTTP. */
  gatewayFetch?: (request: Request) => Promise<Response>;
  /** Makes calls of that gateway without a wire. */
  callDirectly?: CallDirectly;
  environment?: PortalSettings;
  /** Told what each call of this request came to; undefined where nobody knows. */
  onCall?: (row: Call, answered: Answered | undefined) => void;
  /** Inline scripts carry it, or they do not run. */
  cspNonce?: string;
  visitorAddress?: string;
  /** The page goes to many people: no nonce, no tokens, and nothing of one person's. */
  cacheable?: boolean;
}
