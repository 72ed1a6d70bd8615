import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** The classes, levels and products of courses, and how many courses each has; null where the upstream does not say. */
export type Levels = CallResponse<"trainingLevels"> | null;

const levels = new WeakMap<Scope, Promise<Levels>>();

/** Asked for once a request: by the area, and by the list that names one of the classes. */
export function loadLevels(scope: Scope): Promise<Levels> {
  const loading = levels.get(scope) ?? orWithout(scope, scope.publicGateway.call("trainingLevels", {}), null);
  levels.set(scope, loading);
  return loading;
}
