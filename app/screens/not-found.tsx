import { notFound, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";

/** Every address that is no screen: a 404 inside the shell. */
export const loader = screenLoader(async ({ scope }) => notFound(scope));
export const meta = screenMeta();

export default function NotFound() {
  return null;
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
