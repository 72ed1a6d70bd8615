import { activityScreens } from "./activity-screens";
import { moderatorScreens } from "./moderator-screens";
import { forumModule, login, policy, redirect, type Screen, screen } from "./screen-row";

export type { Screen, ShellName } from "./screen-row";

const forum = { forum: true, module: forumModule } as const;
const list = { ...forum, query: ["page", "order", "classId", "only"] };
/** The five topic lists that share one frame. */
const inForum = { area: "forum" } as const;
const ofTopic = { ...forum, dialogs: "screens/topic/dialogs/dialog.tsx" } as const;
const topic = {
  ...ofTopic,
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
      "accept",
      "remove",
      "report",
      "reported",
      "complain",
      "moderate",
    ],
    ...["history", "version", "invite", "q", "accomplish"],
  ],
};
const personal = { area: "personal", access: "authenticated" } as const;
/** The mobile header's names for the areas outside the forum (spec 2.5). */
const home = { module: "首页", mobileWidth: true } as const;
const devCenter = { module: "开发中心", mobileWidth: true } as const;
const talents = { module: "高校人才", mobileWidth: true } as const;
const training = { module: "培训课堂", mobileWidth: true } as const;
const inTraining = { ...training, area: "training" } as const;
/** The resource centre belongs to the development centre. */
const resourceCentre = { module: "开发中心" } as const;
const products = { module: "产品中心" } as const;
const information = { module: "资讯" } as const;

/** The filters of product lists; `p.*` are the parameters of a product class. */
const productFilters = ["state", "kind", "package", "temperature", "p.*"];

/**
 * The table of every screen of spec 2.1. `routes.ts` mounts it under both shells; titles, page codes, module names,
 * access and the h5 rules come from here. The rows must be plain data: the build reads this file and gives browsers
 * the table without the fields that only the server reads, and without the rest of this file.
 */
