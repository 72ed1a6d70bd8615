import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { forumModule } from "~/navigation/screen-row";
import type { IconName } from "~/ui/icon-names.gen";

export interface MenuItem {
  name: string;
  path: string;
}

/** The six top-menu items (spec 2.2): the menu where the upstream supplies no other. */
export const topMenu: MenuItem[] = [
  { name: "首页", path: paths.home() },
  { name: "开发中心", path: paths.devCenter() },
  { name: "培训课堂", path: paths.courses() },
  { name: "高校人才", path: paths.universityTalents() },
  { name: "大赛活动", path: paths.activities() },
  { name: "技术论坛", path: paths.forum() },
];

/** The area that an address is in (spec 2.5); the screen itself where it is in none. */
export function moduleName(pathname: string): string {
  const screen = screenAt(pathname);
  return screen?.module ?? (screen?.title || forumModule);
}

/** The logo's variant by area (spec 2.5). */
const logos: Record<string, IconName> = {
  首页: "circuit-board",
  资讯: "news",
  产品中心: "cpu",
  开发中心: "tool",
  大赛: "trophy",
  高校人才: "school",
  培训课堂: "video",
  [forumModule]: "message",
};

/** The logo of the area that an address is in. */
export function moduleLogo(pathname: string): IconName {
  return logos[screenAt(pathname)?.module ?? forumModule] ?? "circuit-board";
}

/** Whether a top-menu item is the one the visitor is in. */
export function isCurrent(pathname: string, path: string): boolean {
  const area = `/${path.split("/")[1]}`;
  if (area === "/forum") return screenAt(pathname)?.forum === true;
  return pathname === area || pathname.startsWith(`${area}/`);
}
