import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "./scope.server";

/** The last answer, used while the upstream does not answer. The first value is the specification's (spec 9). */
let lastKnown: CallResponse<"getConfig"> = { accessConfig: 1, registerConfig: 2 };

/**
 * Access and registration mode. Spec 4 loads them once; here they are cached for a minute, so that an operator's
 * change needs no restart.
 */
export async function siteConfig(scope: Scope): Promise<CallResponse<"getConfig">> {
  const reading = scope.publicGateway.call("getConfig", {});
  lastKnown = await orWithout(scope, reading, lastKnown);
  return lastKnown;
}
