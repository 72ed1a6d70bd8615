import type { CallResponse } from "contract";
import type { Scope } from "~/request/scope.server";
import type { ManagedActivity } from "./manage-frame";

type Counts = CallResponse<"activityCounts">;

/** An activity with its counts, for its organisers. Throws Forbidden for others. */
export async function loadManaged(
  scope: Scope,
  activityId: number,
): Promise<{ activity: ManagedActivity; counts: Counts }> {
  const counts = await scope.gateway.call("activityCounts", { activityId });
  const { id, title, state, startAt } = counts.activity;
  return { activity: { id, title, state, startAt, hasWorks: counts.takesWorks, organises: true }, counts };
}
