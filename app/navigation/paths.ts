/** What a topic's address can ask for. */
export interface TopicQuery {
  /** The newest floors first. */
  order?: "new" | undefined;
  /** The author's floors alone, from floor `since` on. */
  only?: "author" | undefined;
  since?: number | undefined;
  /** Shows every reply beneath this floor's post. */
  expand?: number;
  /** Aims the reply form at a post. */
  replyTo?: number;
  /**
   * Dialogs: about to delete or report a post, its edits (`version` is one of them), inviting people (`q` is
   * a search), ending the question.
   */
  remove?: number;
  report?: number;
  reported?: number;
  /** About to complain to the operator of a post. */
  complain?: number;
  history?: number;
  version?: number;
  invite?: 1;
  q?: string | undefined;
  accomplish?: 1;
}

/** What the message centre's address can ask for. */
export interface MessagesQuery {
  type?: "system" | "forum" | "inner" | undefined;
  /** Only what is unread; only this event; the stretch of the list before or after a place. */
  unread?: 1 | undefined;
  event?: string | undefined;
  before?: string | number | undefined;
  after?: string | number | undefined;
  /** The conversation with this person; `fresh` is the last message that was read before. */
  with?: number | undefined;
  fresh?: number | undefined;
  /** Dialogs of a conversation, and the list of whom one blocked. */
  block?: 1 | undefined;
  remove?: 1 | undefined;
  report?: number | undefined;
  reported?: 1 | undefined;
  blocks?: 1 | undefined;
}

/** What a list of resources can be narrowed down by. */
export interface ResourcesQuery {
  /** A level of the tree. */
  id?: number | undefined;
  prodId?: number | undefined;
  classId?: number | undefined;
  kind?: string | undefined;
  language?: string | undefined;
  year?: string | number | undefined;
  q?: string | undefined;
  order?: "downloads" | undefined;
  view?: "support" | undefined;
  page?: number | undefined;
}

/** An address with what is asked for; what is empty or the first page is left out. */
function asking(path: string, query: object): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" || (name === "page" && value === 1) ? [] : [[name, String(value)]],
  );
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}

/**
 * The addresses of the portal's screens, without a shell prefix (spec 2.1). Links go through `useShell().to`.
 */
