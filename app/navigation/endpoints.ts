/**
 * The addresses that are no screen, once: `routes.ts` mounts them, and visitors' answers are kept under these
 * queries alone.
 */
export interface Endpoint {
  path: string;
  /** Under app/endpoints/, without its ending. */
  file: string;
  /** The query parameters that it reads; `all` where it hands the query on, or where any is one too many. */
  query: readonly string[] | "all";
  id?: string;
  /** Everyone is answered anew: what visitors share is kept for some seconds. */
  cache?: "never";
}

const endpoint = (
  path: string,
  file = path,
  query: Endpoint["query"] = [],
  more: Partial<Endpoint> = {},
): Endpoint => ({
  ...{ path, file, query },
  ...more,
});
/** What the editor asks and saves while somebody types. */
const editor = (task: string, query: Endpoint["query"] = []) =>
  endpoint(`editor/${task}`, `editor/${task}`, query);

export const endpoints: Endpoint[] = [
  endpoint("login", "login", ["redirect"]),
  endpoint("logout", "logout", ["redirect"]),
  endpoint("privacy"),
  endpoint("traffic"),
  endpoint("follow"),
  endpoint("collect"),
  endpoint("play"),
  // Whoever follows it is counted.
  endpoint("resources/download/:version", "download", [], { cache: "never" }),
  endpoint("reactions"),
  endpoint("unread"),
  endpoint("search/suggest", "search-suggest", ["q"], { cache: "never" }),
  editor("upload"),
  editor("preview"),
  editor("draft"),
  editor("discard"),
  editor("session"),
  editor("people", ["text"]),
  editor("tags", ["text"]),
  endpoint("preferences"),
  endpoint("profile/options", "profile-options", ["kind", "parent"]),
  endpoint("profile/nickname", "nickname", ["nickname"]),
  endpoint("gateway/*", "gateway", "all"),
  endpoint("healthz", "health"),
  endpoint("site.webmanifest", "manifest"),
  endpoint("feeds/*", "syndication/feed"),
  endpoint("products/table.csv", "product-table", [
    ...["id", "order", "state", "kind", "package", "temperature", "p.*"],
  ]),
  endpoint("robots.txt", "syndication/robots"),
  { ...endpoint("sitemap.xml", "syndication/sitemap", "all"), id: "sitemap-index" },
  { ...endpoint("sitemaps/*", "syndication/sitemap", "all"), id: "sitemap" },
];
