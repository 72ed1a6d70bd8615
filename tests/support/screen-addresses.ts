import type { Screen, ShellName } from "../../app/navigation/screens";

/** What stands for `:id` in a screen's path. */
function idOf({ path }: Screen): string {
  if (path.startsWith("/legalNotices")) return "privacyPolicy";
  if (path.startsWith("/resources/details")) return "2101001";
  return path.startsWith("/products") ? "110101" : "1";
}

const queries = (tid: number): Record<string, string> => ({
  "/postDetail": `?tid=${tid}`,
  "/protocol": "?cid=legal-policy",
  "/userhomepage": "?uid=1",
});

/** A screen's address with something of the demo in its parameters, and this topic where it shows one. */
export function screenAddress(screen: Screen, shell: ShellName, tid: number): string {
  const path = screen.path
    .replace(":fid", "101")
    .replace(":thread", `thread-${tid}-1-1.html`)
    .replace(":number", "EOL-2025-001")
    .replace(":id", idOf(screen))
    .replace("*", "list");
  return `${shell === "h5" ? "/h5" : ""}${path}${queries(tid)[screen.path] ?? ""}`;
}

/** Shown to whoever wrote what it is about: their own tests have something. */
export const ownScreens = ["/posting/post", "/suggestion/mine/:number"];
