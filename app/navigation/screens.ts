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
   * others, and a visitor's page is kept under these alone.
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
  /** The home page that comes is kept as it was left (spec 2.1). */
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
const home = { module: "首页", mobileWidth: true, keepAlive: true } as const;
const devCenter = { module: "开发中心", mobileWidth: true } as const;
const events = { module: "大赛", mobileWidth: true } as const;
const activity = { module: "大赛" } as const;
const talents = { module: "高校人才", mobileWidth: true } as const;
const training = { module: "培训课堂" } as const;
const products = { module: "产品中心" } as const;

export const screens: Screen[] = [
  redirect("/"),
  planned("/home", "首页", "home", home),
  planned("/home/preview", "首页预览", "home_preview", home),

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
    query: ["fid", "pid"],
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
    query: ["page", "q"],
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
  planned("/aboutUs", "关于我们", "about_us"),
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
  planned("/devCenter/index", "开发中心", "dev_center", devCenter),
  planned("/eventActivities", "大赛活动", "events", events),
  planned("/eventActivities/index", "大赛活动", "events", events),
  planned("/eventActivities/details/:id", "活动详情", "event_detail", events),
  planned("/universityTalents", "高校人才", "university_talents", talents),
  planned("/trainingClass", "培训课堂", "training", { ...training, mobileWidth: true }),
  planned("/classRoom/preview", "课程预览", "training_preview", training),
  planned("/products/index", "产品中心", "products", { ...products, query: ["id"], naming: ["id"] }),
  planned("/products/details/:id", "产品详情", "product_detail", products),
  redirect("/product/info", products),
  redirect("/product/detail", products),
  redirect("/product/detail/:id", products),
  planned("/resources/index", "资源中心", "resources", { query: ["id", "prodId"], naming: ["id", "prodId"] }),
  planned("/information/*", "资讯", "information", { module: "资讯" }),

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
