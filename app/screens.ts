/**
 * Every screen of spec 2.1, once. `routes.ts` mounts the list under both shells; titles, page codes, module names,
 * access and the h5 rules are read from here. The types are plain data: the build reads this file too.
 *
 * `access`: `open` to all (unless access mode 0); `login` shows the login dialog in place; `authenticated` sends
 * visitors to /forum/all (spec 4, access mode 1); `forumAdmin` sends everyone else to / (spec 2.1).
 */
export interface Screen {
  path: string;
  /** Under app/screens/. */
  file: string;
  title: string;
  /** Used for page-view tracking (spec 2.1). */
  pageCode: string;
  access?: "login" | "authenticated" | "forumAdmin";
  /** The screen is there for a later piece of work: docs/decisions.md lists them. */
  underConstruction?: true;
  /** The header has the site's name alone: the page is read on the way through something else (spec 2.1). */
  header?: "name";
  /** Only in one shell. */
  only?: "desktop" | "h5";
}

const built = (path: string, file: string, title: string, pageCode: string, more: Partial<Screen> = {}): Screen => ({
  path,
  file: `screens/${file}`,
  title,
  pageCode,
  ...more,
});
const later = (path: string, title: string, pageCode: string, more: Partial<Screen> = {}): Screen =>
  built(path, "other-address.tsx", title, pageCode, { underConstruction: true, ...more });
/** Addresses that only lead on to another one have no title of their own on any page. */
const leads = (path: string): Screen => built(path, "redirects.tsx", "", "");

