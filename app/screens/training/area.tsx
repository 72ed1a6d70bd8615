import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { areaLoader } from "~/request/screen.server";
import { loadLevels } from "./frame/levels.server";
import { TrainingFrame } from "./frame/training-frame";

/** /trainingClass/*: the way to its pages with how many courses there are, around each of them. */
export const loader = areaLoader(async ({ scope }) => ({ levels: await loadLevels(scope) }));

/** Of a screen that failed, since then its own is not asked. */
export const meta = screenMeta();

export { unlessWithin as shouldRevalidate } from "~/navigation/kept-screens";

export default function TrainingArea() {
  return (
    <TrainingFrame>
      <Outlet />
    </TrainingFrame>
  );
}

export function ErrorBoundary() {
  return <AreaError Frame={TrainingFrame} />;
}
