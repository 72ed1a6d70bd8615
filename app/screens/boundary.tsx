import { Outlet } from "@remix-run/react";
import { screenMeta } from "~/metadata/screen-meta";

/**
 * Stands between a shell and its screens, and has no address of its own: a screen that fails is shown as
 * that, inside the shell.
 */
export default Outlet;

/** Of a page that failed, since then the screen's own is not asked. */
export const meta = screenMeta();

export { ScreenError as ErrorBoundary } from "~/failure/screen-error";
