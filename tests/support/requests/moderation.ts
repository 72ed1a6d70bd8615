import { type RightName, rightNames } from "contract/moderation/rights";
import { next, submissionId } from "../gateway";
import type { Requests } from "../scene";

const everyRight = <Value extends string>(value: Value) =>
  Object.fromEntries(Object.keys(rightNames).map((name) => [name, value])) as Record<RightName, Value>;
const nothing = () => ({});
const form = () => ({ reason: "按版规处理", submissionId: submissionId() });

/** Right requests of the moderation calls: each is about the scene's other person's texts. */
export const moderationRequests = {
  moderatorOverview: nothing,
  moderationStatistics: nothing,
  moderatorTopicList: nothing,
  moderatorMatches: () => ({ list: "topics" }),
  topicOperate: ({ others }) => ({ ...form(), ids: [others.tid], action: "raise" }),
  moderatorPostOperate: ({ others }) => ({ ...form(), ids: [others.reply], action: "hidePost" }),
  deletedForGood: () => ({ of: "topics" as const, ids: [1] }),
  batchDetail: ({ batch }) => ({ batch }),
  undoBatch: ({ batch }) => ({ reason: "按错了", submissionId: submissionId(), batch }),
  recycleTopicList: nothing,
  recycleReplyList: nothing,
  recoverContent: ({ others }) => ({ ...form(), ids: [others.tid], of: "topics" }),
  destroyContent: ({ others }) => ({ ...form(), ids: [others.tid], of: "topics" }),
  managementLog: nothing,
  reviewTopicList: nothing,
  reviewReplyList: nothing,
  reviewContent: ({ others }) => ({ ...form(), ids: [others.pid], action: "approve" }),
  reviewText: ({ others }) => ({ pid: others.reply }),
  rewriteContent: ({ others }) => ({
    pid: others.reply,
    content: `改正过的正文${next()}`,
    reason: "去掉推广",
  }),
  sensitiveWordList: nothing,
  saveSensitiveWord: () => ({ word: `新词${next()}`, level: "review" }),
  removeSensitiveWords: ({ word }) => ({ words: [word] }),
  importSensitiveWords: () => ({ text: `导入词${next()},审核`, level: "refuse" }),
  trySensitiveWords: () => ({ text: "板子点不亮" }),
  rescanSensitiveWords: nothing,
  claimReview: ({ others }) => ({ ids: [others.pid] }),
  reportList: nothing,
  assignReport: ({ others }) => ({ ids: [others.pid], submissionId: submissionId() }),
  handleReport: ({ others }) => ({ ...form(), ids: [others.pid], decision: "reject" }),
  addCaseNote: ({ reportCase }) => ({ id: reportCase, text: "和上次是同一个人" }),
  submitAppeal: ({ log }) => ({ logId: log, text: "这不是广告" }),
  appealList: nothing,
  handleAppeal: ({ others }) => ({ ...form(), ids: [others.pid], decision: "reject" }),
  matchUser: () => ({ text: "小" }),
  forbiddenList: nothing,
  forbiddenInfo: ({ other }) => ({ uid: other.id }),
  updateForbidden: ({ other }) => ({ ...form(), uid: other.id, action: "warn" }),
  addPersonNote: ({ other }) => ({ uid: other.id, text: "提醒过一次" }),
  addressBanList: nothing,
  banAddress: () => ({ network: "203.0.113.0/24", reason: "广告", days: 1 }),
  unbanAddress: ({ others }) => ({ ...form(), ids: [others.pid] }),
  moderatedForum: ({ section }) => ({ fid: section.fid }),
  forumDescriptionVersions: ({ section }) => ({ fid: section.fid }),
  updateForumDescription: ({ section }) => ({ fid: section.fid, summary: "新的介绍", rules: "新的版规" }),
  restoreForumDescription: ({ section, sectionVersion }) => ({ fid: section.fid, version: sectionVersion }),
  updateForumSettings: ({ section }) => ({
    ...{ fid: section.fid, preReview: "newcomers", recycleBin: true, postingClosed: false, unlisted: false },
    reason: "新人较多",
  }),
  recommendTopic: ({ section, others }) => ({ fid: section.fid, topic: String(others.tid), position: 1 }),
  unrecommendTopic: ({ section, others }) => ({ fid: section.fid, tid: others.tid }),
  saveTopicClass: ({ section }) => ({ fid: section.fid, name: `类${submissionId()}`, position: 3 }),
  deleteTopicClass: ({ section }) => ({ fid: section.fid, id: section.classes[1] ?? 0 }),
  appointModerator: ({ section, other }) => ({
    ...{ fid: section.fid, person: String(other.id), reason: "熟悉这个方向" },
  }),
  dismissModerator: ({ section, other }) => ({ fid: section.fid, uid: other.id, reason: "任期已满" }),
  userPermissionInfo: ({ section, other }) => ({ fid: section.fid, person: String(other.id) }),
  updateUserPermission: ({ section, other }) => ({
    ...{ fid: section.fid, uid: other.id, reason: "多次发错版块" },
    rights: { ...everyRight("default"), post: "deny" },
  }),
  updateForumRights: ({ section }) => ({
    ...{ fid: section.fid, reason: "内部版块" },
    rules: { ...everyRight("everyone"), uploadAttachment: "members" },
  }),
  reportedMessageList: nothing,
  handleMessageReport: ({ message }) => ({ ...form(), ids: [message], decision: "reject" }),
  reviewProfileList: nothing,
  reviewProfile: ({ others }) => ({ ...form(), ids: [others.pid], action: "approve" }),
} satisfies Partial<Requests>;
