import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { areaLoader } from "~/request/screen.server";
import { ModeratorFrame } from "./frame";
import { loadOverview } from "./overview.server";

/** /moderator/*: the menu with counts of waiting items, around every screen of the moderation area. */
export const loader = areaLoader(async ({ scope }) => ({ overview: await loadOverview(scope) }));

/** The title when a child screen failed: Remix then does not call that screen's own `meta`. */
export const meta = screenMeta();

export { unlessWithin as shouldRevalidate } from "~/navigation/kept-screens";

export default function ModeratorArea() {
  return (
    <ModeratorFrame>
      <Outlet />
    </ModeratorFrame>
  );
}

export function ErrorBoundary() {
  return <AreaError Frame={ModeratorFrame} />;
}
