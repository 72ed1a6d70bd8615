import { Outlet } from "@remix-run/react";
import { screenMeta } from "~/metadata/screen-meta";

/**
 * A layout without an address between a shell and its screens: the failure page of a screen is shown inside the shell.
 */
export default Outlet;

/** The title when a screen failed: Remix then does not call that screen's own `meta`. */
export const meta = screenMeta();

export { ScreenError as ErrorBoundary } from "~/failure/screen-error";
