/** The addresses of the portal's screens, without a shell prefix (spec 2.1). Links go through `useShell().to`. */
export const paths = {
  home: () => "/home",
  forum: () => "/forum/all",
  forumList: (kind: "all" | "digest" | "hot" | "myfollow" | "publish") => `/forum/${kind}`,
  section: (fid: number) => `/forum/${fid}`,
  /** A topic's page, or one floor of it. `page` 1 is left out so that a topic has one address. */
  topic: (tid: number, options: { page?: number; pid?: number; expand?: number } = {}) => {
    const query = new URLSearchParams();
    if (options.page && options.page > 1) query.set("page", String(options.page));
    if (options.expand) query.set("expand", String(options.expand));
    const hash = options.pid ? `#post-${options.pid}` : "";
    const search = query.size > 0 ? `?${query}` : "";
    return `/hsforum/thread-${tid}-1-1.html${search}${hash}`;
  },
  newTopic: (fid?: number) => (fid ? `/posting?fid=${fid}` : "/posting"),
  editTopic: (pid: number) => `/posting?pid=${pid}`,
  editPost: (pid: number) => `/posting/post?pid=${pid}`,
  user: (uid: number) => `/userhomepage?uid=${uid}`,
  tag: (id: number) => `/tags/${id}`,
  search: (text?: string) => (text ? `/search?q=${encodeURIComponent(text)}` : "/search"),
  messages: () => "/personalCenter/msg",
  bindPhone: () => "/personalCenter/info?tab=0",
  personal: (child: "posts" | "collection" | "setting" | "follow" | "fans") => `/personalCenter/${child}`,
  suggestion: () => "/suggestion",
  policy: (id: string) => `/legalNotices/${id}`,
  login: (redirect: string) => `/login?redirect=${encodeURIComponent(redirect)}`,
  logout: () => "/logout",
};