export const paths = {
  home: () => "/home",
  forum: () => "/forum/all",
  forumList: (kind: "all" | "digest" | "hot" | "myfollow" | "publish") => `/forum/${kind}`,
  section: (fid: number) => `/forum/${fid}`,
  /**
   * A topic's page. `page` is a page of floors; `pid` a post on it; with `seek` the server finds the page
   * that has `pid`; the rest are the queries of `TopicQuery`.
   */
  topic: (
    tid: number,
    { page, pid, seek, ...query }: { page?: number; pid?: number; seek?: boolean } & TopicQuery = {},
  ) => {
    const asked = new URLSearchParams();
    if (seek && pid) asked.set("pid", String(pid));
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) asked.set(name, String(value));
    const search = asked.size > 0 ? `?${asked}` : "";
    const hash = query.replyTo ? "#reply" : pid ? `#post-${pid}` : "";
    return `/hsforum/thread-${tid}-${page ?? 1}-1.html${search}${hash}`;
  },
  /** `asked` is what the editor begins with, such as a question about a file. */
  newTopic: (fid?: number, asked: { title?: string; tags?: string } = {}) =>
    asking("/posting", { fid, ...asked }),
  editTopic: (pid: number) => `/posting?pid=${pid}`,
  editPost: (pid: number) => `/posting/post?pid=${pid}`,
  user: (uid: number, tab?: "replies" | "favorites" | "following" | "followers") =>
    tab ? `/userhomepage?uid=${uid}&tab=${tab}` : `/userhomepage?uid=${uid}`,
  tags: (view?: "all" | "mine") => (view ? `/tags?${view}=1` : "/tags"),
  drafts: () => "/posting/drafts",
  draftVersions: (id: number) => `/posting/drafts?id=${id}`,
  /** Where signing in beside a page that is being written leads. */
  signedIn: () => "/posting/signedIn",
  tag: (id: number) => `/tags/${id}`,
  /** `back` is the page that the header's icon leads back to. */
  search: (options: { text?: string; back?: string } = {}) => {
    const query = new URLSearchParams({
      ...(options.text ? { q: options.text } : {}),
      ...(options.back ? { back: options.back } : {}),
    });
    return query.size > 0 ? `/search?${query}` : "/search";
  },
  devCenter: (query: { id?: number; prodId?: number } = {}) => asking("/devCenter/index", query),
  resources: (query: ResourcesQuery = {}) => asking("/resources/index", query),
  /** `download` begins one as soon as its version may be had; `preview` shows what is in a version. */
  resource: (id: number, query: { download?: number; preview?: number } = {}) =>
    asking(`/resources/details/${id}`, query),
  /** Counts the download of a version that lies elsewhere, and leads there. */
  download: (version: number) => `/resources/download/${version}`,
  videos: (query: { prodId?: number; page?: number } = {}) => asking("/resources/videos", query),
  video: (id: number) => `/resources/videos/${id}`,
  /** One's collection: the topics, or works of another kind. */
  collection: (kind?: "product" | "resource" | "video", page = 1) =>
    asking("/personalCenter/collection", { kind, page }),
  /** The Atom feed of the newest topics; the same in both shells. */
  feed: (kind: "all" | "section" | "tag" | "user", id?: number) =>
    `/feeds/${id ? `${kind}/${id}` : kind}.atom`,
  messages: (query: MessagesQuery = {}) => {
    const asked = Object.entries(query).filter(([, value]) => value !== undefined);
    return asked.length > 0
      ? `/personalCenter/msg?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
      : "/personalCenter/msg";
  },
  /** One's conversation with somebody, where it is written on. */
  conversation: (uid: number, query: Omit<MessagesQuery, "type" | "with"> = {}) =>
    `${paths.messages({ type: "inner", with: uid, ...query })}#compose`,
  /** How many messages are unread, for the page that is open (spec 4, unread refresh). */
  unread: () => "/unread",
  bindPhone: () => "/personalCenter/info?tab=0",
  personal: (child: "posts" | "Community" | "collection" | "info" | "setting" | "follow" | "fans" | "msg") =>
    `/personalCenter/${child}`,
  /** Spec 2.1: the personal tab, or the account tab, where phone and email are bound. */
  info: (tab: 0 | 2) => `/personalCenter/info?tab=${tab}`,
  /** The verification after which phone and email are shown whole. */
  showContacts: () => "/personalCenter/info?tab=2&step=show",
  /** The contact change flow (spec 4): who one is, by phone or by email, then the new contact. */
  changeContact: (change: "phone" | "email", { by, step }: { by?: "phone" | "email"; step?: "new" } = {}) =>
    `/personalCenter/info?tab=2&change=${change}${by ? `&by=${by}` : ""}${step ? `&step=${step}` : ""}`,
  /** A section of the settings; the first without a name. */
  setting: (section?: "general" | "notices" | "sessions" | "privacy" | "data" | "close") =>
    section && section !== "general"
      ? `/personalCenter/setting?section=${section}`
      : "/personalCenter/setting",
  /** The form of personal information in dialog mode (spec 2.8), which leads back once it is saved. */
  completeInfo: (back: string) => `/personalCenter/info?enterType=dialog&back=${encodeURIComponent(back)}`,
  suggestion: () => "/suggestion",
  /** `version`: one that was in force before. */
  policy: (id: string, version?: string) =>
    `${id === "activeprivacyPolicy" ? "" : "/legalNotices"}/${id}${version ? `?version=${encodeURIComponent(version)}` : ""}`,
  /** One's own suggestions, or complaints. */
  myAdvice: (kind?: "suggestion" | "complaint") =>
    kind === "complaint" ? "/suggestion/mine?kind=complaint" : "/suggestion/mine",
  advice: (number: string) => `/suggestion/mine/${number}`,
  /**
   * A complaint to the operator: about a topic, a post in it, or a person; about something else without any.
   */
  complaint: (about: { tid?: number; pid?: number; uid?: number } = {}) => {
    const asked = new URLSearchParams(Object.entries(about).map(([name, value]) => [name, String(value)]));
    return asked.size > 0 ? `/complaint?${asked}` : "/complaint";
  },
  /** The product centre, or one class. */
  products: (id?: number) => (id ? `/products/index?id=${id}` : "/products/index"),
  product: (id: number) => `/products/details/${id}`,
  /** Products side by side. */
  compare: (ids: number[]) =>
    `/products/compare?${new URLSearchParams(ids.map((id) => ["compare", String(id)]))}`,
  notice: (number: string) => `/products/notices/${number}`,
  /** The Atom feed of a product's versions and notices. */
  productFeed: (id: number) => `/feeds/product/${id}.atom`,
  /** A class's filtered list for a spreadsheet; `search` is what it is filtered by. */
  productTable: (search: string) => `/products/table.csv${search}`,
  aboutUs: () => "/aboutUs",
  /** What a date still holds back of the home page, for administrators. */
  homePreview: () => "/home/preview",
  /** News, of everything or of one category. */
  information: (id?: number, page = 1) => {
    const asked = new URLSearchParams({
      ...(id ? { id: String(id) } : {}),
      ...(page > 1 ? { page: String(page) } : {}),
    });
    return asked.size > 0 ? `/information/index?${asked}` : "/information/index";
  },
  news: (id: number) => `/information/details/${id}`,
  newsFeed: (category?: number) => (category ? `/feeds/news/${category}.atom` : "/feeds/news.atom"),
  /** Where the follow buttons post to; it leads back to the page. */
  follow: () => "/follow",
  /** Where the collect buttons post to; it leads back to the page. */
  collect: () => "/collect",
  /** Where a video that begins says so. */
  play: () => "/play",
  /** Where the like and favourite buttons post to; it leads back to the post. */
  reactions: () => "/reactions",
  login: (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`,
  /** `back` is where it leads afterwards: the forum of the visitor's shell, for one. */
  logout: (back: string) =>
    back === paths.forum() ? "/logout" : `/logout?redirect=${encodeURIComponent(back)}`,
  /** Where the policy dialogs post to; it leads back to the page. */
  privacy: () => "/privacy",
};
