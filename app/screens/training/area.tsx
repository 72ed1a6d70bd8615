import { Outlet } from "@remix-run/react";
import { AreaError } from "~/failure/area-error";
import { screenMeta } from "~/metadata/screen-meta";
import { areaLoader } from "~/request/screen.server";
import { loadLevels } from "./frame/levels.server";
import { TrainingFrame } from "./frame/training-frame";

/** /trainingClass/*: the menu of the training pages, with the number of courses, around each child screen. */
export const loader = areaLoader(async ({ scope }) => ({ levels: await loadLevels(scope) }));

/** The title when a child screen failed: Remix then does not call that screen's own `meta`. */
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
