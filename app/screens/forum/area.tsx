import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { areaLoader } from "~/request/screen.server";
import { ForumFrame } from "./forum-rail";
import { readRail } from "./rail.server";

/** /forum/all and the four other lists: the rail beside each of them. */
export const loader = areaLoader(async ({ scope }) => ({ rail: await readRail(scope) }));

/** The title when a child screen failed: Remix then does not call that screen's own `meta`. */
export const meta = screenMeta();

export { unlessWithin as shouldRevalidate } from "~/navigation/kept-screens";

export default function ForumArea() {
  return (
    <ForumFrame>
      <Outlet />
    </ForumFrame>
  );
}

export function ErrorBoundary() {
  return <AreaError Frame={ForumFrame} />;
}
