import type { CallInput, CallResponse } from "contract";
import { id } from "contract/base/fields";
import { midnightOf } from "contract/base/time";
import { atomFeed, type FeedEntry } from "~/format/atom";
import { paths } from "~/navigation/paths";
import { type Answer, publicAnswer } from "~/request/public-answer.server";
import type { Scope } from "~/request/scope.server";

type Feed = CallResponse<"feedTopics">;
type FeedTopic = Feed["topics"][number];
type Kind = NonNullable<CallInput<"feedTopics">["kind"]>;

/** Parses the address: all.atom, section/{fid}.atom, tag/{id}.atom, user/{uid}.atom. */
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

/** A topic as a feed entry; its permalink is its permanent id. */
function topicEntry(
  { tid, title, section, author, tags, html, createdAt, updatedAt }: FeedTopic,
  origin: string,
): FeedEntry {
  return {
    address: origin + paths.topic(tid),
    title,
    published: createdAt,
    updated: updatedAt,
    html,
    author: { name: author.nickName, uri: origin + paths.user(author.uid) },
    categories: [
      { term: section.name, scheme: `${origin}/forum` },
      ...tags.map(({ name }) => ({ term: name, scheme: `${origin}/tags` })),
    ],
  };
}

type ProductNews = CallResponse<"productNews">["entries"][number];

/**
 * A version or a notice of a product. A version has no page: its id is its resource's address with the version's
 * name.
 */
function productEntry(
  { notice, pk_rm_resource, version, title, html, date }: ProductNews,
  { origin, settings }: Pick<Scope, "origin" | "settings">,
): FeedEntry {
  const address = origin + (notice === null ? paths.resource(pk_rm_resource ?? 0) : paths.notice(notice));
  return {
    address: version === null ? address : `${address}#${encodeURIComponent(version)}`,
    title: version === null ? title : `${title} ${version}`,
    published: midnightOf(date),
    updated: midnightOf(date),
    html,
    author: { name: settings.siteName, uri: `${origin}/` },
    categories: [{ term: version === null ? "通知" : "新版本", scheme: `${origin}/products` }],
  };
}

/** The versions and notices of a product. */
async function productFeed(scope: Scope, target: number): Promise<Answer> {
  const { name, summary, entries } = await scope.publicGateway.call("productNews", { id: target });
  return atomFeed({
    origin: scope.origin,
    siteName: scope.settings.siteName,
    self: paths.productFeed(target),
    page: paths.product(target),
    title: `${name} 的版本与通知`,
    subtitle: summary,
    entries: entries.map((one) => productEntry(one, scope)),
  });
}

/** The newest news of all categories or of one. */
async function newsFeed(scope: Scope, id: number | undefined): Promise<Answer> {
  const { category, news } = await scope.publicGateway.call("feedNews", id === undefined ? {} : { id });
  const { origin, settings } = scope;
  return atomFeed({
    origin,
    siteName: settings.siteName,
    self: paths.newsFeed(id),
    page: paths.information(id),
    title: category?.name ?? "资讯",
    entries: news.map((row) => ({
      address: origin + paths.news(row.id),
      title: row.title,
      published: row.date,
      updated: row.updatedAt,
      author: { name: settings.siteName, uri: `${origin}/` },
      categories: [{ term: row.category.name, scheme: origin + paths.information() }],
      summary: row.summary,
      html: row.html,
    })),
  });
}

/** The Atom feeds: newest topics, news, and a product's versions and notices, with their full texts. */
export const loader = publicAnswer(async ({ scope, params }) => {
  const address = params["*"];
  const ofNews = /^news(?:\/([1-9]\d{0,8}))?\.atom$/.exec(address ?? "");
  if (ofNews) return newsFeed(scope, ofNews[1] === undefined ? undefined : Number(ofNews[1]));
  const product = id.safeParse(/^product\/([1-9]\d{0,9})\.atom$/.exec(address ?? "")?.[1]);
  if (product.success) return productFeed(scope, product.data);
  const target = readAddress(address);
  if (!target) return null;
  const { name, summary, topics } = await scope.publicGateway.call("feedTopics", target);
  const { origin, settings } = scope;
  return atomFeed({
    origin,
    siteName: settings.siteName,
    self: paths.feed(target.kind, target.target),
    page: pages[target.kind](target.target ?? 0),
    title: titles[target.kind](name),
    subtitle: summary,
    entries: topics.map((topic) => topicEntry(topic, origin)),
  });
});
