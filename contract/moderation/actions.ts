import type { AuthorAction } from "./penalties";

/** What moderators do, by one table: buttons, handlers, the log and the tests read it. */

/** Whose hands it takes: a moderator of the section, or an administrator alone. */
export type ModeratorRole = "moderator" | "admin";

interface ModeratorAction {
  /** On its button, and in the log. */
  label: string;
  who: ModeratorRole;
  /** Whether the texts' author is told. */
  told: boolean;
}

/**
 * What can be done to topics, in the order in which it is offered: what favours the author first, what
 * destroys last (spec 7.2, topic operate, stamp and icon, close, hide, change section).
 */
export const topicActions = {
  digest: { label: "设为精华", who: "moderator", told: true },
  pin: { label: "置顶", who: "moderator", told: true },
  highlight: { label: "高亮标题", who: "moderator", told: true },
  recommend: { label: "推荐到版块", who: "moderator", told: true },
  stamp: { label: "加图章", who: "moderator", told: true },
  icon: { label: "加图标", who: "moderator", told: false },
  raise: { label: "提升", who: "moderator", told: false },
  show: { label: "取消屏蔽", who: "moderator", told: true },
  open: { label: "重新打开", who: "moderator", told: true },
  class: { label: "改分类", who: "moderator", told: false },
  move: { label: "移动", who: "moderator", told: true },
  sink: { label: "下沉", who: "moderator", told: false },
  close: { label: "关闭", who: "moderator", told: true },
  hide: { label: "屏蔽", who: "moderator", told: true },
  recycle: { label: "删除到回收站", who: "moderator", told: true },
} as const satisfies Record<string, ModeratorAction>;
export type TopicAction = keyof typeof topicActions;
export const topicActionNames = Object.keys(topicActions) as TopicAction[];

/** What can be done to things in the bin. */
export const binActions = {
  recover: { label: "恢复", who: "moderator", told: true },
  destroy: { label: "彻底销毁", who: "admin", told: true },
} as const satisfies Record<string, ModeratorAction>;
export type BinAction = keyof typeof binActions;

/** What can be decided on a text that waits. */
export const reviewActions = {
  approve: { label: "通过", who: "moderator", told: true },
  refuse: { label: "退回修改", who: "moderator", told: true },
  ignore: { label: "忽略", who: "moderator", told: false },
  discard: { label: "删除", who: "moderator", told: true },
} as const satisfies Record<string, ModeratorAction>;
export type ReviewAction = keyof typeof reviewActions;
export const reviewActionNames = Object.keys(reviewActions) as ReviewAction[];

/** What can be done to replies, as to topics. */
export const postActions = ["hidePost", "showPost", "recyclePost"] as const;

/** Whatever else the log knows. */
export const otherActions = {
  hidePost: "屏蔽回复",
  showPost: "取消屏蔽回复",
  recyclePost: "删除回复到回收站",
  recoverPost: "恢复回复",
  destroyPost: "彻底销毁回复",
  rewrite: "修改后通过",
  approveProfile: "通过资料修改",
  refuseProfile: "退回资料修改",
  ignoreProfile: "忽略资料修改",
  expire: "标记到期",
  undo: "撤销",
  recycleText: "清理近期内容",
  warn: "警告",
  mute: "禁言",
  ban: "禁止访问",
  lift: "恢复正常",
  note: "记录备注",
  banAddress: "封禁地址",
  unbanAddress: "解封地址",
  right: "用户授权",
  describe: "修改版块介绍",
  section: "修改版块设置",
  classes: "修改分类",
  appoint: "任命版主",
  dismiss: "免去版主",
  assign: "受理举报",
  caseNote: "举报备注",
  uphold: "举报成立",
  reject: "举报不成立",
  appealUpheld: "申诉成立",
  appealRejected: "申诉不成立",
  word: "修改敏感词",
  rescan: "重新扫描敏感词",
  upholdMessage: "私信举报成立",
  rejectMessage: "私信举报不成立",
  advice: "答复建议或投诉",
} as const;

