/**
 * Every screen of spec 2.1, once. `routes.ts` mounts the list under both shells; titles, page codes, module
 * names, access and the h5 rules are read from here. The types are plain data: the build reads this file too.
 *
 * `access`: `open` to all (unless access mode 0); `login` shows the login dialog in place; `authenticated`
 * sends visitors to /forum/all (spec 4, access mode 1); `forumAdmin` sends everyone else to / (spec 2.1).
 */
export interface Screen {
  path: string;
  /** Under app/screens/. */
  file: string;
  title: string;
  /** Used for page-view tracking (spec 2.1). */
  pageCode: string;
  /**
   * The query parameters that the screen reads; `all` where it hands the query on. Its loader is given no
   * others, and a visitor's page is kept under these alone. `p.*` is every name that begins with `p.`.
   */
  query: readonly string[] | "all";
  /**
   * Those of them that say what the page is about, and so belong to its canonical address; all others are
   * ways of looking at it.
   */
  naming?: readonly string[];
  access?: "login" | "authenticated" | "forumAdmin";
  /** The screen is there for a later piece of work: docs/decisions/073-planned-screens.md lists them. */
  underConstruction?: true;
  /** The header has the site's name alone: the page is read on the way through something else (spec 2.1). */
  header?: "name";
  /** Only in one shell. */
  only?: "desktop" | "h5";
  /** The area that the mobile header names (spec 2.5). */
  module: string;
  /** A page of the forum (spec 2.1): the menu shows that one is there. */
  forum?: true;
  /** Phones stay at the desktop address, with the mobile-width flag (spec 2.1). */
  mobileWidth?: true;
  /** Kept as it was left, for whoever comes back to it (spec 2.1): kept-screens.ts. */
  keepAlive?: true;
  /** One of the operator's policies: read before anything is agreed to, and by everybody. */
  policy?: true;
  /** The modal that asks for missing personal information does not stand on it (spec 2.3). */
  completion?: "never";
  /** Search engines are not to list it, though it is open: nobody's text stands there. */
  indexed?: false;
  /** Everyone's is made anew: what visitors share is kept for some seconds. */
  cache?: "never";
}

/** Spec 2.5: the area of every screen that has none of its own. */
export const forumModule = "技术论坛";

const screen = (
  path: string,
  file: string,
  title: string,
  pageCode: string,
  more: Partial<Screen> = {},
): Screen => ({
  path,
  file: `screens/${file}`,
  title,
  pageCode,
  query: [],
  module: forumModule,
  ...more,
});
const planned = (path: string, title: string, pageCode: string, more: Partial<Screen> = {}): Screen =>
  screen(path, "other-address.tsx", title, pageCode, { underConstruction: true, ...more });
/** Addresses that only lead on to another one have no title of their own on any page. */
const redirect = (path: string, more: Partial<Screen> = {}): Screen =>
  screen(path, "redirects.tsx", "", "", { query: "all", ...more });

const forum = { forum: true } as const;
const list = { ...forum, query: ["page", "order", "classId", "only"] };
const topic = {
  ...forum,
  query: [
    ...[
      "page",
      "pid",
      "since",
      "order",
      "only",
      "floor",
      "expand",
      "replyTo",
      "remove",
      "report",
      "reported",
      "complain",
    ],
    ...["history", "version", "invite", "q", "accomplish"],
  ],
};
const login = { access: "login" } as const;
const authenticated = { access: "authenticated" } as const;
const policy = { policy: true, completion: "never" } as const;
/** The areas beside the forum, by the names that the mobile header gives them (spec 2.5). */
const home = { module: "首页", mobileWidth: true } as const;
const devCenter = { module: "开发中心", mobileWidth: true } as const;
const events = { module: "大赛", mobileWidth: true } as const;
const activity = { module: "大赛" } as const;
const talents = { module: "高校人才", mobileWidth: true } as const;
const training = { module: "培训课堂" } as const;
/** Where everything that a developer downloads or looks at stands: the development centre's shelves. */
const resourceCentre = { module: "开发中心" } as const;
const products = { module: "产品中心" } as const;
const information = { module: "资讯" } as const;

/** What lists of products are filtered by; `p.` and what follows is a parameter of the class. */
const productFilters = ["state", "kind", "package", "temperature", "p.*"];

