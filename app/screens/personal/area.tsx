import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { PersonalFrame } from "./personal-frame";

/** /personalCenter/*: who one is and the way to the other screens, around each. The root has loaded all of it. */
export default function PersonalArea() {
  return (
    <PersonalFrame>
      <Outlet />
    </PersonalFrame>
  );
}

/** Of a screen that failed, since then its own is not asked. */
export const meta = screenMeta();

export function ErrorBoundary() {
  return <AreaError Frame={PersonalFrame} />;
}
