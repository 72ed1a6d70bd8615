import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { keepsDesktopAddress } from "~/navigation/screen-at";
import { getScope } from "~/request/scope.server";
import { Frame } from "./frame";
import { DesktopHeader } from "./header/desktop-header";
import { NarrowRedirect } from "./narrow-redirect";
import { loadShell } from "./shell.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadShell(await getScope({ request, context }));
}

/**
 * The desktop shell (spec 2.4): the menu with its mega panels. In a narrow window it redirects to the h5 shell,
 * except on pages that phones see at their desktop address (spec 2.1).
 */
export default function DesktopShell() {
  const { menu, ...footer } = useLoaderData<typeof loader>();
  const stays = keepsDesktopAddress(useLocation().pathname);
  return (
    <Frame header={<DesktopHeader menu={menu} />} footer={footer}>
      <Outlet />
      {stays ? null : <NarrowRedirect />}
    </Frame>
  );
}

export { ScreenError as ErrorBoundary } from "~/failure/screen-error";
export { shouldRevalidate } from "~/navigation/kept-screens";
