import { useRouteLoaderData } from "@remix-run/react";
import { areaId } from "~/navigation/areas";
import { useShell } from "~/navigation/use-shell";
import type { loader } from "./area";
import type { Overview } from "./overview.server";

/** What the moderation area has loaded for its menu: what the moderator looks after, and what waits. */
export function useOverview(): Overview {
  return useRouteLoaderData<typeof loader>(areaId(useShell().name, "moderator"))?.overview ?? null;
}
