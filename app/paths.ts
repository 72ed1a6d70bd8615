/** The addresses of the portal's screens, without a shell prefix (spec 2.1). Links go through `useShell().to`. */
export const paths = {
  home: () => "/home",
  forum: () => "/forum/all",
  forumList: (kind: "all" | "digest" | "hot" | "myfollow" | "publish") => `/forum/${kind}`,
  section: (fid: number) => `/forum/${fid}`,
  /**
   * A topic's page. `page` is a page of floors; `pid` a post on it; with `seek` the server finds the page that has `pid`;
   * `expand` shows every reply beneath that floor's post; `replyTo` aims the reply form at a post.
   */
  topic: (tid: number, options: { page?: number; pid?: number; seek?: boolean; expand?: number; replyTo?: number } = {}) => {
    const query = new URLSearchParams();
    if (options.seek && options.pid) query.set("pid", String(options.pid));
    if (options.expand) query.set("expand", String(options.expand));
    if (options.replyTo) query.set("replyTo", String(options.replyTo));
    const search = query.size > 0 ? `?${query}` : "";
    const hash = options.replyTo ? "#reply" : options.pid ? `#post-${options.pid}` : "";
    return `/hsforum/thread-${tid}-${options.page ?? 1}-1.html${search}${hash}`;
  },
  newTopic: (fid?: number) => (fid ? `/posting?fid=${fid}` : "/posting"),
  editTopic: (pid: number) => `/posting?pid=${pid}`,
  editPost: (pid: number) => `/posting/post?pid=${pid}`,
  user: (uid: number) => `/userhomepage?uid=${uid}`,
  tag: (id: number) => `/tags/${id}`,
  search: (text?: string) => (text ? `/search?q=${encodeURIComponent(text)}` : "/search"),
  /** The Atom feed of the newest topics; the same in both shells. */
  feed: (kind: "all" | "section" | "tag" | "user", id?: number) => `/feeds/${id ? `${kind}/${id}` : kind}.atom`,
  messages: () => "/personalCenter/msg",
  bindPhone: () => "/personalCenter/info?tab=0",
  personal: (child: "posts" | "collection" | "setting" | "follow" | "fans") => `/personalCenter/${child}`,
  suggestion: () => "/suggestion",
  policy: (id: string) => `/legalNotices/${id}`,
  /** Where the follow buttons post to; it leads back to the page. */
  follow: () => "/follow",
  login: (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`,
  logout: () => "/logout",
};