export const screens: Screen[] = [
  leads("/"),
  later("/home", "首页", "home"),
  later("/home/preview", "首页预览", "home_preview"),

  leads("/forum"),
  built("/forum/all", "forum/topic-list.tsx", "技术论坛", "forum_all"),
  built("/forum/digest", "forum/topic-list.tsx", "精华帖", "forum_digest"),
  built("/forum/hot", "forum/topic-list.tsx", "热门帖", "forum_hot"),
  built("/forum/myfollow", "forum/my-follow.tsx", "我的关注", "forum_myfollow", { access: "login" }),
  built("/forum/publish", "forum/publish.tsx", "我的发布", "forum_publish", { access: "login" }),
  built("/forum/:fid", "forum/section.tsx", "论坛版块", "forum_section"),
  built("/hsforum/:thread", "topic/topic.tsx", "帖子详情", "forum_topic"),
  built("/postDetail", "topic/topic.tsx", "帖子详情", "forum_topic"),
  built("/posting", "posting/posting.tsx", "发帖", "forum_posting", { access: "login" }),
  built("/posting/drafts", "posting/drafts.tsx", "我的草稿", "forum_drafts", { access: "login" }),
  built("/posting/signedIn", "posting/signed-in.tsx", "已登录", "forum_signed_in", { access: "login" }),
  built("/posting/post", "posting/edit-post.tsx", "编辑回复", "forum_post_edit", { access: "login" }),
  built("/search", "search/search.tsx", "搜索", "search"),
  built("/userhomepage", "people/user-home.tsx", "用户主页", "user_home"),
  built("/tags", "tags/tags.tsx", "标签", "tags"),
  built("/tags/:id", "tags/tag.tsx", "标签详情", "tag_detail"),

  leads("/moderator"),
  later("/moderator/audit", "内容审核", "moderator_audit", { access: "forumAdmin" }),
  later("/moderator/forbiddenUser", "禁言用户", "moderator_forbidden", { access: "forumAdmin" }),
  later("/moderator/userAuth", "用户授权", "moderator_auth", { access: "forumAdmin" }),
  later("/moderator/theme", "主题管理", "moderator_theme", { access: "forumAdmin" }),
  later("/moderator/module", "版块管理", "moderator_module", { access: "forumAdmin" }),
  later("/moderator/log", "管理日志", "moderator_log", { access: "forumAdmin" }),
  later("/moderator/report", "举报处理", "moderator_report", { access: "forumAdmin" }),

  leads("/personalCenter"),
  built("/personalCenter/info", "personal/info/info.tsx", "个人信息", "person_info", { access: "authenticated" }),
  built("/personalCenter/setting", "personal/setting/setting.tsx", "个人设置", "person_setting", { access: "authenticated" }),
  built("/personalCenter/posts", "personal/posts.tsx", "我的帖子", "person_posts", { access: "authenticated" }),
  built("/personalCenter/Community", "personal/community.tsx", "我的社区", "person_community", { access: "authenticated" }),
  built("/personalCenter/follow", "personal/follow.tsx", "我的关注", "person_follow", { access: "authenticated" }),
  built("/personalCenter/fans", "personal/fans.tsx", "我的粉丝", "person_fans", { access: "authenticated" }),
  built("/personalCenter/collection", "personal/collection.tsx", "我的收藏", "person_collection", { access: "authenticated" }),
  built("/personalCenter/msg", "personal/msg/msg.tsx", "消息中心", "person_messages", { access: "authenticated" }),
  leads("/message"),
  leads("/setting"),

  built("/legalNotices/:id", "policy.tsx", "政策与声明", "legal_notices", { only: "desktop" }),
  built("/protocol", "policy.tsx", "政策与声明", "legal_notices", { only: "h5" }),
  later("/aboutUs", "关于我们", "about_us"),
  built("/suggestion", "suggestion/suggestion.tsx", "意见建议", "suggestion", { access: "login" }),
  built("/suggestion/mine", "suggestion/mine.tsx", "我的建议与投诉", "suggestion_mine", { access: "login" }),
  built("/suggestion/mine/:number", "suggestion/advice.tsx", "处理进度", "suggestion_detail", { access: "login" }),
  built("/complaint", "complaint/complaint.tsx", "内容投诉", "complaint", { access: "login" }),

  leads("/devCenter"),
  later("/devCenter/index", "开发中心", "dev_center"),
  later("/eventActivities", "大赛活动", "events"),
  later("/eventActivities/index", "大赛活动", "events"),
  later("/eventActivities/details/:id", "活动详情", "event_detail"),
  later("/universityTalents", "高校人才", "university_talents"),
  later("/trainingClass", "培训课堂", "training"),
  later("/classRoom/preview", "课程预览", "training_preview"),
  later("/products/index", "产品中心", "products"),
  later("/products/details/:id", "产品详情", "product_detail"),
  leads("/product/info"),
  leads("/product/detail"),
  leads("/product/detail/:id"),
  later("/resources/index", "资源中心", "resources"),
  later("/information/*", "资讯", "information"),

  later("/active", "活动报名", "active"),
  later("/registEntry", "报名入口", "regist_entry"),
  built("/activeprivacyPolicy", "policy.tsx", "活动隐私政策", "active_privacy", { header: "name" }),
  later("/activity/activityHome", "活动主页", "activity_home"),
  later("/activity/activityRegister", "活动报名", "activity_register"),
  later("/activity/Mactivity", "活动主页", "activity_home"),
  later("/activity/Mregister", "活动报名", "activity_register"),
  later("/activity/activityQrCode", "活动二维码", "activity_qr_code"),
  later("/activity/mscan", "活动签到", "activity_scan"),
];

export type ShellName = "desktop" | "h5";

/** Whether a page is one of the operator's policies: read before anything is agreed to, and by everybody. */
export const isPolicyPage = (screen: Screen | undefined) => screen?.file === "screens/policy.tsx";

/** A route's id: the shell and the screen's path. */
export const routeId = (shell: ShellName, screen: Pick<Screen, "path">) => `${shell}:${screen.path}`;

const byPath = new Map(screens.map((screen) => [screen.path, screen]));

/** The screen that a route id stands for. */
export function screenOf(id: string): Screen | undefined {
  return byPath.get(id.replace(/^(desktop|h5):/, ""));
}
