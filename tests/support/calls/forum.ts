import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";
import type { Scene } from "../scene";

const topicFields = ({ section }: Scene) => ({
  fid: section.fid,
  classId: section.classes[0] ?? null,
  title: "驱动加载后触摸无响应",
  content: "**已排除**：供电、复位",
  tags: ["驱动"],
});

/** The calls of the forum in tests. */
export const calls: CallsOf<"forum"> = {
  saveDraft: {
    who: "signedIn",
    lost: "undone",
    request: ({ others }) => ({
      target: `reply:${others.tid}`,
      title: "",
      content: "写到一半",
      fields: null,
      baseRevision: 0,
      automatic: true,
    }),
  },
  draftList: { who: "signedIn", subjectOf: ["/forum/publish", "/posting/drafts"], request: () => ({}) },
  draftVersions: {
    who: "signedIn",
    subjectOf: ["/posting/drafts"],
    request: ({ own }) => ({ id: own.draft }),
  },
  restoreDraft: {
    who: "signedIn",
    lost: "undone",
    unreached:
      "Of what the demo has none: a message to report, a person who is blocked, a draft's version, an arrival.",
    request: ({ own }) => ({ id: own.draft, revision: 1 }),
  },
  deleteDraft: { who: "signedIn", lost: "undone", request: ({ own }) => ({ id: own.draft }) },
  recoverDraft: {
    who: "signedIn",
    lost: "undone",
    unreached: "Of a draft that was thrown away: drafts.test.ts.",
    request: ({ own }) => ({ id: own.draft }),
  },
  homeTopicList: {
    who: "everyone",
    subjectOf: ["/forum/all", "/forum/digest", "/forum/hot"],
    request: () => ({}),
  },
  sectionTopicList: { who: "everyone", request: ({ section }) => ({ fid: section.fid }) },
  userTopicList: { who: "everyone", request: ({ other }) => ({ uid: other.id }) },
  myTopics: { who: "signedIn", subjectOf: ["/forum/publish", "/personalCenter/posts"], request: () => ({}) },
  followedTopicList: { who: "signedIn", subjectOf: ["/forum/myfollow"], request: () => ({}) },
  relationalTopics: { who: "everyone", request: ({ others }) => ({ tid: others.tid }) },
  myFavorites: { who: "signedIn", subjectOf: ["/personalCenter/collection"], request: () => ({}) },
  userFavorites: { who: "everyone", request: ({ other }) => ({ uid: other.id }) },
  setFavoritesPublic: { who: "signedIn", lost: "undone", request: () => ({ public: true }) },
  renderContent: {
    who: "signedIn",
    unreached: "Forms ask for them before they post (any-upstream-forms.test.ts, upstream-parts.test.ts).",
    request: () => ({ content: "# 预览" }),
  },
  submitPost: {
    who: "phoneBound",
    lost: "added",
    request: ({ others }) => ({
      tid: others.tid,
      parent: others.reply,
      content: "同问",
      submissionId: submissionId(),
    }),
  },
  editPost: {
    who: "phoneBound",
    lost: "undone",
    request: ({ own }) => ({ pid: own.reply, content: "改过的回复" }),
  },
  editableContent: {
    who: "signedIn",
    subjectOf: ["/posting", "/posting/post"],
    request: ({ own }) => ({ pid: own.pid }),
  },
  deleteContent: {
    who: "unmuted",
    lost: { opened: ["app/screens/topic/dialogs/delete.tsx", "确认删除"] },
    request: ({ own }) => ({ pid: own.spareReply }),
  },
  postVersions: {
    who: "signedIn",
    unreached:
      "Of what the demo has none: an edited post, an own suggestion; and addresses that are none, or lead to a file.",
    request: ({ own }) => ({ pid: own.reply }),
  },
  submitReport: {
    who: "signedIn",
    lost: "added",
    request: ({ others }) => ({ pid: others.reply, reason: "spam", text: "广告" }),
  },
  likePost: { who: "signedIn", lost: "undone", request: ({ others }) => ({ pid: others.pid }) },
  unlikePost: { who: "signedIn", lost: "undone", request: ({ others }) => ({ pid: others.pid }) },
  myPosts: { who: "signedIn", subjectOf: ["/forum/publish", "/personalCenter/posts"], request: () => ({}) },
  otherUserPosts: { who: "everyone", request: ({ other }) => ({ uid: other.id }) },
  recommendedInvitees: { who: "signedIn", request: ({ own }) => ({ tid: own.tid }) },
  searchInvitee: { who: "signedIn", request: ({ other }) => ({ text: other.nickname }) },
  inviteAnswer: {
    who: "phoneBound",
    lost: "added",
    request: ({ own, other }) => ({ tid: own.tid, uid: other.id }),
  },
  accomplishQuestion: {
    who: "signedIn",
    lost: { opened: ["app/screens/topic/dialogs/accomplish.tsx", "结束的原因"] },
    request: ({ own }) => ({ tid: own.tid, pid: own.answer }),
  },
  markTopicRead: {
    who: "signedIn",
    lost: "added",
    unreached: "With a page, without a form: any-upstream.test.ts.",
    request: ({ others }) => ({
      tid: others.tid,
      floor: 2,
      replies: 1,
      lastReplyAt: "2026-01-02T03:04:05.000Z",
    }),
  },
  topicMarks: { who: "signedIn", request: ({ own, others }) => ({ tids: [own.tid, others.tid] }) },
  readAllTopics: { who: "signedIn", lost: "added", request: ({ section }) => ({ fid: section.fid }) },
  setTopicLevel: {
    who: "signedIn",
    lost: "undone",
    request: ({ others }) => ({ tid: others.tid, level: "follow" }),
  },
  leveledTopics: {
    who: "signedIn",
    subjectOf: ["/personalCenter/follow"],
    request: () => ({ level: "follow" }),
  },
  topicNews: { who: "everyone", request: ({ others }) => ({ tid: others.tid }) },
  movedPost: {
    who: "everyone",
    unreached: "Where a post or topic is not found: moderator-replies.test.ts.",
    request: ({ others }) => ({ tid: others.tid, pid: others.reply }),
  },
  sectionList: { who: "everyone", subjectOf: ["/posting"], request: () => ({}) },
  sectionDetail: {
    who: "everyone",
    subjectOf: ["/forum/:fid"],
    request: ({ section }) => ({ fid: section.fid }),
  },
  topicClasses: { who: "everyone", request: ({ section }) => ({ fid: section.fid }) },
  myForums: { who: "signedIn", subjectOf: ["/personalCenter/follow"], request: () => ({}) },
  forumTagList: { who: "everyone", subjectOf: ["/tags"], request: () => ({ text: "标签" }) },
  tagMap: { who: "everyone", subjectOf: ["/tags"], request: () => ({}) },
  tagDetail: { who: "everyone", subjectOf: ["/tags/:id"], request: ({ tag }) => ({ id: tag }) },
  tagTopicList: { who: "everyone", request: ({ tag }) => ({ id: tag }) },
  hotTags: { who: "everyone", request: () => ({}) },
  suggestTags: { who: "signedIn", request: () => ({ text: "标" }) },
  followedTags: { who: "signedIn", subjectOf: ["/tags", "/personalCenter/follow"], request: () => ({}) },
  saveTagFollow: { who: "signedIn", lost: "undone", request: ({ tag }) => ({ ids: [tag] }) },
  followedTagPosts: { who: "signedIn", request: () => ({}) },
  submitTopic: {
    who: "phoneBound",
    lost: "added",
    request: (scene) => ({ ...topicFields(scene), submissionId: submissionId() }),
  },
  editTopic: {
    who: "phoneBound",
    lost: "undone",
    request: (scene) => ({ tid: scene.own.tid, ...topicFields(scene) }),
  },
  topicDetail: {
    who: "everyone",
    subjectOf: ["/hsforum/:thread", "/postDetail", "/complaint"],
    request: ({ others }) => ({ tid: others.tid, pid: others.reply }),
  },
  depthPostList: { who: "everyone", request: ({ others }) => ({ pid: others.pid }) },
  viewTopic: { who: "everyone", lost: "added", request: ({ others }) => ({ tid: others.tid }) },
  favoriteTopic: { who: "signedIn", lost: "undone", request: ({ others }) => ({ tid: others.tid }) },
  cancelFavorite: { who: "signedIn", lost: "undone", request: ({ others }) => ({ tid: others.tid }) },
};