export const logActions = {
  ...(Object.fromEntries(
    Object.entries({ ...topicActions, ...binActions, ...reviewActions }).map(([name, { label }]) => [
      name,
      label,
    ]),
  ) as Record<TopicAction | BinAction | ReviewAction, string>),
  ...otherActions,
};
export type LogAction = keyof typeof logActions;
export const logActionNames = Object.keys(logActions) as LogAction[];

/**
 * How what was done is taken back.
 * - `undo`: for seven days, all that one form did, by 撤销: in the message after it and on its own page;
 * - `again`: by the same form, which shows what is set and sets what was, or by the action that stands
 * against it;
 * - `never`: it cannot be, which is said before: it is asked about first;
 * - `none`: nothing is lost by it: a line is added, a look is asked for, or it is an end that nobody decided.
 */
export type TakenBack = "undo" | "again" | "never" | "none";

/** The one table of what can be taken back and how: handlers, messages and a test that walks it all read it. */
export const takenBack: Record<LogAction, TakenBack> = {
  ...(Object.fromEntries(topicActionNames.map((name) => [name, "undo"])) as Record<TopicAction, "undo">),
  recover: "undo",
  destroy: "never",
  approve: "undo",
  refuse: "undo",
  ignore: "undo",
  discard: "undo",
  rewrite: "undo",
  hidePost: "undo",
  showPost: "undo",
  recyclePost: "undo",
  recoverPost: "undo",
  destroyPost: "never",
  approveProfile: "undo",
  refuseProfile: "undo",
  ignoreProfile: "undo",
  assign: "undo",
  uphold: "undo",
  reject: "undo",
  appealUpheld: "undo",
  appealRejected: "undo",
  upholdMessage: "undo",
  rejectMessage: "undo",
  recycleText: "undo",
  warn: "undo",
  mute: "undo",
  ban: "undo",
  lift: "undo",
  banAddress: "undo",
  unbanAddress: "undo",
  right: "again",
  describe: "again",
  section: "again",
  classes: "again",
  appoint: "again",
  dismiss: "again",
  word: "again",
  advice: "again",
  note: "none",
  caseNote: "none",
  rescan: "none",
  expire: "none",
  undo: "none",
};

/** What a row of the log is about. */
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
  "batch",
] as const;
export type LogTarget = (typeof logTargets)[number];

/** What changed, before and after: ids, states, names of marks and digests, never a person's words. */
export type LogValues = Record<string, string | number | boolean | null>;

/** The marks of a topic that may end by themselves, by the column that they stand in. */
export const topicMarks = ["pinScope", "digestLevel", "highlight", "stamp", "icon", "closed"] as const;
export type TopicMark = (typeof topicMarks)[number];

/** Where a pinned topic stands first. */
export const pinScopes = { section: "版块置顶", group: "分区置顶", site: "全站置顶" } as const;
export type PinScope = keyof typeof pinScopes;

export const digestLevels = { 1: "精华 I", 2: "精华 II", 3: "精华 III" } as const;

/** The seals by what stands on them, and the small icon that each sets with it. */
export const stamps = {
  推荐: "star",
  优秀: "trophy",
  官方: "flag",
  好点子: "bulb",
  热心: "heart",
} as const;
export const topicIcons = ["star", "bulb", "trophy", "flag", "heart", "speakerphone"] as const;

/** What an action was asked to do, beside to what. */
export interface ModerationOptions {
  /** The scope, level, colour, seal, icon, class or section, as the action has it; empty takes a mark off. */
  value?: string;
  /** Until a mark, or a penalty, ends by itself, in days; absent or 0: for good. */
  days?: number;
  /** Of how many days the texts of whoever is muted or banned go to the bin with it. */
  recycleDays?: number;
  /** What becomes of the author of a text whose case is upheld. */
  author?: AuthorAction;
  /** A moved topic leaves a pointer. */
  pointer?: boolean;
  /** The topic that a closed one repeats. */
  duplicateOf?: number;
}
