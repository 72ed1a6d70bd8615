import { contract } from "contract";
import { type Call, wirePaths } from "contract/base/call";
import {
  activityFilesPrefix,
  attachmentsPrefix,
  downloadsPrefix,
  filesPrefix,
  gatewayPrefix,
  mediaPrefix,
  signInPath,
} from "contract/base/wire";
import { LRUCache } from "lru-cache";
import { endpoints } from "../../app/navigation/endpoints";
import { screenAt } from "../../app/navigation/screen-at";
import { shellOf } from "../../app/navigation/shell-address";

/** The route of every unknown address, so that made-up addresses cannot fill the log and the metrics. */
const otherRoute = "*";
/** The files of the build. */
export const fileRoute = "/assets/*";

const calls = new Set(Object.values(contract as Record<string, Call>).flatMap(wirePaths));
const gatewayRoutes = [
  activityFilesPrefix,
  attachmentsPrefix,
  downloadsPrefix,
  filesPrefix,
  mediaPrefix,
  `${signInPath}/`,
  `${gatewayPrefix}/exports/`,
  `${gatewayPrefix}/`,
];
const endpointPatterns = endpoints.map(({ path }) => ({
  path: `/${path}`,
  pattern: new RegExp(
    `^/${path
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\/?\*$/, "(?:/.*)?")
      .replace(/:[a-z]+/gi, "[^/]+")}/*$`,
    "i",
  ),
}));

/** A few addresses get nearly all requests; made-up ones evict each other. */
const knownRoutes = new LRUCache<string, string>({ max: 2_000 });

function find(pathname: string): string {
  if (pathname.startsWith(`${gatewayPrefix}/`)) {
    if (calls.has(pathname)) return pathname;
    const prefix = gatewayRoutes.find((each) => pathname.startsWith(each)) ?? "/";
    return prefix === `${gatewayPrefix}/` && /^[a-z-]{1,20}$/.test(pathname.slice(prefix.length))
      ? gatewayPage(pathname)
      : `${prefix}*`;
  }
  if (pathname.startsWith("/assets/")) return fileRoute;
  if (pathname === "/readyz") return pathname;
  // Data for scripts belongs to a page.
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  const screen = screenAt(page);
  if (screen) return shellOf(page) === "h5" ? `/h5${screen.path}` : screen.path;
  return endpointPatterns.find(({ pattern }) => pattern.test(page))?.path ?? otherRoute;
}

/** The gateway's own pages, by name. */
const gatewayPages = new Set([
  "healthz",
  "readyz",
  "signin",
  "register",
  "reset",
  "outbox",
  "logout",
  "banned",
]);
const gatewayPage = (pathname: string) =>
  gatewayPages.has(pathname.slice(gatewayPrefix.length + 1)) ? pathname : `${gatewayPrefix}/*`;

/** The pattern of an address, such as `/user/:uid`: one of a few hundred, whatever the address is. */
export function routeOf(address: string): string {
  const at = address.indexOf("?");
  const pathname = at === -1 ? address : address.slice(0, at);
  let route = knownRoutes.get(pathname);
  if (route === undefined) {
    route = find(pathname);
    knownRoutes.set(pathname, route);
  }
  return route;
}
