/**
 * The table of all addresses that are not screens. `routes.ts` mounts them; the page cache uses only the declared
 * queries in its keys.
 */
export interface Endpoint {
  path: string;
  /** The file in app/endpoints/, without its ending. */
  file: string;
  /** The query parameters that it reads; `all` where it passes the query on, or refuses unknown ones itself. */
  query: readonly string[] | "all";
  id?: string;
  /** Never cached. Without it, visitors share an answer for some seconds. */
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
/** The filters of the tables of products. */
const productFilters = ["id", "order", "state", "kind", "package", "temperature", "p.*"];

/** Requests that the editor sends during typing. */
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
  // Not cached, because each download is counted.
  endpoint("resources/download/:version", "download", [], { cache: "never" }),
  endpoint("reactions"),
  endpoint("reading", "reading", ["tid"]),
  endpoint("study/position", "training/position"),
  endpoint("study/answer", "training/answer"),
  endpoint("study/:file", "training/own-file", ["course", "q"], { cache: "never" }),
  // Not in the page cache: holders get another file than others, and pictures are no text.
  endpoint("share/certificate/:code", "share/certificate", [], { cache: "never" }),
  endpoint("eventActivities/calendar.ics", "activities/calendar"),
  { ...endpoint("eventActivities/calendar/:file", "activities/calendar"), id: "activity-calendar" },
  endpoint("trainingClass/lives/:file", "training/lives-calendar"),
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
  // Not in the page cache: the drawing is stored once it is made, and browsers keep it. `v` changes with the content.
  endpoint("og/:name", "share/topic-picture", ["v"], { cache: "never" }),
  endpoint(
    "moderator/log.csv",
    "moderation/log-table",
    ["operator", "action", "fid", "person", "batch", "since", "to"],
    { cache: "never" },
  ),
  endpoint(
    "moderator/numbers.csv",
    "moderation/numbers-table",
    ["of", "days", "since", "to", "source", "id", "by"],
    { cache: "never" },
  ),
  endpoint("moderator/content/table", "moderation/content-table", ["class", "as"], { cache: "never" }),
  endpoint(
    "moderator/members.csv",
    "moderation/member-table",
    [
      ...["user", "since", "to", "seenSince", "seenTo", "postsMin", "postsMax", "record", "fid", "role"],
      ...["type", "province", "city", "table", "contacts"],
    ],
    { cache: "never" },
  ),
  endpoint("see-as/end", "moderation/end-see-as"),
  endpoint("banner/close", "close-banner"),
  // Requests of the scanner at the entrance of an event.
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
  endpoint("products/table.csv", "product-table", productFilters),
  // A workbook is no text, and the page cache keeps texts.
  endpoint("products/table.xlsx", "product-workbook", productFilters, { cache: "never" }),
  endpoint("lists/:id/table.csv", "own-lists/table", [], { cache: "never" }),
  endpoint("lists/:id/table.xlsx", "own-lists/workbook", [], { cache: "never" }),
  endpoint("share/topic/:code", "share/topic-code"),
  endpoint("robots.txt", "syndication/robots"),
  { ...endpoint("sitemap.xml", "syndication/sitemap", "all"), id: "sitemap-index" },
  { ...endpoint("sitemaps/*", "syndication/sitemap", "all"), id: "sitemap" },
];
