/** The six top-menu items (spec 2.2). `module` is the name that the mobile header shows for the area (spec 2.5). */
export const topMenu = [
  { name: "首页", path: "/home" },
  { name: "开发中心", path: "/devCenter/index" },
  { name: "培训课堂", path: "/trainingClass" },
  { name: "高校人才", path: "/universityTalents" },
  { name: "大赛活动", path: "/eventActivities/index" },
  { name: "技术论坛", path: "/forum/all" },
] as const;

/** Spec 2.5: module name by route, the most specific first. */
const modules: [RegExp, string][] = [
  [/\/information/, "资讯"],
  [/\/products?\b/, "产品中心"],
  [/\/devCenter/, "开发中心"],
  [/\/home\b/, "首页"],
  [/\/(eventActivities|activity|active|registEntry)/, "大赛"],
  [/\/universityTalents/, "高校人才"],
  [/\/(trainingClass|classRoom)/, "培训课堂"],
];

/** The module name of an address; the forum is the home of everything else. */
export function moduleName(pathname: string): string {
  return modules.find(([pattern]) => pattern.test(pathname))?.[1] ?? "技术论坛";
}

/** Whether a top-menu item is the one the visitor is in. */
export function isCurrent(pathname: string, path: string): boolean {
  const area = `/${path.split("/")[1]}`;
  if (area === "/forum") return /^\/(forum|hsforum|postDetail|posting|tags)(\/|$)/.test(pathname);
  return pathname === area || pathname.startsWith(`${area}/`);
}