export const screens: Screen[] = [
  redirect("/"),
  screen("/home", "home/home.tsx", "首页", "home", { ...home, keepAlive: true }),
  screen("/home/preview", "home/preview.tsx", "首页预览", "home_preview", { ...home, access: "forumAdmin" }),

  redirect("/forum", forum),
  screen("/forum/all", "forum/topic-list.tsx", "技术论坛", "forum_all", list),
  screen("/forum/digest", "forum/topic-list.tsx", "精华帖", "forum_digest", list),
  screen("/forum/hot", "forum/topic-list.tsx", "热门帖", "forum_hot", list),
  screen("/forum/myfollow", "forum/my-follow.tsx", "我的关注", "forum_myfollow", { ...login, ...list }),
  screen("/forum/publish", "forum/publish.tsx", "我的发布", "forum_publish", {
    ...login,
    ...forum,
    query: ["page", "tab"],
  }),
  screen("/forum/:fid", "forum/section.tsx", "论坛版块", "forum_section", list),
  screen("/hsforum/:thread", "topic/topic.tsx", "帖子详情", "forum_topic", topic),
  screen("/postDetail", "topic/topic.tsx", "帖子详情", "forum_topic", {
    ...forum,
    query: ["tid", ...topic.query],
    naming: ["tid"],
  }),
  screen("/posting", "posting/posting.tsx", "发帖", "forum_posting", {
    ...login,
    ...forum,
    query: ["fid", "pid", "title", "tags"],
  }),
  screen("/posting/drafts", "posting/drafts.tsx", "我的草稿", "forum_drafts", {
    ...login,
    ...forum,
    query: ["id"],
  }),
  screen("/posting/signedIn", "posting/signed-in.tsx", "已登录", "forum_signed_in", { ...login, ...forum }),
  screen("/posting/post", "posting/edit-post.tsx", "编辑回复", "forum_post_edit", {
    ...login,
    ...forum,
    query: ["pid"],
    naming: ["pid"],
  }),
  screen("/search", "search/search.tsx", "搜索", "search", {
    query: [
      ...["q", "type", "order", "page", "solved", "fid", "tag", "author", "since", "to", "back"],
      ...["classId", "levelId", "fileType", "year", "state"],
    ],
    indexed: false,
    // A search is counted for whoever makes it, and few people make the same one within seconds.
    cache: "never",
  }),
  screen("/userhomepage", "people/user-home.tsx", "用户主页", "user_home", {
    query: ["uid", "tab", "page"],
    naming: ["uid"],
  }),
  screen("/tags", "tags/tags.tsx", "标签", "tags", {
    ...forum,
    query: ["q", "order", "all", "mine", "page"],
  }),
  screen("/tags/:id", "tags/tag.tsx", "标签详情", "tag_detail", {
    ...forum,
    query: ["order", "only", "page"],
  }),

  redirect("/moderator"),
  planned("/moderator/audit", "内容审核", "moderator_audit", { access: "forumAdmin" }),
  planned("/moderator/forbiddenUser", "禁言用户", "moderator_forbidden", { access: "forumAdmin" }),
  planned("/moderator/userAuth", "用户授权", "moderator_auth", { access: "forumAdmin" }),
  planned("/moderator/theme", "主题管理", "moderator_theme", { access: "forumAdmin" }),
  planned("/moderator/module", "版块管理", "moderator_module", { access: "forumAdmin" }),
  screen("/moderator/content", "moderator/content.tsx", "内容装载", "moderator_content", {
    access: "forumAdmin",
  }),
  planned("/moderator/log", "管理日志", "moderator_log", { access: "forumAdmin" }),
  planned("/moderator/report", "举报处理", "moderator_report", { access: "forumAdmin" }),

  redirect("/personalCenter"),
  screen("/personalCenter/info", "personal/info/info.tsx", "个人信息", "person_info", {
    ...authenticated,
    query: ["tab", "enterType", "back", "change", "step", "by"],
    completion: "never",
  }),
  screen("/personalCenter/setting", "personal/setting/setting.tsx", "个人设置", "person_setting", {
    ...authenticated,
    query: ["section", "step", "by", "before", "withdraw"],
  }),
  screen("/personalCenter/posts", "personal/posts.tsx", "我的帖子", "person_posts", {
    ...authenticated,
    query: ["page", "tab"],
  }),
  screen(
    "/personalCenter/Community",
    "personal/community.tsx",
    "我的社区",
    "person_community",
    authenticated,
  ),
  screen("/personalCenter/follow", "personal/follow.tsx", "我的关注", "person_follow", {
    ...authenticated,
    query: ["page", "tab"],
  }),
  screen("/personalCenter/fans", "personal/fans.tsx", "我的粉丝", "person_fans", {
    ...authenticated,
    query: ["page"],
  }),
  screen("/personalCenter/collection", "personal/collection.tsx", "我的收藏", "person_collection", {
    ...authenticated,
    query: ["kind", "page", "q"],
  }),
  screen("/personalCenter/msg", "personal/msg/msg.tsx", "消息中心", "person_messages", {
    ...authenticated,
    query: [
      "type",
      "unread",
      "event",
      "before",
      "after",
      "with",
      "fresh",
      "block",
      "remove",
      "report",
      "reported",
      "blocks",
    ],
  }),
  redirect("/message"),
  redirect("/setting"),

  screen("/legalNotices/:id", "policy.tsx", "政策与声明", "legal_notices", {
    ...policy,
    only: "desktop",
    query: ["version"],
  }),
  screen("/protocol", "policy.tsx", "政策与声明", "legal_notices", {
    ...policy,
    only: "h5",
    query: ["cid", "version"],
    naming: ["cid"],
  }),
  screen("/aboutUs", "about/about.tsx", "关于我们", "about_us"),
  screen("/suggestion", "suggestion/suggestion.tsx", "意见建议", "suggestion", login),
  screen("/suggestion/mine", "suggestion/mine.tsx", "我的建议与投诉", "suggestion_mine", {
    ...login,
    query: ["kind", "page"],
  }),
  screen("/suggestion/mine/:number", "suggestion/advice.tsx", "处理进度", "suggestion_detail", login),
  screen("/complaint", "complaint/complaint.tsx", "内容投诉", "complaint", {
    ...login,
    query: ["tid", "pid", "uid"],
  }),

  redirect("/devCenter", devCenter),
  screen("/devCenter/index", "devCenter/dev-center.tsx", "开发中心", "dev_center", {
    ...devCenter,
    query: ["id", "prodId"],
    naming: ["id", "prodId"],
  }),
  planned("/eventActivities", "大赛活动", "events", events),
  planned("/eventActivities/index", "大赛活动", "events", events),
  planned("/eventActivities/details/:id", "活动详情", "event_detail", events),
  planned("/universityTalents", "高校人才", "university_talents", talents),
  planned("/trainingClass", "培训课堂", "training", { ...training, mobileWidth: true }),
  planned("/classRoom/preview", "课程预览", "training_preview", training),
  screen("/products/index", "products/products.tsx", "产品中心", "products", {
    ...products,
    query: ["id", "page", "order", ...productFilters],
    naming: ["id"],
  }),
  screen("/products/details/:id", "products/details.tsx", "产品详情", "product_detail", products),
  screen("/products/compare", "products/compare.tsx", "产品对比", "product_compare", {
    ...products,
    query: ["compare"],
    indexed: false,
  }),
  screen("/products/notices/:number", "products/notice.tsx", "产品通知", "product_notice", products),
  redirect("/product/info", products),
  redirect("/product/detail", products),
  redirect("/product/detail/:id", products),
  screen("/resources/index", "resources/resources.tsx", "资源中心", "resources", {
    ...resourceCentre,
    query: ["id", "prodId", "classId", "kind", "language", "year", "q", "order", "view", "page"],
    naming: ["id", "prodId"],
  }),
  screen("/resources/details/:id", "resources/resource.tsx", "资源详情", "resource_detail", {
    ...resourceCentre,
    query: ["download", "preview"],
  }),
  screen("/resources/videos", "videos/videos.tsx", "视频", "videos", {
    ...resourceCentre,
    query: ["prodId", "page"],
    naming: ["prodId"],
  }),
  screen("/resources/videos/:id", "videos/video.tsx", "视频播放", "video_detail", resourceCentre),
  redirect("/information", information),
  screen("/information/index", "information/list.tsx", "资讯", "information", {
    ...information,
    query: ["id", "page"],
    naming: ["id"],
  }),
  redirect("/information/list", information),
  screen("/information/details/:id", "information/detail.tsx", "资讯详情", "information_detail", information),

  planned("/active", "活动报名", "active", activity),
  planned("/registEntry", "报名入口", "regist_entry", activity),
  screen("/activeprivacyPolicy", "policy.tsx", "活动隐私政策", "active_privacy", {
    ...activity,
    ...policy,
    header: "name",
    query: ["version", "cid"],
  }),
  planned("/activity/activityHome", "活动主页", "activity_home", activity),
  planned("/activity/activityRegister", "活动报名", "activity_register", activity),
  planned("/activity/Mactivity", "活动主页", "activity_home", activity),
  planned("/activity/Mregister", "活动报名", "activity_register", activity),
  planned("/activity/activityQrCode", "活动二维码", "activity_qr_code", activity),
  planned("/activity/mscan", "活动签到", "activity_scan", activity),
];

export type ShellName = "desktop" | "h5";

/** A route's id: the shell and the screen's path. */
export const routeId = (shell: ShellName, screen: Pick<Screen, "path">) => `${shell}:${screen.path}`;

const byPath = new Map(screens.map((screen) => [screen.path, screen]));

/** The screen that a route id stands for. */
export function screenOf(id: string): Screen | undefined {
  return byPath.get(id.replace(/^(desktop|h5):/, ""));
}
