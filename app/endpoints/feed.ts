import type { CallInput, CallResponse } from "contract";
import { id } from "contract/base/fields";
import { element, type Xml, xmlDocument } from "~/format/xml";
import { paths } from "~/navigation/paths";
import { publicAnswer } from "~/request/public-answer.server";

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

/** An Atom feed (RFC 4287) of the newest topics with their texts. A permalink is an entry's id, for good. */
export const loader = publicAnswer(async ({ scope, params }) => {
  const asked = readAddress(params["*"]);
  if (!asked) return null;
  const { name, summary, topics } = await scope.publicGateway.call("feedTopics", asked);
  const { origin, settings } = scope;
  const self = origin + paths.feed(asked.kind, asked.target);
  const title = `${titles[asked.kind](name)} - ${settings.siteName}`;
  // A feed has to say when it changed; an empty one never did.
  const updated = new Date(Math.max(0, ...topics.map(({ updatedAt }) => Date.parse(updatedAt))));
  const feed = element(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "zh-CN" },
    element("id", {}, self),
    element("title", {}, title),
    summary === "" ? null : element("subtitle", {}, summary),
    element("link", { rel: "self", type: "application/atom+xml", href: self }),
    element("link", {
      rel: "alternate",
      type: "text/html",
      href: origin + pages[asked.kind](asked.target ?? 0),
    }),
    element("icon", {}, `${origin}/favicon.ico`),
    element("updated", {}, updated.toISOString()),
    element("author", {}, element("name", {}, settings.siteName), element("uri", {}, `${origin}/`)),
    ...topics.map((topic) => entry(topic, origin)),
  );
  return { type: "application/atom+xml", body: xmlDocument(feed), modified: updated };
});
