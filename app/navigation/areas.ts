import type { ShellName } from "./screen-row";

/**
 * The areas: screens with a common frame. An area is a parent route with a loader for the frame and a view that
 * renders the frame and the screen inside (`Outlet`). A screen's row names its area.
 */
export const areas = {
  moderator: "screens/moderator/area.tsx",
  personal: "screens/personal/area.tsx",
  forum: "screens/forum/area.tsx",
  manage: "screens/organising/area.tsx",
  training: "screens/training/area.tsx",
} as const;

export type AreaName = keyof typeof areas;

/** The id of an area's route in a shell. */
export const areaId = (shell: ShellName, area: AreaName) => `${shell}:${area}`;
