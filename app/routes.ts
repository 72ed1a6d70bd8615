import { layout, type RouteConfig, route } from "@remix-run/route-config";
import { routeId, type ShellName, screens } from "./screens";

/**
 * The screens of one shell. Paths are relative to the shell's prefix; the same file serves both. Screens that are not built
 * yet have no route of their own: the one for every other address shows them, or each page would carry their names.
 */
function mount(shell: ShellName, prefix: string) {
  return screens
    .filter((screen) => !screen.underConstruction && (!screen.only || screen.only === shell))
    .map((screen) => route(`${prefix}${screen.path}`.replace(/^\/|\/$/g, ""), screen.file, { id: routeId(shell, screen) }));
}

/** Spec 2.1's route table: every screen twice, and the few addresses that have no page of their own. */
export default [
  layout("shells/desktop.tsx", { id: "desktop" }, [...mount("desktop", ""), route("*", "screens/other-address.tsx", { id: "desktop:*" })]),
  layout("shells/h5.tsx", { id: "h5" }, [...mount("h5", "h5"), route("h5/*", "screens/other-address.tsx", { id: "h5:*" })]),
  route("login", "endpoints/login.ts"),
  route("logout", "endpoints/logout.ts"),
  route("privacy", "endpoints/privacy.ts"),
  route("traffic", "endpoints/traffic.ts"),
  route("follow", "endpoints/follow.ts"),
  route("reactions", "endpoints/reactions.ts"),
  route("unread", "endpoints/unread.ts"),
  route("search/suggest", "endpoints/search-suggest.ts"),
  route("editor/upload", "endpoints/editor/upload.ts"),
  ...["preview", "draft", "discard", "session", "people", "tags"].map((task) => route(`editor/${task}`, `endpoints/editor/${task}.ts`)),
  route("preferences", "endpoints/preferences.ts"),
  route("profile/options", "endpoints/profile-options.ts"),
  route("gateway/*", "endpoints/gateway.ts"),
  route("healthz", "endpoints/health.ts"),
  route("site.webmanifest", "endpoints/manifest.ts"),
  route("feeds/*", "endpoints/feed.ts"),
  route("robots.txt", "endpoints/robots.ts"),
  route("sitemap.xml", "endpoints/sitemap.ts", { id: "sitemap-index" }),
  route("sitemaps/*", "endpoints/sitemap.ts", { id: "sitemap" }),
] satisfies RouteConfig;
