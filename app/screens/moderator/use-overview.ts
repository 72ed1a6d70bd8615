import { useRouteLoaderData } from "@remix-run/react";
import { areaId } from "~/navigation/areas";
import { useShell } from "~/navigation/use-shell";
import type { loader } from "./area";
import type { Overview } from "./overview.server";

/**
 * The overview that the moderation area loaded for its menu: the moderator's sections and the counts of waiting items.
 */
export function useOverview(): Overview {
  return useRouteLoaderData<typeof loader>(areaId(useShell().name, "moderator"))?.overview ?? null;
}
