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
  path,
  file,
  query,
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
  endpoint("analytics/data-collection", "analytics/data-collection"),
  endpoint("analytics/ad-click", "analytics/ad-click"),
  endpoint("follow"),
  endpoint("collect"),
  endpoint("play"),
  // Whoever follows it is counted.
  endpoint("resources/download/:version", "download", [], { cache: "never" }),
  endpoint("reactions"),
  endpoint("reading", "reading", ["tid"]),
  endpoint("study/position", "training/position"),
  endpoint("study/answer", "training/answer"),
  endpoint("study/grades.csv", "training/grades", [], { cache: "never" }),
  endpoint("share/certificate/:code", "share/certificate-code"),
  endpoint("eventActivities/calendar.ics", "activities/calendar"),
  { ...endpoint("eventActivities/calendar/:file", "activities/calendar"), id: "activity-calendar" },
  endpoint("unread"),
  endpoint("people/card", "people/card", ["uid"], { cache: "never" }),
  endpoint("search/suggest", "search-suggest", ["q"], { cache: "never" }),
  editor("upload"),
  editor("recording"),
  editor("preview"),
  editor("draft"),
  editor("discard"),
  editor("session"),
  editor("people", ["text"]),
  editor("tags", ["text"]),
  editor("similar", ["title", "fid"]),
  // Kept by whoever draws it, and by everybody who asks; `v` makes another address of what changed.
  endpoint("og/:name", "share/topic-picture", ["v"], { cache: "never" }),
  endpoint(
    "moderator/log.csv",
    "moderation-log",
    ["operator", "action", "fid", "person", "batch", "since", "to"],
    { cache: "never" },
  ),
  // What the scanner at the entrance asks and hands over.
  endpoint("check-in", "check-in/check-in"),
  endpoint("check-in/scans", "check-in/scans"),
  endpoint("activity/manage/:id/signups.csv", "organising/signup-table", [], { cache: "never" }),
  endpoint("preferences"),
  endpoint("profile/options", "people/profile-options", ["kind", "parent"]),
  endpoint("profile/nickname", "people/nickname", ["nickname"]),
  endpoint("gateway/*", "gateway", "all"),
  endpoint("healthz", "health"),
  endpoint("site.webmanifest", "manifest"),
  endpoint("feeds/*", "syndication/feed"),
  endpoint("products/table.csv", "product-table", [
    ...["id", "order", "state", "kind", "package", "temperature", "p.*"],
  ]),
  endpoint("share/topic/:code", "share/topic-code"),
  endpoint("robots.txt", "syndication/robots"),
  { ...endpoint("sitemap.xml", "syndication/sitemap", "all"), id: "sitemap-index" },
  { ...endpoint("sitemaps/*", "syndication/sitemap", "all"), id: "sitemap" },
];
