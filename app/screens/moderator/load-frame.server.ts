import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** What stands around every screen of the moderation area; null where the upstream does not say. */
export const loadFrame = (scope: Scope) =>
  orWithout(scope, scope.gateway.call("moderatorOverview", {}), null);

export type FrameData = Awaited<ReturnType<typeof loadFrame>>;
