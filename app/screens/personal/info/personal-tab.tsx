import type { personalTab } from "./personal-tab.server";
import type { TabData } from "./tabs.server";

/** The personal tab (spec 2.8). */
export function PersonalTab(_: { data: TabData<typeof personalTab> }) {
  return null;
}
