import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** The classes, levels and products of courses with their numbers of courses; null when the call fails. */
export type Levels = CallResponse<"trainingLevels"> | null;

const levels = new WeakMap<Scope, Promise<Levels>>();

/** Loads the levels once per request, for the area and for the list that shows a class's name. */
export function loadLevels(scope: Scope): Promise<Levels> {
  const loading = levels.get(scope) ?? orWithout(scope, scope.publicGateway.call("trainingLevels", {}), null);
  levels.set(scope, loading);
  return loading;
}
