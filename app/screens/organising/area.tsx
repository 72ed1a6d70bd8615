import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { unlessWithin } from "~/navigation/kept-screens";
import { areaLoader } from "~/request/screen.server";
import { loadManaged, loadWorks } from "./parts/load-managed.server";
import { ManageFrame } from "./parts/manage-frame";

/** /activity/manage/{id} and what is below it: the activity and its organisers' pages, around each of them. */
export const loader = areaLoader(async ({ scope, params, screen }) => {
  const activityId = Number(params.id);
  // Judges see the works alone. What fails is said by the screen, which is about the same activity.
  const load = screen.path.endsWith("/works") ? loadWorks : loadManaged;
  const managed = await load(scope, activityId).catch(() => null);
  return { activity: managed?.activity ?? null };
});

/** Of a screen that failed, since then its own is not asked. */
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
