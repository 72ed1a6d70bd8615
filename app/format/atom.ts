import { withSources } from "contract/base/plain-text";
import { element, type Xml, xmlDocument } from "./xml";

/** An entry of a feed. Its address is also its permanent id. */
export interface FeedEntry {
  address: string;
  title: string;
  published: string;
  updated: string;
  author: { name: string; uri: string };
  categories: { term: string; scheme: string }[];
  /** A short text, if there is one. */
  summary?: string;
  /** Our own sanitised HTML; empty to leave it out. */
  html: string;
}

interface Feed {
  origin: string;
  siteName: string;
  /** The path of the feed, and of the page with the same content. */
  self: string;
  page: string;
  title: string;
  subtitle?: string;
  entries: FeedEntry[];
}

/** Makes the addresses in our own rendered HTML absolute, because feed readers show it on other sites. */
function withOrigin(html: string, origin: string): string {
  return html.replace(/<[a-z](?:[^>"]|"[^"]*")*>/g, (tag) =>
    tag.replace(/ (src|href)="(?=\/(?!\/))/g, ` $1="${origin}`),
  );
}

function entryElement(
  { address, title, published, updated, author, categories, summary = "", html }: FeedEntry,
  origin: string,
): Xml {
  return element(
    "entry",
    {},
    element("id", {}, address),
    element("title", {}, title),
    element("link", { rel: "alternate", type: "text/html", href: address }),
    element("published", {}, published),
    element("updated", {}, updated),
    element("author", {}, element("name", {}, author.name), element("uri", {}, author.uri)),
    ...categories.map((category) => element("category", { ...category })),
    summary === "" ? null : element("summary", {}, summary),
    html === ""
      ? null
      : element("content", { type: "html", "xml:base": address }, withOrigin(withSources(html), origin)),
  );
}

/** An Atom feed (RFC 4287), and when it last changed: a feed needs a date, so an empty one has 1970. */
export function atomFeed({ origin, siteName, self, page, title, subtitle = "", entries }: Feed): {
  type: string;
  body: string;
  modified: Date;
} {
  const modified = new Date(Math.max(0, ...entries.map(({ updated }) => Date.parse(updated))));
  const feed = element(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "zh-CN" },
    element("id", {}, origin + self),
    element("title", {}, `${title} - ${siteName}`),
    subtitle === "" ? null : element("subtitle", {}, subtitle),
    element("link", { rel: "self", type: "application/atom+xml", href: origin + self }),
    element("link", { rel: "alternate", type: "text/html", href: origin + page }),
    element("icon", {}, `${origin}/favicon.ico`),
    element("updated", {}, modified.toISOString()),
    element("author", {}, element("name", {}, siteName), element("uri", {}, `${origin}/`)),
    ...entries.map((entry) => entryElement(entry, origin)),
  );
  return { type: "application/atom+xml", body: xmlDocument(feed), modified };
}
