import type { CallInput, CallResponse } from "contract";
import { id } from "contract/base/fields";
import { atomFeed, type FeedEntry } from "~/format/atom";
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

/** A topic as an entry: its permalink is its id, for good. */
function topicEntry(
  { tid, title, section, author, tags, html, createdAt, updatedAt }: FeedTopic,
  origin: string,
): FeedEntry {
  return {
    ...{ address: origin + paths.topic(tid), title, published: createdAt, updated: updatedAt, html },
    author: { name: author.nickName, uri: origin + paths.user(author.uid) },
    categories: [
      { term: section.name, scheme: `${origin}/forum` },
      ...tags.map(({ name }) => ({ term: name, scheme: `${origin}/tags` })),
    ],
  };
}

/** The newest news, of everything or of one category. */
async function newsFeed(scope: Scope, id: number | undefined): Promise<Answer> {
  const { category, news } = await scope.publicGateway.call("feedNews", id === undefined ? {} : { id });
  const { origin, settings } = scope;
  return atomFeed({
    ...{ origin, siteName: settings.siteName },
    ...{ self: paths.newsFeed(id), page: paths.information(id), title: category?.name ?? "资讯" },
    entries: news.map((row) => ({
      ...{ address: origin + paths.news(row.id), title: row.title, published: row.date },
      updated: row.updatedAt,
      author: { name: settings.siteName, uri: `${origin}/` },
      categories: [{ term: row.category.name, scheme: origin + paths.information() }],
      ...{ summary: row.summary, html: row.html },
    })),
  });
}

/** The Atom feeds of the newest topics, and of news, with their texts. */
export const loader = publicAnswer(async ({ scope, params }) => {
  const address = params["*"];
  const ofNews = /^news(?:\/([1-9]\d{0,8}))?\.atom$/.exec(address ?? "");
  if (ofNews) return newsFeed(scope, ofNews[1] === undefined ? undefined : Number(ofNews[1]));
  const asked = readAddress(address);
  if (!asked) return null;
  const { name, summary, topics } = await scope.publicGateway.call("feedTopics", asked);
  const { origin, settings } = scope;
  return atomFeed({
    ...{ origin, siteName: settings.siteName, self: paths.feed(asked.kind, asked.target) },
    ...{ page: pages[asked.kind](asked.target ?? 0), title: titles[asked.kind](name), subtitle: summary },
    entries: topics.map((topic) => topicEntry(topic, origin)),
  });
});
