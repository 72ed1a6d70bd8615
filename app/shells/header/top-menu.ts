import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { forumModule } from "~/navigation/screen-row";
import type { IconName } from "~/ui/icon-names.gen";

export interface MenuItem {
  name: string;
  path: string;
}

/** The six items of the top menu (spec 2.2), used when the upstream sends no menu. */
export const topMenu: MenuItem[] = [
  { name: "首页", path: paths.home() },
  { name: "开发中心", path: paths.devCenter() },
  { name: "培训课堂", path: paths.courses() },
  { name: "高校人才", path: paths.universityTalents() },
  { name: "大赛活动", path: paths.activities() },
  { name: "技术论坛", path: paths.forum() },
];

/** The name of an address's area (spec 2.5), or of the screen when it has no area. */
export function moduleName(pathname: string): string {
  const screen = screenAt(pathname);
  return screen?.module ?? (screen?.title || forumModule);
}

/** The logo of each area (spec 2.5). */
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

/** The logo of an address's area. */
export function moduleLogo(pathname: string): IconName {
  return logos[screenAt(pathname)?.module ?? forumModule] ?? "circuit-board";
}

/** Whether the visitor is in the area of a top-menu item. */
export function isCurrent(pathname: string, path: string): boolean {
  const area = `/${path.split("/")[1]}`;
  if (area === "/forum") return screenAt(pathname)?.forum === true;
  return pathname === area || pathname.startsWith(`${area}/`);
}
