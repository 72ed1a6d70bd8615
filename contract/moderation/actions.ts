import type { AuthorAction } from "./penalties";

/** The table of moderators' actions, used by buttons, handlers, the log and the tests. */

/** Who may act: a moderator of the section, or only an administrator. */
export type ModeratorRole = "moderator" | "admin";

/**
 * How an action is undone.
 * - `undo`: for seven days, everything that one form did, by 撤销 in the message after it or on the batch's page;
 * - `again`: by the same form, which shows the present values and can set the old ones, or by the opposite action;
 * - `never`: not possible, so the form asks first;
 * - `none`: nothing to undo: the action adds a line, starts a check, or is an end that nobody decided.
 */
export type TakenBack = "undo" | "again" | "never" | "none";

interface ModeratorAction {
  /** The label of its button, also used in the log. */
  label: string;
  who: ModeratorRole;
  /**
   * Whether the concerned person gets a notice: the author, the penalised person, the reporter, the appellant or the
   * sender.
   */
  told: boolean;
  undo: TakenBack;
  /** The action is against a text's author: not allowed when the author has a higher role. */
  against: boolean;
}

/**
 * The actions on topics, in the order of the buttons: those in the author's favour first, destructive ones last (spec
 * 7.2, topic operate, stamp and icon, close, hide, change section).
 */
export const topicActions = {
  digest: { label: "设为精华", who: "moderator", told: true, undo: "undo", against: false },
  pin: { label: "置顶", who: "moderator", told: true, undo: "undo", against: false },
  highlight: { label: "高亮标题", who: "moderator", told: true, undo: "undo", against: false },
  recommend: { label: "推荐到版块", who: "moderator", told: true, undo: "undo", against: false },
  stamp: { label: "加图章", who: "moderator", told: true, undo: "undo", against: false },
  icon: { label: "加图标", who: "moderator", told: false, undo: "undo", against: false },
  raise: { label: "提升", who: "moderator", told: false, undo: "undo", against: false },
  show: { label: "取消屏蔽", who: "moderator", told: true, undo: "undo", against: false },
  open: { label: "重新打开", who: "moderator", told: true, undo: "undo", against: false },
  class: { label: "改分类", who: "moderator", told: false, undo: "undo", against: false },
  move: { label: "移动", who: "moderator", told: true, undo: "undo", against: false },
  sink: { label: "下沉", who: "moderator", told: true, undo: "undo", against: true },
  close: { label: "关闭", who: "moderator", told: true, undo: "undo", against: true },
  hide: { label: "屏蔽", who: "moderator", told: true, undo: "undo", against: true },
  recycle: { label: "删除到回收站", who: "moderator", told: true, undo: "undo", against: true },
} as const satisfies Record<string, ModeratorAction>;
export type TopicAction = keyof typeof topicActions;
export const topicActionNames = Object.keys(topicActions) as TopicAction[];

/** Actions on things in the recycle bin. */
export const binActions = {
  recover: { label: "恢复", who: "moderator", told: true, undo: "undo", against: false },
  destroy: { label: "彻底销毁", who: "admin", told: true, undo: "never", against: true },
} as const satisfies Record<string, ModeratorAction>;

/** Decisions on a text in review. */
export const reviewActions = {
  approve: { label: "通过", who: "moderator", told: true, undo: "undo", against: false },
  refuse: { label: "退回修改", who: "moderator", told: true, undo: "undo", against: true },
  ignore: { label: "忽略", who: "moderator", told: false, undo: "undo", against: false },
  discard: { label: "删除", who: "moderator", told: true, undo: "undo", against: true },
} as const satisfies Record<string, ModeratorAction>;
export type ReviewAction = keyof typeof reviewActions;
export const reviewActionNames = Object.keys(reviewActions) as ReviewAction[];

/** Actions on replies, as on topics. */
export const postActions = ["hidePost", "showPost", "recyclePost"] as const;

