import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "~/root";
import type { ShellName } from "./screen-row";
import { inShell, shellOf } from "./shell-address";

/** The shell that the visitor is in; `to` keeps a link inside it. */
export function useShell(): { name: ShellName; to: (path: string) => string; here: string } {
  const location = useLocation();
  const name = shellOf(location.pathname);
  return { name, to: (path) => inShell(path, name), here: location.pathname + location.search };
}

/** What the root knows of the visitor and the site; undefined only when the root itself failed. */
export function useRoot() {
  return useRouteLoaderData<typeof rootLoader>("root");
}