export const screens: Screen[] = [
  redirect("/"),
  screen("/home", "home/home.tsx", "首页", "home", { ...home, keepAlive: true }),
  screen("/home/preview", "home/home.tsx", "首页预览", "home_preview", {
    ...home,
    access: "forumAdmin",
    keepAlive: true,
    query: ["preview"],
  }),

  redirect("/forum", forum),
  screen("/forum/all", "forum/topic-list.tsx", "技术论坛", "forum_all", {
    ...inForum,
    ...list,
  }),
  screen("/forum/digest", "forum/topic-list.tsx", "精华帖", "forum_digest", {
    ...inForum,
    ...list,
  }),
  screen("/forum/hot", "forum/topic-list.tsx", "热门帖", "forum_hot", {
    ...inForum,
    ...list,
  }),
  screen("/forum/myfollow", "forum/my-follow.tsx", "我的关注", "forum_myfollow", {
    ...inForum,
    ...login,
    ...list,
  }),
  screen("/forum/publish", "forum/publish.tsx", "我的发布", "forum_publish", {
    ...inForum,
    ...login,
    ...forum,
    query: ["page", "tab"],
  }),
  screen("/forum/:fid", "forum/section.tsx", "论坛版块", "forum_section", list),
  screen("/hsforum/:thread", "topic/topic.tsx", "帖子详情", "forum_topic", topic),
  screen("/postDetail", "topic/topic.tsx", "帖子详情", "forum_topic", {
    ...ofTopic,
    query: ["tid", ...topic.query],
    naming: ["tid"],
  }),
  screen("/posting", "posting/posting.tsx", "发帖", "forum_posting", {
    ...login,
    ...forum,
    query: [
      "fid",
      "pid",
      "classId",
      "title",
      "tags",
      "lesson",
      "t",
      "quote",
      "version",
      "notice",
      "at",
      "draft",
    ],
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
    private: true,
    // Not cached: every search is counted, and visitors rarely make the same one within seconds.
    cache: "never",
  }),
  screen("/userhomepage", "people/user-home.tsx", "用户主页", "user_home", {
    query: ["uid", "tab", "moderate", "page"],
    naming: ["uid"],
  }),
  screen("/tags", "tags/tags.tsx", "标签", "tags", {
    ...forum,
    query: ["q", "order", "all", "mine", "page"],
  }),
  screen("/tags/:id", "tags/tag.tsx", "标签详情", "tag_detail", {
    ...forum,
    query: ["order", "only", "page", "preview"],
  }),

  ...moderatorScreens,
  redirect("/personalCenter"),
  screen("/personalCenter/info", "personal/info/info.tsx", "个人信息", "person_info", {
    ...personal,
    query: ["tab", "enterType", "back", "change", "step", "by", "unlink"],
    completion: "never",
  }),
  screen("/personalCenter/setting", "personal/setting/setting.tsx", "个人设置", "person_setting", {
    ...personal,
    query: ["section", "step", "by", "before", "withdraw"],
  }),
  screen("/personalCenter/security", "personal/security/security.tsx", "账号安全", "person_security", {
    ...personal,
    query: ["confirm"],
  }),
  screen("/personalCenter/posts", "personal/posts.tsx", "我的帖子", "person_posts", {
    ...personal,
    query: ["page", "tab"],
  }),
  screen("/personalCenter/Community", "personal/community.tsx", "我的社区", "person_community", personal),
  screen("/personalCenter/follow", "personal/follow.tsx", "我的关注", "person_follow", {
    ...personal,
    query: ["page", "tab"],
  }),
  screen("/personalCenter/fans", "personal/fans.tsx", "我的粉丝", "person_fans", {
    ...personal,
    query: ["page"],
  }),
  screen("/personalCenter/collection", "personal/collection.tsx", "我的收藏", "person_collection", {
    ...personal,
    query: ["kind", "page", "q"],
  }),
  screen("/personalCenter/lists", "own-lists/lists.tsx", "我的清单", "person_lists", personal),
  screen("/personalCenter/lists/:id", "own-lists/list.tsx", "清单", "person_list", {
    ...personal,
    query: ["remove"],
  }),
  screen("/lists/add", "own-lists/add.tsx", "加入清单", "list_add", {
    ...login,
    query: ["kind", "ids", "number"],
    naming: ["kind", "ids"],
  }),
  screen("/lists/keep", "own-lists/keep.tsx", "保存筛选", "search_keep", {
    ...login,
    query: ["address"],
    naming: ["address"],
  }),
  screen("/lists/shared/:key", "own-lists/shared.tsx", "共享的清单", "list_shared", {
    indexed: false,
    private: true,
    // What its owner takes out or stops sharing is gone at once.
    cache: "never",
  }),
  screen("/personalCenter/study", "personal/study/study.tsx", "我的学习", "person_study", {
    ...personal,
    query: ["tab", "page", "course", "q", "note"],
  }),
  screen(
    "/personalCenter/activities",
    "personal/activities/activities.tsx",
    "我的活动",
    "person_activities",
    {
      ...personal,
      query: ["page"],
    },
  ),
  screen("/personalCenter/msg", "personal/msg/msg.tsx", "消息中心", "person_messages", {
    ...personal,
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
      "appeal",
    ],
  }),
  redirect("/message"),
  redirect("/setting"),

  screen("/legalNotices/:id", "policy.tsx", "政策与声明", "legal_notices", {
    ...policy,
    only: "desktop",
    query: ["version", "preview"],
  }),
  screen("/protocol", "policy.tsx", "政策与声明", "legal_notices", {
    ...policy,
    only: "h5",
    query: ["cid", "version", "preview"],
    naming: ["cid"],
  }),
  screen("/aboutUs", "about/about.tsx", "关于我们", "about_us"),
  screen("/suggestion", "suggestion/suggestion.tsx", "意见建议", "suggestion", {
    ...login,
    query: ["product"],
  }),
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
  screen("/universityTalents", "talents/talents.tsx", "高校人才", "university_talents", {
    ...talents,
    query: ["preview"],
  }),
  screen("/trainingClass", "training/courses.tsx", "培训课堂", "training", {
    ...inTraining,
    query: ["classId", "levelId", "prodId", "lecturerId", "q", "order", "page", "path", "preview"],
    naming: ["classId", "path"],
  }),
  screen("/trainingClass/details/:id", "training/course.tsx", "课程", "training_course", {
    ...inTraining,
    query: ["preview"],
  }),
  screen("/trainingClass/lessons/:id", "training/lesson/lesson.tsx", "课时", "training_lesson", {
    ...inTraining,
    query: ["t", "q", "page", "preview"],
  }),
  screen("/trainingClass/exams/:id", "training/exams/exam.tsx", "考试", "training_exam", {
    ...inTraining,
    query: ["preview"],
  }),
  screen("/trainingClass/attempts/:id", "training/exams/attempt.tsx", "答题", "training_attempt", {
    ...inTraining,
    ...login,
  }),
  screen(
    "/trainingClass/certificates/:number",
    "training/certificates/certificate.tsx",
    "证书",
    "training_certificate",
    // Anybody who knows the number may open it; search engines do not list it.
    { ...inTraining, indexed: false },
  ),
  screen("/trainingClass/certificates", "training/certificates/check.tsx", "核验证书", "certificate_check", {
    ...inTraining,
    query: ["number"],
    // Not cached: nobody types a number twice.
    cache: "never",
  }),
  screen("/trainingClass/lecturers", "training/people/lecturers.tsx", "讲师", "training_lecturers", {
    ...inTraining,
    query: ["page"],
  }),
  screen("/trainingClass/lecturers/:id", "training/people/lecturer.tsx", "讲师", "training_lecturer", {
    ...inTraining,
    query: ["preview"],
  }),
  screen("/trainingClass/lives", "training/lives.tsx", "直播与回放", "training_lives", {
    ...inTraining,
    query: ["over", "page"],
  }),
  screen("/trainingClass/learners/:id", "training/people/learners.tsx", "学员", "training_learners", {
    ...inTraining,
    ...login,
    staff: true,
    query: ["page"],
  }),
  screen("/trainingClass/videos/:id", "training/people/videos.tsx", "录像", "training_videos", {
    ...inTraining,
    ...login,
    staff: true,
    query: ["page"],
  }),
  screen("/classRoom/preview", "training/preview.tsx", "课程预览", "training_preview", {
    module: "培训课堂",
    ...login,
    staff: true,
    query: ["id", "page"],
  }),
  screen("/products/index", "products/products.tsx", "产品中心", "products", {
    ...products,
    query: ["id", "page", "order", "preview", ...productFilters, "columns", "compare", "go"],
    naming: ["id"],
  }),
  screen("/products/details/:id", "products/details.tsx", "产品详情", "product_detail", {
    ...products,
    query: ["preview"],
  }),
  screen("/products/compare", "products/compare.tsx", "产品对比", "product_compare", {
    ...products,
    query: ["compare", "only", "pin", "add"],
    indexed: false,
  }),
  screen("/products/notices/:number", "products/notice.tsx", "产品通知", "product_notice", {
    ...products,
    query: ["preview", "at"],
  }),
  redirect("/products", products),
  redirect("/resources", resourceCentre),
  redirect("/training", training),
  redirect("/certificate", training),
  redirect("/events", { module: "大赛", mobileWidth: true }),
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
    query: ["download", "preview", "draft", "find", "in", "foundPage", "read", "at"],
  }),
  screen("/resources/changes/:id", "resources/changes/changes.tsx", "比较版本", "resource_changes", {
    ...resourceCentre,
    query: ["base", "to", "page"],
    // The same text in other words: search engines have the resource and its file.
    indexed: false,
  }),
  screen("/resources/videos", "videos/videos.tsx", "视频", "videos", {
    ...resourceCentre,
    query: ["prodId", "page"],
    naming: ["prodId"],
  }),
  screen("/resources/videos/:id", "videos/video.tsx", "视频播放", "video_detail", {
    ...resourceCentre,
    query: ["preview"],
  }),
  redirect("/information", information),
  screen("/information/index", "information/list.tsx", "资讯", "information", {
    ...information,
    query: ["id", "page"],
    naming: ["id"],
  }),
  redirect("/information/list", information),
  screen("/information/details/:id", "information/detail.tsx", "资讯详情", "information_detail", {
    ...information,
    query: ["preview"],
  }),

  ...activityScreens,
];