/** All other actions in the log. */
const otherActions = {
  hidePost: { label: "屏蔽回复", who: "moderator", told: true, undo: "undo", against: true },
  showPost: { label: "取消屏蔽回复", who: "moderator", told: true, undo: "undo", against: false },
  recyclePost: { label: "删除回复到回收站", who: "moderator", told: true, undo: "undo", against: true },
  recoverPost: { label: "恢复回复", who: "moderator", told: true, undo: "undo", against: false },
  destroyPost: { label: "彻底销毁回复", who: "admin", told: true, undo: "never", against: true },
  moveReplies: { label: "移动回复", who: "moderator", told: true, undo: "undo", against: false },
  splitTopic: { label: "拆分主题", who: "moderator", told: true, undo: "undo", against: false },
  mergeTopic: { label: "合并主题", who: "moderator", told: true, undo: "undo", against: false },
  rewrite: { label: "修改后通过", who: "moderator", told: true, undo: "undo", against: true },
  approveProfile: { label: "通过资料修改", who: "admin", told: true, undo: "undo", against: false },
  refuseProfile: { label: "退回资料修改", who: "admin", told: true, undo: "undo", against: false },
  ignoreProfile: { label: "忽略资料修改", who: "admin", told: false, undo: "undo", against: false },
  expire: { label: "标记到期", who: "moderator", told: false, undo: "none", against: false },
  undo: { label: "撤销", who: "moderator", told: true, undo: "none", against: false },
  recycleText: { label: "清理近期内容", who: "moderator", told: false, undo: "undo", against: true },
  warn: { label: "警告", who: "moderator", told: true, undo: "undo", against: true },
  mute: { label: "禁言", who: "moderator", told: true, undo: "undo", against: true },
  ban: { label: "禁止访问", who: "moderator", told: true, undo: "undo", against: true },
  lift: { label: "恢复正常", who: "moderator", told: true, undo: "undo", against: false },
  note: { label: "记录备注", who: "moderator", told: false, undo: "none", against: false },
  banAddress: { label: "封禁地址", who: "admin", told: false, undo: "undo", against: false },
  unbanAddress: { label: "解封地址", who: "admin", told: false, undo: "undo", against: false },
  right: { label: "用户授权", who: "moderator", told: true, undo: "again", against: false },
  describe: { label: "修改版块介绍", who: "moderator", told: false, undo: "again", against: false },
  section: { label: "修改版块设置", who: "moderator", told: false, undo: "again", against: false },
  classes: { label: "修改分类", who: "moderator", told: false, undo: "again", against: false },
  createSection: { label: "新建版块", who: "admin", told: false, undo: "none", against: false },
  editSection: { label: "修改版块资料", who: "admin", told: false, undo: "again", against: false },
  arrangeSections: { label: "调整分区和顺序", who: "admin", told: false, undo: "again", against: false },
  archiveSection: { label: "归档版块", who: "admin", told: false, undo: "again", against: false },
  reopenSection: { label: "重新开放版块", who: "admin", told: false, undo: "again", against: false },
  appoint: { label: "任命版主", who: "admin", told: true, undo: "again", against: false },
  dismiss: { label: "免去版主", who: "admin", told: true, undo: "again", against: false },
  appointAdmin: { label: "任命管理员", who: "admin", told: true, undo: "again", against: false },
  dismissAdmin: { label: "免去管理员", who: "admin", told: true, undo: "again", against: false },
  appointEditor: { label: "任命编辑", who: "admin", told: true, undo: "again", against: false },
  dismissEditor: { label: "免去编辑", who: "admin", told: true, undo: "again", against: false },
  appointLecturer: { label: "任命讲师", who: "admin", told: true, undo: "again", against: false },
  dismissLecturer: { label: "免去讲师", who: "admin", told: true, undo: "again", against: false },
  appointAnalyst: { label: "任命分析员", who: "admin", told: true, undo: "again", against: false },
  dismissAnalyst: { label: "免去分析员", who: "admin", told: true, undo: "again", against: false },
  endRole: { label: "角色到期", who: "admin", told: true, undo: "none", against: false },
  announce: { label: "发公告", who: "admin", told: false, undo: "never", against: false },
  stopAnnouncement: { label: "停止公告", who: "admin", told: false, undo: "never", against: false },
  exportMembers: { label: "导出用户名单", who: "admin", told: false, undo: "none", against: false },
  seeAs: { label: "以他人身份查看", who: "admin", told: false, undo: "none", against: false },
  resetPassword: { label: "重置密码", who: "admin", told: false, undo: "none", against: false },
  removeFactors: { label: "停用两步验证", who: "admin", told: false, undo: "none", against: false },
  assign: { label: "受理举报", who: "moderator", told: false, undo: "undo", against: false },
  caseNote: { label: "举报备注", who: "moderator", told: false, undo: "none", against: false },
  uphold: { label: "举报成立", who: "moderator", told: true, undo: "undo", against: true },
  reject: { label: "举报不成立", who: "moderator", told: true, undo: "undo", against: false },
  appealUpheld: { label: "申诉成立", who: "moderator", told: true, undo: "undo", against: false },
  appealRejected: { label: "申诉不成立", who: "moderator", told: true, undo: "undo", against: false },
  word: { label: "修改敏感词", who: "admin", told: false, undo: "again", against: false },
  rescan: { label: "重新扫描敏感词", who: "admin", told: false, undo: "none", against: false },
  upholdMessage: { label: "私信举报成立", who: "admin", told: true, undo: "undo", against: false },
  rejectMessage: { label: "私信举报不成立", who: "admin", told: true, undo: "undo", against: false },
  publishContent: { label: "发布内容", who: "admin", told: false, undo: "again", against: false },
  withdrawContent: { label: "下架内容", who: "admin", told: false, undo: "again", against: false },
  decideContent: { label: "处理内容冲突", who: "admin", told: false, undo: "again", against: false },
  loadContent: { label: "装载内容包", who: "admin", told: false, undo: "none", against: false },
  exportContent: { label: "导出内容包", who: "admin", told: false, undo: "none", against: false },
  advice: { label: "答复建议或投诉", who: "admin", told: true, undo: "again", against: false },
  adviceAssign: { label: "分派建议或投诉", who: "admin", told: false, undo: "again", against: false },
  adviceNote: { label: "建议或投诉的备注", who: "admin", told: false, undo: "none", against: false },
  adviceDue: { label: "改答复期限", who: "admin", told: false, undo: "again", against: false },
  adviceOverdue: { label: "超期提醒", who: "admin", told: false, undo: "none", against: false },
  saveCannedReply: { label: "保存常用答复", who: "admin", told: false, undo: "again", against: false },
  removeCannedReply: { label: "删除常用答复", who: "admin", told: false, undo: "never", against: false },
} as const satisfies Record<string, ModeratorAction>;

