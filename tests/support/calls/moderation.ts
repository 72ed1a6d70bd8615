import { type RightName, rightNames } from "contract/moderation/constants";
import type { CallsOf } from "../call-rows";
import { next, submissionId } from "../gateway";

const everyRight = <Value extends string>(value: Value) =>
  Object.fromEntries(Object.keys(rightNames).map((name) => [name, value])) as Record<RightName, Value>;

const form = () => ({ reason: "按版规处理", submissionId: submissionId() });

/** The calls of moderation in tests. */
export const calls: CallsOf<"moderation"> = {
  submitAppeal: {
    who: "signedIn",
    lost: "added",
    unreached: "Against what a moderator decided: moderator-people.test.ts.",
    request: ({ log }) => ({ logId: log, text: "这不是广告" }),
  },
  appealList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/report"], request: () => ({}) },
  handleAppeal: {
    who: "staff",
    own: "alone",
    lost: "decided",
    request: ({ others }) => ({ ...form(), ids: [others.pid], decision: "reject" }),
  },
  moderatorOverview: { who: "staff", own: "nobodys", request: () => ({}) },
  moderationStatistics: {
    who: "staff",
    own: "nobodys",
    subjectOf: ["/moderator/overview"],
    request: () => ({}),
  },
  moderatorTopicList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/theme"], request: () => ({}) },
  moderatorMatches: {
    who: "staff",
    own: "nobodys",
    unreached:
      "What a question says before it is answered (moderator-audit.test.ts, moderator-theme.test.ts).",
    request: () => ({ list: "topics" }),
  },
  topicOperate: {
    who: "staff",
    own: "alone",
    lost: "undone",
    request: ({ others }) => ({ ...form(), ids: [others.tid], action: "raise" }),
  },
  moderatorPostOperate: {
    who: "staff",
    own: "alone",
    lost: "undone",
    unreached: "In a dialog that a moderator opens on a topic's page: moderate-where-read.test.ts.",
    request: ({ others }) => ({ ...form(), ids: [others.reply], action: "hidePost" }),
  },
  batchDetail: {
    who: "staff",
    own: "nobodys",
    unreached: "What became of a form of one's own (moderator-theme.test.ts).",
    request: ({ batch }) => ({ batch }),
  },
  undoBatch: {
    who: "staff",
    own: "nobodys",
    lost: "undone",
    unreached:
      "With things that are ticked, and after such a form: moderator-theme.test.ts, moderator-audit.test.ts.",
    request: ({ batch }) => ({ reason: "按错了", submissionId: submissionId(), batch }),
  },
  deletedForGood: {
    who: "staff",
    own: "nobodys",
    unreached:
      "What a question says before it is answered (moderator-audit.test.ts, moderator-theme.test.ts).",
    request: () => ({ of: "topics" as const, ids: [1] }),
  },
  recycleTopicList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/recycle"], request: () => ({}) },
  recycleReplyList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/recycle"], request: () => ({}) },
  recoverContent: {
    who: "staff",
    own: "alone",
    lost: "undone",
    request: ({ others }) => ({ ...form(), ids: [others.tid], of: "topics" }),
  },
  destroyContent: {
    who: "admin",
    own: "alone",
    lost: { asked: "app/screens/moderator/recycle.tsx" },
    request: ({ others }) => ({ ...form(), ids: [others.tid], of: "topics" }),
  },
  managementLog: { who: "staff", own: "nobodys", subjectOf: ["/moderator/log"], request: () => ({}) },
  reportList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/report"], request: () => ({}) },
  assignReport: {
    who: "staff",
    own: "alone",
    lost: "undone",
    request: ({ others }) => ({ ids: [others.pid], submissionId: submissionId() }),
  },
  addCaseNote: {
    who: "ofSection",
    own: "refused",
    lost: "added",
    unreached: "With words that are right: moderator-words.test.ts.",
    request: ({ reportCase }) => ({ id: reportCase, text: "和上次是同一个人" }),
  },
  handleReport: {
    who: "staff",
    own: "alone",
    lost: "decided",
    request: ({ others }) => ({ ...form(), ids: [others.pid], decision: "reject" }),
  },
  reportedMessageList: {
    who: "admin",
    own: "nobodys",
    subjectOf: ["/moderator/advice"],
    request: () => ({}),
  },
  handleMessageReport: {
    who: "admin",
    own: "alone",
    lost: "decided",
    request: ({ message }) => ({ ...form(), ids: [message], decision: "reject" }),
  },
  matchUser: {
    who: "staff",
    own: "nobodys",
    subjectOf: ["/moderator/forbiddenUser"],
    request: () => ({ text: "小" }),
  },
  forbiddenList: { who: "staff", own: "nobodys", request: () => ({}) },
  forbiddenInfo: {
    who: "staff",
    own: "nobodys",
    subjectOf: ["/moderator/forbiddenUser"],
    request: ({ other }) => ({ uid: other.id }),
  },
  updateForbidden: {
    who: "staff",
    own: "refused",
    lost: "undone",
    request: ({ other }) => ({ ...form(), uid: other.id, action: "warn" }),
  },
  addPersonNote: {
    who: "staff",
    own: "refused",
    lost: "added",
    request: ({ other }) => ({ uid: other.id, text: "提醒过一次" }),
  },
  addressBanList: {
    who: "admin",
    own: "nobodys",
    subjectOf: ["/moderator/forbiddenUser"],
    request: () => ({}),
  },
  banAddress: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    request: () => ({ network: "203.0.113.0/24", reason: "广告", days: 1 }),
  },
  unbanAddress: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    unreached: "With words that are right: moderator-words.test.ts.",
    request: ({ others }) => ({ ...form(), ids: [others.pid] }),
  },
  reviewTopicList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/audit"], request: () => ({}) },
  reviewReplyList: { who: "staff", own: "nobodys", subjectOf: ["/moderator/audit"], request: () => ({}) },
  reviewContent: {
    who: "staff",
    own: "alone",
    lost: "undone",
    request: ({ others }) => ({ ...form(), ids: [others.pid], action: "approve" }),
  },
  reviewText: {
    who: "ofSection",
    own: "nobodys",
    unreached: "Of a text that waits (moderator-audit.test.ts).",
    request: ({ others }) => ({ pid: others.reply }),
  },
  rewriteContent: {
    who: "ofSection",
    own: "refused",
    lost: "undone",
    unreached:
      "With things that are ticked, and after such a form: moderator-theme.test.ts, moderator-audit.test.ts.",
    request: ({ others }) => ({
      pid: others.reply,
      content: `改正过的正文${next()}`,
      reason: "去掉推广",
    }),
  },
  claimReview: {
    who: "staff",
    own: "alone",
    lost: "undone",
    unreached:
      "With things that are ticked, and after such a form: moderator-theme.test.ts, moderator-audit.test.ts.",
    request: ({ others }) => ({ ids: [others.pid] }),
  },
  reviewProfileList: {
    who: "admin",
    own: "nobodys",
    subjectOf: ["/moderator/audit"],
    unreached: "Behind a tab for administrators (moderator-audit.test.ts).",
    request: () => ({}),
  },
  reviewProfile: {
    who: "admin",
    own: "alone",
    lost: "decided",
    unreached:
      "With things that are ticked, and after such a form: moderator-theme.test.ts, moderator-audit.test.ts.",
    request: ({ others }) => ({ ...form(), ids: [others.pid], action: "approve" }),
  },
  moderatedForum: {
    who: "ofSection",
    own: "nobodys",
    subjectOf: ["/moderator/module"],
    request: ({ section }) => ({ fid: section.fid }),
  },
  forumDescriptionVersions: {
    who: "ofSection",
    own: "nobodys",
    request: ({ section }) => ({ fid: section.fid }),
  },
  updateForumDescription: {
    who: "ofSection",
    own: "nobodys",
    lost: "undone",
    request: ({ section }) => ({ fid: section.fid, summary: "新的介绍", rules: "新的版规" }),
  },
  restoreForumDescription: {
    who: "ofSection",
    own: "nobodys",
    lost: "undone",
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section, sectionVersion }) => ({ fid: section.fid, version: sectionVersion }),
  },
  updateForumSettings: {
    who: "ofSection",
    own: "nobodys",
    lost: "undone",
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section }) => ({
      fid: section.fid,
      preReview: "newcomers",
      recycleBin: true,
      postingClosed: false,
      unlisted: false,
      reason: "新人较多",
    }),
  },
  recommendTopic: {
    who: "ofSection",
    own: "refused",
    lost: "undone",
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section, others }) => ({ fid: section.fid, topic: String(others.tid), position: 1 }),
  },
  unrecommendTopic: {
    who: "ofSection",
    own: "nobodys",
    lost: "undone",
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section, others }) => ({ fid: section.fid, tid: others.tid }),
  },
  saveTopicClass: {
    who: "ofSection",
    own: "nobodys",
    lost: "undone",
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section }) => ({ fid: section.fid, name: `类${submissionId()}`, position: 3 }),
  },
  deleteTopicClass: {
    who: "ofSection",
    own: "nobodys",
    lost: { asked: "app/screens/moderator/module/module.server.ts" },
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section }) => ({ fid: section.fid, id: section.classes[1] ?? 0 }),
  },
  appointModerator: {
    who: "admin",
    own: "refused",
    lost: "undone",
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section, other }) => ({
      fid: section.fid,
      person: String(other.id),
      reason: "熟悉这个方向",
    }),
  },
  dismissModerator: {
    who: "admin",
    own: "refused",
    lost: { asked: "app/screens/moderator/module/module.server.ts" },
    unreached: "Behind a tab of a section's, or with a number: moderator-module.test.ts.",
    request: ({ section, other }) => ({ fid: section.fid, uid: other.id, reason: "任期已满" }),
  },
  userPermissionInfo: {
    who: "ofSection",
    own: "nobodys",
    subjectOf: ["/moderator/userAuth"],
    request: ({ section, other }) => ({ fid: section.fid, person: String(other.id) }),
  },
  updateUserPermission: {
    who: "ofSection",
    own: "refused",
    lost: "undone",
    request: ({ section, other }) => ({
      fid: section.fid,
      uid: other.id,
      reason: "多次发错版块",
      rights: { ...everyRight("default"), post: "deny" },
    }),
  },
  updateForumRights: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    request: ({ section }) => ({
      fid: section.fid,
      reason: "内部版块",
      rules: { ...everyRight("everyone"), uploadAttachment: "members" },
    }),
  },
  sensitiveWordList: { who: "admin", own: "nobodys", subjectOf: ["/moderator/words"], request: () => ({}) },
  saveSensitiveWord: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    unreached: "With words that are right: moderator-words.test.ts.",
    request: () => ({ word: `新词${next()}`, level: "review" }),
  },
  removeSensitiveWords: {
    who: "admin",
    own: "nobodys",
    lost: { asked: "app/screens/moderator/words/words.tsx" },
    unreached: "With words that are right: moderator-words.test.ts.",
    request: ({ word }) => ({ words: [word] }),
  },
  importSensitiveWords: {
    who: "admin",
    own: "nobodys",
    lost: "undone",
    request: () => ({ text: `导入词${next()},审核`, level: "refuse" }),
  },
  trySensitiveWords: {
    who: "admin",
    own: "nobodys",
    unreached: "What the test box asks (moderator-words.test.ts).",
    request: () => ({ text: "板子点不亮" }),
  },
  rescanSensitiveWords: { who: "admin", own: "nobodys", lost: "added", request: () => ({}) },
};
