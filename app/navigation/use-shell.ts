import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "~/root";
import type { ShellName } from "./screen-row";
import { inShell, shellOf } from "./shell-address";

/** The visitor's shell; `to` converts a link into it. */
export function useShell(): { name: ShellName; to: (path: string) => string; here: string } {
  const location = useLocation();
  const name = shellOf(location.pathname);
  return { name, to: (path) => inShell(path, name), here: location.pathname + location.search };
}

/** The root's data about the visitor and the site; undefined only when the root failed. */
export function useRoot() {
  return useRouteLoaderData<typeof rootLoader>("root");
}
