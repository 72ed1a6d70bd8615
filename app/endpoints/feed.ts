import type { CallInput, CallResponse } from "contract";
import { id } from "contract/base/fields";
import { element, type Xml, xmlDocument } from "~/format/xml";
import { paths } from "~/navigation/paths";
import { type Answer, publicAnswer } from "~/request/public-answer.server";
import type { Scope } from "~/request/scope.server";

type Feed = CallResponse<"feedTopics">;
type FeedTopic = Feed["topics"][number];
type Kind = NonNullable<CallInput<"feedTopics">["kind"]>;

/** What the address names: all.atom, section/{fid}.atom, tag/{id}.atom, user/{uid}.atom. */
function readAddress(address = ""): { kind: Kind; target?: number } | null {
  if (address === "all.atom") return { kind: "all" };
  const match = /^(section|tag|user)\/([1-9]\d{0,9})\.atom$/.exec(address);
  const target = id.safeParse(match?.[2]);
  return match && target.success ? { kind: match[1] as Kind, target: target.data } : null;
}

const titles: Record<Kind, (name: string) => string> = {
  all: () => "全部帖子",
  section: (name) => `${name}的新帖`,
  tag: (name) => `#${name} 的新帖`,
  user: (name) => `${name}的帖子`,
};
const pages: Record<Kind, (target: number) => string> = {
  all: () => paths.forum(),
  section: paths.section,
  tag: paths.tag,
  user: paths.user,
};

/**
 * The addresses in our own rendered HTML, made absolute: readers show it far from here. Texts stay as they
 * are.
 */
function withOrigin(html: string, origin: string): string {
  return html.replace(/<[a-z](?:[^>"]|"[^"]*")*>/g, (tag) =>
    tag.replace(/ (src|href)="(?=\/(?!\/))/g, ` $1="${origin}`),
  );
}

function entry(
  { tid, title, section, author, tags, html, createdAt, updatedAt }: FeedTopic,
  origin: string,
): Xml {
  const address = origin + paths.topic(tid);
  return element(
    "entry",
    {},
    element("id", {}, address),
    element("title", {}, title),
    element("link", { rel: "alternate", type: "text/html", href: address }),
    element("published", {}, createdAt),
    element("updated", {}, updatedAt),
    element(
      "author",
      {},
      element("name", {}, author.nickName),
      element("uri", {}, origin + paths.user(author.uid)),
    ),
    element("category", { term: section.name, scheme: `${origin}/forum` }),
    ...tags.map(({ name }) => element("category", { term: name, scheme: `${origin}/tags` })),
    html === "" ? null : element("content", { type: "html", "xml:base": address }, withOrigin(html, origin)),
  );
}

type News = CallResponse<"productNews">["entries"][number];

/** A version or a notice of a product. A version has no page of its own: its id is its resource's with its name. */
function newsEntry({ notice, pk_rm_resource, version, title, html, date }: News, origin: string): Xml {
  const address = origin + (notice === null ? paths.resource(pk_rm_resource ?? 0) : paths.notice(notice));
  const id = version === null ? address : `${address}#${encodeURIComponent(version)}`;
  return element(
    "entry",
    {},
    element("id", {}, id),
    element("title", {}, version === null ? title : `${title} ${version}`),
    element("link", { rel: "alternate", type: "text/html", href: address }),
    element("published", {}, moment(date)),
    element("updated", {}, moment(date)),
    element("category", { term: version === null ? "通知" : "新版本", scheme: `${origin}/products` }),
    html === "" ? null : element("content", { type: "html", "xml:base": address }, withOrigin(html, origin)),
  );
}

/** The beginning of a day in China, as a feed says it. */
const moment = (day: string) => `${day}T00:00:00+08:00`;

interface Feeding {
  self: string;
  /** What it lists, as of `paths`. */
  page: string;
  title: string;
  summary: string;
  updated: Date;
  entries: Xml[];
}

/** An Atom feed (RFC 4287). */
function atom(
  { origin, settings }: Pick<Scope, "origin" | "settings">,
  { self, page, title, summary, updated, entries }: Feeding,
): Answer {
  const feed = element(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "zh-CN" },
    element("id", {}, origin + self),
    element("title", {}, `${title} - ${settings.siteName}`),
    summary === "" ? null : element("subtitle", {}, summary),
    element("link", { rel: "self", type: "application/atom+xml", href: origin + self }),
    element("link", { rel: "alternate", type: "text/html", href: origin + page }),
    element("icon", {}, `${origin}/favicon.ico`),
    element("updated", {}, updated.toISOString()),
    element("author", {}, element("name", {}, settings.siteName), element("uri", {}, `${origin}/`)),
    ...entries,
  );
  return { type: "application/atom+xml", body: xmlDocument(feed), modified: updated };
}

/** The versions and notices of a product. */
async function productFeed(scope: Scope, target: number): Promise<Answer> {
  const { name, summary, entries } = await scope.publicGateway.call("productNews", { id: target });
  return atom(scope, {
    ...{ self: paths.productFeed(target), page: paths.product(target) },
    ...{ title: `${name} 的版本与通知`, summary },
    updated: new Date(Math.max(0, ...entries.map(({ date }) => Date.parse(moment(date))))),
    entries: entries.map((one) => newsEntry(one, scope.origin)),
  });
}

/** The newest topics with their texts, or what is new of a product. A permalink is an entry's id, for good. */
export const loader = publicAnswer(async ({ scope, params }) => {
  const product = id.safeParse(/^product\/([1-9]\d{0,9})\.atom$/.exec(params["*"] ?? "")?.[1]);
  if (product.success) return productFeed(scope, product.data);
  const asked = readAddress(params["*"]);
  if (!asked) return null;
  const { name, summary, topics } = await scope.publicGateway.call("feedTopics", asked);
  return atom(scope, {
    ...{ self: paths.feed(asked.kind, asked.target), page: pages[asked.kind](asked.target ?? 0) },
    ...{ title: titles[asked.kind](name), summary },
    // A feed has to say when it changed; an empty one never did.
    updated: new Date(Math.max(0, ...topics.map(({ updatedAt }) => Date.parse(updatedAt)))),
    entries: topics.map((topic) => entry(topic, scope.origin)),
  });
});
