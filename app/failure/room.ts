import { paths } from "~/navigation/paths";

/** The areas of the site by the first part of their paths, including common wrong paths. */
const rooms: Record<string, { name: string; path: string }> = {};
function room(name: string, path: string, ...parts: string[]): void {
  for (const part of parts) rooms[part] = { name, path };
}
room("产品中心", paths.products(), "products", "product");
room("资源中心", paths.resources(), "resources", "resource");
room(
  "培训课堂",
  paths.courses(),
  "trainingclass",
  "training",
  "classroom",
  "certificate",
  "certificates",
  "study",
);
room(
  "大赛活动",
  paths.activities(),
  "eventactivities",
  "events",
  "event",
  "activity",
  "registentry",
  "active",
);
room("资讯", paths.information(), "information", "news");
room("开发中心", paths.devCenter(), "devcenter");
room("高校人才", paths.universityTalents(), "universitytalents");
room("标签", paths.tags(), "tags", "tag");
room("个人中心", paths.personal("posts"), "personalcenter");
room("我的建议与投诉", paths.myAdvice(), "suggestion");

/** The area of an address by its first part; null for the forum and for unknown addresses. */
export function roomOf(pathname: string): { name: string; path: string } | null {
  const [first = ""] = pathname
    .toLowerCase()
    .split(/[/?#]/)
    .filter((part) => part !== "" && part !== "h5");
  return Object.hasOwn(rooms, first) ? (rooms[first] ?? null) : null;
}
