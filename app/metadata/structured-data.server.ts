import type { CallResponse } from "contract";
import { pageSize } from "contract/base/constants";
import { excerpt } from "contract/base/plain-text";
import type { Person } from "contract/base/shapes";
import { questionClass } from "contract/forum/constants";
import type { FloorPost } from "contract/forum/shapes";
import type { AuthorCard } from "contract/people/calls";
import type {
  Answer,
  BreadcrumbList,
  Comment,
  DiscussionForumPosting,
  InteractionCounter,
  NewsArticle,
  Organization,
  Person as PersonData,
  ProfilePage,
  QAPage,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from "schema-dts";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

/** The parts of the scope that these functions need. */
type Site = Pick<Scope, "origin" | "settings">;
type TopicDetail = Omit<CallResponse<"topicDetail">, "authors" | "lastReplier">;

/** The most characters of texts, and replies of a page: what search engines show, and what fits in a page of 15 KB. */
const textLength = 160;
const replyTextLength = 80;
const repliesMax = 10;

function personData({ origin }: Site, { uid, nickName }: Pick<Person, "uid" | "nickName">): PersonData {
  return { "@type": "Person", name: nickName, url: origin + paths.user(uid) };
}

function counter(
  interactionType: "LikeAction" | "CommentAction" | "ViewAction" | "WriteAction" | "FollowAction",
  count: number,
) {
  const data: InteractionCounter = {
    "@type": "InteractionCounter",
    interactionType: { "@type": interactionType },
    userInteractionCount: count,
  };
  return data;
}

/** The breadcrumbs from the forum's front page to a page; each step has a path of `paths`. */
export function breadcrumbData({ origin }: Site, steps: { name: string; path: string }[]): BreadcrumbList {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** The site with its search, for entry pages. */
export function siteData({ origin, settings }: Site): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${origin}${paths.search()}?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  };
  return {
    "@type": "WebSite",
    name: settings.siteName,
    url: `${origin}/`,
    inLanguage: "zh-CN",
    potentialAction: search,
  };
}

/** The owner of the site, for its home page and as the publisher of its news. */
export function organizationData({ origin, settings }: Site): Organization {
  return {
    "@type": "Organization",
    name: settings.siteName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  };
}

/** A piece of news, with its breadcrumbs. */
export function newsData(
  site: Site,
  { id, title, summary, category, date, updatedAt, cover }: CallResponse<"informationDetail">["data"],
): (NewsArticle | BreadcrumbList)[] {
  const article: NewsArticle = {
    "@type": "NewsArticle",
    headline: title,
    description: summary,
    url: site.origin + paths.news(id),
    mainEntityOfPage: site.origin + paths.news(id),
    datePublished: date,
    dateModified: updatedAt,
    articleSection: category.name,
    inLanguage: "zh-CN",
    author: organizationData(site),
    publisher: organizationData(site),
    ...(cover ? { image: site.origin + (cover.sources.at(-1)?.url ?? cover.url) } : {}),
  };
  return [
    article,
    breadcrumbData(site, [
      { name: "首页", path: paths.home() },
      { name: "资讯", path: paths.information() },
      { name: category.name, path: paths.information(category.id) },
      { name: title, path: paths.news(id) },
    ]),
  ];
}

/** A member's home page. */
export function profileData(site: Site, card: AuthorCard): ProfilePage {
  const { intro, icon, topics, posts, followers, joinedAt } = card;
  return {
    "@type": "ProfilePage",
    dateCreated: joinedAt,
    mainEntity: {
      ...(personData(site, card) as Exclude<PersonData, string>),
      identifier: String(card.uid),
      ...(intro ? { description: intro } : {}),
      ...(icon ? { image: site.origin + icon } : {}),
      agentInteractionStatistic: counter("WriteAction", Math.max(topics, posts)),
      interactionStatistic: counter("FollowAction", followers),
    } as PersonData,
  };
}

type Reply = Pick<FloorPost, "pid" | "floor" | "author" | "html" | "createdAt" | "likes">;

/** The posts of the page that everyone may read, without floor 1. */
function shownReplies(topic: TopicDetail): FloorPost[] {
  return topic.floors.filter(({ floor, html, deleted }) => floor > 1 && !deleted && html !== "");
}

/** The properties of both answers and comments. */
function postProperties(
  site: Site,
  topic: TopicDetail,
  { pid, floor, html, author, createdAt, likes }: Reply,
) {
  return {
    text: excerpt(html, replyTextLength),
    url: site.origin + paths.topic(topic.tid, { page: Math.ceil(floor / pageSize), pid }),
    author: personData(site, author),
    datePublished: createdAt,
    upvoteCount: likes,
  };
}

/** The beginning of the topic's text; empty on pages without floor 1. */
export function topicSummary(topic: Pick<TopicDetail, "floors">): string {
  const first = topic.floors.find(({ floor }) => floor === 1);
  return first ? excerpt(first.html, textLength) : "";
}

/**
 * A topic's page with its breadcrumbs: a question with the page's answers if it has some, otherwise a posting with
 * comments. Long texts are cut.
 */
export function topicData(
  site: Site,
  topic: TopicDetail,
): (QAPage | DiscussionForumPosting | BreadcrumbList)[] {
  const trail = breadcrumbData(site, [
    { name: "技术论坛", path: paths.forum() },
    { name: topic.section.name, path: paths.section(topic.section.fid) },
    { name: topic.title, path: paths.topic(topic.tid) },
  ]);
  const replies = shownReplies(topic);
  const isQuestion = topic.topicClass?.name === questionClass || topic.answer !== null;
  return [
    isQuestion && replies.length > 0 ? questionData(site, topic, replies) : postingData(site, topic, replies),
    trail,
  ];
}

function questionData(site: Site, topic: TopicDetail, replies: FloorPost[]): QAPage {
  const answer = (post: Reply): Answer => ({ "@type": "Answer", ...postProperties(site, topic, post) });
  const accepted = topic.answer ?? replies.find((post) => post.accepted);
  const suggested = replies.filter(({ pid }) => pid !== accepted?.pid).slice(0, repliesMax);
  return {
    "@type": "QAPage",
    mainEntity: {
      "@type": "Question",
      name: topic.title,
      text: topicSummary(topic) || topic.title,
      url: site.origin + paths.topic(topic.tid),
      author: personData(site, topic.author),
      datePublished: topic.createdAt,
      upvoteCount: topic.likes,
      answerCount: topic.replies,
      ...(accepted ? { acceptedAnswer: answer(accepted) } : {}),
      ...(suggested.length > 0 ? { suggestedAnswer: suggested.map(answer) } : {}),
    },
  };
}

function postingData(site: Site, topic: TopicDetail, replies: FloorPost[]): DiscussionForumPosting {
  const comments = replies
    .slice(0, repliesMax)
    .map((post): Comment => ({ "@type": "Comment", ...postProperties(site, topic, post) }));
  return {
    "@type": "DiscussionForumPosting",
    headline: topic.title,
    text: topicSummary(topic) || topic.title,
    url: site.origin + paths.topic(topic.tid),
    author: personData(site, topic.author),
    datePublished: topic.createdAt,
    articleSection: topic.section.name,
    ...(topic.tags.length > 0 ? { keywords: topic.tags.map(({ name }) => name).join(",") } : {}),
    interactionStatistic: [
      counter("LikeAction", topic.likes),
      counter("CommentAction", topic.replies),
      counter("ViewAction", topic.views),
    ],
    ...(comments.length > 0 ? { comment: comments } : {}),
  };
}
