import { areaId } from "./areas";
import { endpoints } from "./endpoints";
import { screenAt } from "./screen-at";
import { dialogsId, routeId } from "./screen-row";
import { shellOf } from "./shell-address";

/** Read around every screen: a policy dialog asked for by its address, and where somebody came from. */
const everywhere = ["policy", "view", "disclaimer", "from"];
/**
 * The ending of the address at which a client navigation asks for a page's data, and the routes that it asks
 * for.
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

/** The page's own path, of an address at which its data may be asked for. */
const pageOf = (pathname: string) =>
  dataEnding.test(pathname) ? pathname.replace(dataEnding, "").replace(/^\/_root$/, "/") : pathname;

/** Whether visitors share what stands at an address: its row may say that everyone is to be answered anew. */
export function isShared(address: string): boolean {
  const page = pageOf(address.split("?", 1)[0] ?? "");
  return (screenAt(page) ?? endpointAt(page))?.cache !== "never";
}

function namesAt(pathname: string): readonly string[] | "all" {
  const screen = screenAt(pathname);
  // An address that is no page may have moved, and what it asked for says where to.
  if (!screen) return endpointAt(pathname)?.query ?? "all";
  return screen.query === "all" ? "all" : [...everywhere, ...screen.query];
}

/** Whether a row declares a parameter: by its name, or by a beginning such as `p.*`. */
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
 * The asked routes that a page has, each once and in one order: so that they are not another way to ask for
 * the same without end.
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
 * The query with only what the address's screen or endpoint says it reads (`query` in the route tables), as
 * it was written. `search` begins with its question mark, or is empty.
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

/** A screen's address as its loader is given it. */
export function declaredUrl(url: URL): URL {
  const own = new URL(url);
  own.search = declaredSearch(url.pathname, url.search);
  return own;
}
