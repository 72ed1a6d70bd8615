import { areaId } from "./areas";
import { endpoints } from "./endpoints";
import { screenAt } from "./screen-at";
import { dialogsId, routeId } from "./screen-row";
import { shellOf } from "./shell-address";

/** Queries that every page reads: those of the policy dialog, and the previous page. */
const everywhere = ["policy", "view", "disclaimer", "from"];
/**
 * A client navigation loads a page's data from the page's address with this ending, and names the routes in this
 * query.
 */
const dataEnding = /\.data$/;
const routesName = "_routes";

const endpointPatterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(
    `^/${endpoint.path.replaceAll(".", "\\.").replace("*", ".*").replace(/:\w+/g, "[^/]+")}/*$`,
    "i",
  ),
}));

const endpointAt = (pathname: string) =>
  endpointPatterns.find(({ pattern }) => pattern.test(pathname))?.endpoint;

/** The path of the page, given the address of the page or of its data. */
const pageOf = (pathname: string) =>
  dataEnding.test(pathname) ? pathname.replace(dataEnding, "").replace(/^\/_root$/, "/") : pathname;

/** The secrets of previews, which show what is being written to whoever has the address. */
const secretNames = ["preview", "draft"];

/**
 * Whether visitors share the answers of an address; its row can forbid that by `cache: "never"`, and the address of a
 * preview does.
 */
export function isShared(address: string): boolean {
  const [path = "", search = ""] = address.split("?", 2);
  const page = pageOf(path);
  const names = namesAt(page);
  const secrets = names === "all" ? secretNames : secretNames.filter((name) => names.includes(name));
  if (search.split("&").some((piece) => secrets.includes(nameOf(piece)))) return false;
  return (screenAt(page) ?? endpointAt(page))?.cache !== "never";
}

function namesAt(pathname: string): readonly string[] | "all" {
  const screen = screenAt(pathname);
  // An unknown address may be one that has moved, and its redirect may depend on the query: keep all of it.
  if (!screen) return endpointAt(pathname)?.query ?? "all";
  return screen.query === "all" ? "all" : [...everywhere, ...screen.query];
}

/** Whether a row declares a parameter: by its whole name, or by a prefix such as `p.*`. */
const declares = (names: readonly string[], query: string) =>
  names.some((name) => name === query || (name.endsWith("*") && query.startsWith(name.slice(0, -1))));

function nameOf(piece: string): string {
  const name = piece.split("=", 1)[0] ?? "";
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

/**
 * Those of the requested routes that the page really has, without repetition and in a fixed order: otherwise one page
 * would have endless cache keys.
 */
function declaredRoutes(page: string, value: string): string {
  const shell = shellOf(page);
  const screen = screenAt(page);
  const own = [
    "root",
    shell,
    ...(screen?.area ? [areaId(shell, screen.area)] : []),
    screen ? routeId(shell, screen) : `${shell}:*`,
    ...(screen?.dialogs ? [dialogsId(shell, screen)] : []),
  ];
  const routeIds = new Set(new URLSearchParams(`v=${value}`).get("v")?.split(","));
  return own.filter((id) => routeIds.has(id)).join(",");
}

/**
 * The query reduced to the parameters that the screen or endpoint declares (`query` in the route tables), unchanged
 * otherwise. `search` begins with its question mark, or is empty.
 */
export function declaredSearch(pathname: string, search: string): string {
  if (search.length < 2) return "";
  const isData = dataEnding.test(pathname);
  const page = pageOf(pathname);
  const names = namesAt(page);
  const declared = search
    .slice(1)
    .split("&")
    .flatMap((piece) => {
      const name = nameOf(piece);
      if (isData && name === routesName) {
        const routes = declaredRoutes(page, piece.slice(piece.indexOf("=") + 1));
        return routes ? [`${routesName}=${encodeURIComponent(routes)}`] : [];
      }
      return names === "all" || declares(names, name) ? [piece] : [];
    });
  return declared.length > 0 ? `?${declared.join("&")}` : "";
}

/** A screen's address with only its declared parameters, as its loader gets it. */
export function declaredUrl(url: URL): URL {
  const own = new URL(url);
  own.search = declaredSearch(url.pathname, url.search);
  return own;
}
