import type { CallResponse } from "contract";
import type { Scope } from "~/request/scope.server";

/** The activity as the pages of its organisers and judges name it. */
export interface ManagedActivity {
  id: number;
  title: string;
  state: string;
  startAt: string;
  /** Whether works are handed in. */
  hasWorks: boolean;
  /** Judges see the works alone. */
  organises: boolean;
}

/** Loads by an activity's id, once a request: an area and the screen in it need the same. */
function onceARequest<Result>(load: (scope: Scope, activityId: number) => Promise<Result>) {
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
export const loadManaged = onceARequest(async (scope, activityId): Promise<Managed> => {
  const counts = await scope.gateway.call("activityCounts", { activityId });
  const { id, title, state, startAt } = counts.activity;
  return { activity: { id, title, state, startAt, hasWorks: counts.takesWorks, organises: true }, counts };
});

interface ManagedWorks {
  activity: ManagedActivity;
  list: CallResponse<"activityWorks">;
}

/** An activity with what was handed in, for its judges and organisers. */
export const loadWorks = onceARequest(async (scope, activityId): Promise<ManagedWorks> => {
  const list = await scope.gateway.call("activityWorks", { activityId });
  const { id, title, state, startAt } = list.activity;
  return { activity: { id, title, state, startAt, hasWorks: true, organises: list.organises }, list };
});