/**
 * The complete table of moderators' actions: who may do them, whether somebody gets a notice, and how they are
 * undone.
 */
export const moderatorActions = { ...topicActions, ...binActions, ...reviewActions, ...otherActions };
export type LogAction = keyof typeof moderatorActions;
export const logActionNames = Object.keys(moderatorActions) as LogAction[];

/** The label of each action, for buttons and the log. */
export const logActions = Object.fromEntries(
  logActionNames.map((name) => [name, moderatorActions[name].label]),
) as Record<LogAction, string>;

/** The subject of a row of the log. */
export const logTargets = [
  "topic",
  "post",
  "person",
  "section",
  "profile",
  "case",
  "appeal",
  "word",
  "network",
  "advice",
  "message",
  "content",
  "batch",
  "announcement",
  "cannedReply",
] as const;
export type LogTarget = (typeof logTargets)[number];

/** Changed values before and after an action: ids, states, names of marks and digest levels; never typed text. */
export type LogValues = Record<string, string | number | boolean | null>;

/** The marks of a topic that can have an end, by their columns. */
export const topicMarks = ["pinScope", "digestLevel", "highlight", "stamp", "icon", "closed"] as const;
export type TopicMark = (typeof topicMarks)[number];

/** The lists in which a pinned topic comes first. */
export const pinScopes = { section: "版块置顶", group: "分区置顶", site: "全站置顶" } as const;
export type PinScope = keyof typeof pinScopes;

export const digestLevels = { 1: "精华 I", 2: "精华 II", 3: "精华 III" } as const;

/** The stamps by their texts, and the small icon that each sets with it. */
export const stamps = {
  推荐: "star",
  优秀: "trophy",
  官方: "flag",
  好点子: "bulb",
  热心: "heart",
} as const;
export const topicIcons = ["star", "bulb", "trophy", "flag", "heart", "speakerphone"] as const;

/** The parameters of an action besides its targets. */
export interface ModerationOptions {
  /** The scope, level, colour, stamp, icon, class or section, as the action needs; empty removes a mark. */
  value?: string;
  /** The days until a mark or a penalty ends; missing or 0: no end. */
  days?: number;
  /** When a person is muted or banned: their texts of this many days go to the recycle bin. */
  recycleDays?: number;
  /** The penalty for the author of a text whose case is upheld. */
  author?: AuthorAction;
  /** Leave a pointer in the old section when a topic is moved. */
  pointer?: boolean;
  /** The topic that a closed one duplicates. */
  duplicateOf?: number;
  /** The replies that are moved to another topic. */
  posts?: number[];
  /** The title of the topic that replies are split into. */
  title?: string;
}
