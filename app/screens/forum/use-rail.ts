import { useRouteLoaderData } from "@remix-run/react";
import { areaId } from "~/navigation/areas";
import { useShell } from "~/navigation/use-shell";
import type { loader } from "./area";
import type { Rail } from "./rail.server";

/** What the forum's area has loaded for the rail; undefined where its screen may not be seen. */
export function useRail(): Rail | undefined {
  return useRouteLoaderData<typeof loader>(areaId(useShell().name, "forum"))?.rail;
}
