import type { Screen, ShellName } from "../../app/navigation/screens";

/** The value of `:id` in a screen's path. */
function idOf({ path }: Screen): string {
  if (path.startsWith("/legalNotices")) return "privacyPolicy";
  if (/^\/trainingClass\/(?:details|learners|videos)/.test(path)) return "101";
  if (path.startsWith("/trainingClass/attempts")) return "ATTEMPT";
  if (path.startsWith("/trainingClass/lessons")) return "10101";
  if (path.startsWith("/personalCenter/lists")) return "THELIST";
  if (path.startsWith("/resources/details")) return "2101001";
  // A document with two versions.
  if (path.startsWith("/resources/changes")) return "2101018";
  if (path.startsWith("/eventActivities")) return "4";
  return path.startsWith("/products") ? "110101" : "1";
}

const queries = (tid: number): Record<string, string> => ({
  "/postDetail": `?tid=${tid}`,
  "/moderator/replies": `?tid=${tid}`,
  "/protocol": "?cid=legal-policy",
  "/userhomepage": "?uid=1",
  "/registEntry": "?id=4",
  "/activity/activityHome": "?id=4",
  "/activity/Mactivity": "?id=4",
  // One activity that guests can sign up for, and one whose form asks for everything.
  "/activity/activityRegister": "?id=4",
  "/activity/Mregister": "?id=1",
  "/lists/add": "?kind=product&ids=110101&number=WS63V100-Q40",
  "/lists/keep": `?address=${encodeURIComponent("/search?q=Wi-Fi")}`,
  "/activity/team": "?id=1",
  "/activity/work": "?id=1",
});

/** A screen's address with ids of the demo in its parameters, and with this topic where it shows one. */
export function screenAddress(screen: Screen, shell: ShellName, tid: number): string {
  const path = screen.path
    .replace(":fid", "101")
    .replace(":thread", `thread-${tid}-1-1.html`)
    .replace(":number", "EOL-2025-001")
    .replace(":kind/:key", "news/1")
    .replace(":kind", "notices")
    .replace(":id", idOf(screen))
    .replace(":key", "THEKEY")
    .replace(":signup", "SIGNUP")
    .replace("*", "list");
  return `${shell === "h5" ? "/h5" : ""}${path}${queries(tid)[screen.path] ?? ""}`;
}

/** Screens that only the owner of their subject sees: their own tests create one. */
export const ownScreens = [
  ...["/posting/post", "/suggestion/mine/:number", "/moderator/batch"],
  ...["/activity/activityQrCode", "/activity/proof/:key", "/personalCenter/lists/:id", "/lists/shared/:key"],
  ...["/trainingClass/attempts/:id", "/trainingClass/certificates/:number", "/trainingClass/learners/:id"],
  "/trainingClass/videos/:id",
  // Only for an activity's own organisers: organising.test.ts tests them.
  ...["/activity/manage/:id", "/activity/manage/:id/signups/:signup"],
  ...["/activity/manage/:id/tasks", "/activity/manage/:id/works"],
];
