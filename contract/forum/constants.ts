import type { RefusalTable } from "../base/constants";

/** Depth replies shown under a floor before "expand", and fetched a page when expanded. */
export const depthPreview = 3;

export const depthPageSize = 20;

/** Characters, counted as UTF-16 units, like browsers count `maxlength`. */
export const titleMin = 4;

export const titleMax = 80;

export const topicContentMax = 50_000;

export const replyContentMax = 20_000;

export const tagMax = 20;

export const tagsPerTopic = 5;

/** Tags on a page of the tag list. */
export const tagPageSize = 48;

/** Tags that one person may follow. */
export const tagFollowsMax = 200;

export const invitationsPerTopic = 5;

export const imagesPerPost = 20;

export const attachmentsPerPost = 5;

/** Drafts of one person, versions of a draft, and characters of it in the list. */
export const draftsPerPerson = 100;

export const draftVersionsMax = 20;

export const draftExcerpt = 300;

/** Days in which a person can restore a deleted draft, and how many of them. */
export const deletedDraftDays = 30;

export const deletedDraftsMax = 20;

/** Number of suggestions while somebody types a tag. */
export const tagSuggestions = 8;

/** Pages of a topic's floors in the order of their likes. */
export const likedPagesMax = 50;

/** Characters of the template that a section's questions begin with. */
export const templateMax = 2_000;

/** The colours of a topic's title. */
export const highlights = { red: "红色", amber: "橙色", green: "绿色", blue: "蓝色" } as const;
export type Highlight = keyof typeof highlights;
export const highlightNames = Object.keys(highlights) as [Highlight, ...Highlight[]];

/** A person is a newcomer for this many days, and until so many of their texts are listed. */
export const newcomerDays = 7;
export const newcomerPosts = 3;

/** Limits of newcomers: links in a text, and topics and replies in 24 hours. */
export const newcomerLinks = 2;
export const newcomerTexts = 5;

/** `reply`: latest reply first; `new`: newest first; `views`: most viewed first. */
export const listOrders = ["reply", "new", "views"] as const;
export type ListOrder = (typeof listOrders)[number];

/** The class whose topics are questions, in every section that has it: only those wait for an answer. */
export const questionClass = "求助";

/** Topics in one request for marks: more than any page of a list has. */
export const marksMax = 100;

/** Followed or muted topics that a list of them shows, the latest first. */
export const leveledTopicsMax = 200;

/** A topic that a person has not opened counts as new for so many seconds. */
export const newSeconds = 2 * 86_400;

/** Refusals that pages show before a call is made: browsers load these alone. */
export const browserForumRefusals = {
  PHONE_NOT_BOUND: { status: 422, message: "您还未绑定手机号码，无法正常发帖和回帖，请完成绑定！" },
  MUTED: { status: 422, message: "你的账号正在禁言期内，暂时不能发帖和回帖" },
  SECTION_POSTING_CLOSED: { status: 422, message: "这个版块已停止发帖和回复，内容仍可阅读" },
  CONTENT_NOT_LISTED: { status: 422, message: "该内容正在审核或已被版主屏蔽，暂时不能进行此操作" },
  TOPIC_CLOSED: { status: 422, message: "该帖已关闭，不能再回复" },
  ALREADY_REPORTED: { status: 422, message: "你已举报过这条内容，正在等待处理" },
} as const satisfies RefusalTable;

export const forumRefusals = {
  ...browserForumRefusals,
  SECTION_NOT_FOUND: { status: 404, message: "版块不存在或已关闭" },
  TOPIC_NOT_FOUND: { status: 404, message: "帖子不存在或已被删除" },
  POST_NOT_FOUND: { status: 404, message: "回复不存在或已被删除" },
  TEXT_MOVED: { status: 409, message: "版主刚刚把这条内容移到了别处，请刷新后再删除" },
  TAG_NOT_FOUND: { status: 404, message: "标签不存在" },
  DRAFT_NOT_FOUND: { status: 404, message: "草稿不存在或已被删除" },
  DRAFT_CONFLICT: { status: 409, message: "这份草稿已在别处保存过新的内容，请先比较两份内容" },
  EDIT_CONFLICT: { status: 409, message: "这篇内容刚刚在别处改过，请先比较两份内容" },
  CLASS_NOT_IN_SECTION: { status: 422, message: "所选分类不属于该版块，请重新选择" },
  TOPIC_CLASS_CLOSED: { status: 422, message: "这个分类不再收新帖，请换一个分类" },
  RIGHT_DENIED: { status: 422, message: "你在这个版块没有进行此操作的权限" },
  TEMPLATE_UNTOUCHED: { status: 422, message: "请先把模板里的内容填好（芯片型号、SDK 版本、日志等）再发布" },
  NEWCOMER_LINKS: { status: 422, message: "新人的一篇内容里最多 2 个链接，请删减" },
  NEWCOMER_POSTS: { status: 422, message: "新人 24 小时内最多发表 5 条主题和回复，请过些时候再发" },
  CONTENT_EMPTY: { status: 422, message: "内容里没有可显示的文字或图片，请补充" },
  FAVORITES_PRIVATE: { status: 422, message: "TA 没有公开收藏" },
  CANNOT_REPORT_OWN: { status: 422, message: "不能举报自己的内容" },
  TOO_MANY_INVITATIONS: { status: 422, message: "一个帖子最多邀请 5 人回答" },
  ALREADY_INVITED: { status: 422, message: "你已邀请过这位用户" },
  TOO_MANY_FILES: { status: 422, message: "一个帖子最多 20 张图片、5 个附件，请删减" },
  LOCAL_IMAGE: { status: 422, message: "正文引用了本机图片，别人看不到它，请重新选择该文件上传" },
} as const satisfies RefusalTable;
