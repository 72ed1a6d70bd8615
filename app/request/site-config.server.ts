import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "./scope.server";

/** What was read last: what holds while the upstream does not say. At first the specification's own (spec 9). */
let lastKnown: CallResponse<"getConfig"> = { accessConfig: 1, registerConfig: 2 };

/**
 * Access and registration mode. Spec 4: loaded once, then reused; here for a minute, so that an operator's change
 * needs no restart.
 */
export async function siteConfig(scope: Scope): Promise<CallResponse<"getConfig">> {
  const reading = scope.publicGateway.call("getConfig", {});
  lastKnown = await orWithout(scope, reading, lastKnown);
  return lastKnown;
}
