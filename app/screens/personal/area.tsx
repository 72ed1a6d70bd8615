import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { PersonalFrame } from "./personal-frame";

/**
 * /personalCenter/*: the member's card and the menu around each child screen. The root loader has loaded all data for
 * it.
 */
export default function PersonalArea() {
  return (
    <PersonalFrame>
      <Outlet />
    </PersonalFrame>
  );
}

/** The title when a child screen failed: Remix then does not call that screen's own `meta`. */
export const meta = screenMeta();

export function ErrorBoundary() {
  return <AreaError Frame={PersonalFrame} />;
}
