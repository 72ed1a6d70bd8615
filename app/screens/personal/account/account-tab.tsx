import type { TabData } from "../info/tabs.server";
import type { accountTab } from "./account-tab.server";

/** The account tab (spec 2.8): phone and email, and the ways to change them. */
export function AccountTab(_: { data: TabData<typeof accountTab> }) {
  return null;
}
