import { useRouteLoaderData } from "@remix-run/react";
import { areaId } from "~/navigation/areas";
import { useShell } from "~/navigation/use-shell";
import type { loader } from "../area";
import type { Levels } from "./levels.server";

/** The classes, levels and products of courses that the area loaded. */
export const useLevels = (): Levels =>
  useRouteLoaderData<typeof loader>(areaId(useShell().name, "training"))?.levels ?? null;
