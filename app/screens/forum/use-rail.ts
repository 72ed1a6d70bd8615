import { useRouteLoaderData } from "@remix-run/react";
import { areaId } from "~/navigation/areas";
import { useShell } from "~/navigation/use-shell";
import type { loader } from "./area";
import type { Rail } from "./rail.server";

/** The rail that the forum's area loaded; undefined when the visitor may not see its screen. */
export function useRail(): Rail | undefined {
  return useRouteLoaderData<typeof loader>(areaId(useShell().name, "forum"))?.rail;
}
