import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { unlessWithin } from "~/navigation/kept-screens";
import { areaLoader } from "~/request/screen.server";
import { loadManaged, loadWorks } from "./parts/load-managed.server";
import { ManageFrame } from "./parts/manage-frame";

/** /activity/manage/{id} and its child screens: the activity's head and tabs, around each of them. */
export const loader = areaLoader(async ({ scope, params, screen }) => {
  const activityId = Number(params.id);
  // Judges may read only the works. The child screen loads the same activity and reports a failure.
  const load = screen.path.endsWith("/works") ? loadWorks : loadManaged;
  const managed = await load(scope, activityId).catch(() => null);
  return { activity: managed?.activity ?? null };
});

/** The title when a child screen failed: Remix then does not call that screen's own `meta`. */
export const meta = screenMeta();

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs) =>
  change.currentParams.id !== change.nextParams.id || unlessWithin(change);

export default function ManageArea() {
  return (
    <ManageFrame>
      <Outlet />
    </ManageFrame>
  );
}

export function ErrorBoundary() {
  return <AreaError Frame={ManageFrame} />;
}
