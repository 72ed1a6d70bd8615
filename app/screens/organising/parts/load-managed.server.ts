import type { CallResponse } from "contract";
import type { Scope } from "~/request/scope.server";

/** The activity's data that all pages of its organisers and judges show. */
export interface ManagedActivity {
  id: number;
  title: string;
  state: string;
  startAt: string;
  /** Whether participants hand in works. */
  hasWorks: boolean;
  /** Whether the member organises the activity; judges see only the works. */
  organises: boolean;
}

/** Wraps a loader so that it runs once per request: an area and its screen need the same data. */
function oncePerRequest<Result>(load: (scope: Scope, activityId: number) => Promise<Result>) {
  const loaded = new WeakMap<Scope, Promise<Result>>();
  return (scope: Scope, activityId: number): Promise<Result> => {
    const result = loaded.get(scope) ?? load(scope, activityId);
    loaded.set(scope, result);
    return result;
  };
}

interface Managed {
  activity: ManagedActivity;
  counts: CallResponse<"activityCounts">;
}

/** An activity with its counts, for its organisers. Throws Forbidden for others. */
export const loadManaged = oncePerRequest(async (scope, activityId): Promise<Managed> => {
  const counts = await scope.gateway.call("activityCounts", { activityId });
  const { id, title, state, startAt } = counts.activity;
  return { activity: { id, title, state, startAt, hasWorks: counts.takesWorks, organises: true }, counts };
});

interface ManagedWorks {
  activity: ManagedActivity;
  list: CallResponse<"activityWorks">;
}

/** An activity with its works, for its judges and organisers. */
export const loadWorks = oncePerRequest(async (scope, activityId): Promise<ManagedWorks> => {
  const list = await scope.gateway.call("activityWorks", { activityId });
  const { id, title, state, startAt } = list.activity;
  return { activity: { id, title, state, startAt, hasWorks: true, organises: list.organises }, list };
});
