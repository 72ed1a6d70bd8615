import { createRequestHandler, type ServerBuild } from "@remix-run/node";

type Handle = ReturnType<typeof createRequestHandler>;
type Route = Pick<NonNullable<ServerBuild["routes"][string]>, "id" | "parentId" | "path" | "index">;
type Routes = Record<string, Route | undefined>;

/** The full path of a route, with the paths of its ancestors. */
function pathOf(routes: Routes, route: Route): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  const above = parent ? pathOf(routes, parent) : "";
  return [above, route.path ?? ""].filter(Boolean).join("/");
}

/** The prefix of the phone shell; its routes are grouped by the segment after it. */
const shellPrefix = "h5";

/**
 * The segment that routes are grouped by: the first one, after the shell's prefix, in lower case as the router matches.
 */
function firstOf(path: string): string {
  const [first = "", second = ""] = path.toLowerCase().split("/").filter(Boolean);
  return first === shellPrefix ? `${first}/${second}` : first;
}

/** The same for an address, decoded as the router decodes it. Requests for data have a page's address with `.data`. */
function firstOfAddress(pathname: string): string {
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  try {
    return firstOf(decodeURIComponent(page));
  } catch {
    return "";
  }
}

/** Whether a first segment is a fixed text; "/", parameters and splats are not. */
const isFixed = (first: string) => first !== "" && !/[:*?]/.test(first);

/** Tells which routes can match an address: the same set for all addresses of a group. */
export interface RouteGroups {
  groupAt(pathname: string): string;
  /** The ids of a group's routes and of all their ancestors. */
  idsOf(group: string): Set<string>;
}

/** Groups the leaf routes by their first segments; routes without a fixed one are in every group. */
export function groupRoutes(routes: Routes): RouteGroups {
  const all = Object.values(routes).flatMap((route) => route ?? []);
  const parents = new Set(all.map(({ parentId }) => parentId));
  const firsts = new Map(
    all.filter(({ id }) => !parents.has(id)).map((route) => [route.id, firstOf(pathOf(routes, route))]),
  );
  const groups = new Set([...firsts.values()].filter(isFixed));
  return {
    groupAt(pathname) {
      const first = firstOfAddress(pathname);
      return groups.has(first) ? first : "";
    },
    idsOf(group) {
      const ids = new Set<string>();
      for (const [id, first] of firsts) {
        if (first !== group && isFixed(first)) continue;
        for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) ids.add(at);
      }
      return ids;
    },
  };
}

/**
 * Remix's request handler ranks and compiles every route of its table several times for each request, which cost more
 * than rendering a page. Here each request goes to a handler with only the routes that can match, in the same order, so
 * the table may grow (docs/performance.md).
 */
export function createGroupedHandler(build: ServerBuild): Handle {
  const groups = groupRoutes(build.routes);
  const handlers = new Map<string, Handle>();

  function create(group: string): Handle {
    const ids = groups.idsOf(group);
    const pick = <Value>(all: Record<string, Value>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
    const assets = { ...build.assets, routes: pick(build.assets.routes) };
    return createRequestHandler({ ...build, routes: pick(build.routes), assets }, "production");
  }

  return (request, context) => {
    const group = groups.groupAt(new URL(request.url).pathname);
    const handle = handlers.get(group) ?? create(group);
    handlers.set(group, handle);
    return handle(request, context);
  };
}
