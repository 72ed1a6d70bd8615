import type { ShellName } from "./screen-row";

/**
 * The areas: screens with the same frame around them. An area is a route above its screens, with a loader for the
 * frame and a view that shows the frame and, in it, the screen (`Outlet`). A screen says in its row which area it
 * stands in.
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
