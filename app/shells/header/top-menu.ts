import { screenAt } from "~/navigation/screen-at";
import { forumModule } from "~/navigation/screens";

/**
 * The six top-menu items (spec 2.2). `module` is the name that the mobile header shows for the area (spec
 * 2.5).
 */
export const topMenu = [
  { name: "首页", path: "/home" },
  { name: "开发中心", path: "/devCenter/index" },
  { name: "培训课堂", path: "/trainingClass" },
  { name: "高校人才", path: "/universityTalents" },
  { name: "大赛活动", path: "/eventActivities/index" },
  { name: "技术论坛", path: "/forum/all" },
] as const;

/** The module name of an address (spec 2.5); the forum is the home of everything else. */
export function moduleName(pathname: string): string {
  return screenAt(pathname)?.module ?? forumModule;
}

/** Whether a top-menu item is the one the visitor is in. */
export function isCurrent(pathname: string, path: string): boolean {
  const area = `/${path.split("/")[1]}`;
  if (area === "/forum") return screenAt(pathname)?.forum === true;
  return pathname === area || pathname.startsWith(`${area}/`);
}
