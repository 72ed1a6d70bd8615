import type { CallInput, CallName } from "contract";
import type { Found } from "./found";

type Sample<Name extends CallName> = (found: Found) => CallInput<Name> | undefined;

/** A request with this value, or none if the gateway's answers have named nothing to ask about. */
const of = <Value, Input>(value: Value | undefined, input: (value: Value) => Input): Input | undefined =>
  value === undefined ? undefined : input(value);

const section = (found: Found) => found.fid ?? found.number("sectionList", "fid");
const topic = (found: Found) => found.number("homeTopicList", "tid");
const post = (found: Found) => found.number("topicDetail", "floors", "pid");
const author = (found: Found) => found.number("homeTopicList", "author", "uid");
const tag = (found: Found) => found.number("hotTags", "id") ?? found.number("forumTagList", "id");
const productClass = (found: Found) => found.number("productTree", "result", "id");
const product = (found: Found) => found.number("productList", "products", "id");
const file = (found: Found) => found.number("productResources", "pk_file");
const resource = (found: Found) => found.number("searchResource", "pk_rm_resource");
const version = (found: Found) => found.number("resourceDetail", "versions", "id");
const video = (found: Found) => found.number("videoList", "videos", "id");
const course = (found: Found) => found.number("courseList", "courses", "id");
const lesson = (found: Found) => found.number("courseById", "lessons", "id");
const activity = (found: Found) => found.number("activityList", "items", "id");
const organised = (found: Found) => found.number("activityOrganised", "items", "id");
const reply = (found: Found) => found.number("reviewReplyList", "items", "id");
const piece = (found: Found) => found.text("contentList", "pieces", "key");
const moderated = (found: Found) => found.fid ?? found.number("moderatorForumList", "fid");

/** Days of reports. */
const someDays = { from: "2026-01-01", to: "2026-01-31" };

/**
 * A good request of each reading call that needs one: made of what the gateway itself has answered before, so that it is
 * good for any gateway. Calls that are not here are asked with an empty request.
 */
export const samples: { [Name in CallName]?: Sample<Name> } = {
  getInfo: (found) => of(author(found), (pk_user) => ({ pk_user })),
  definitionByType: () => ({ type: "HS0011" }),
  verifyNickname: () => ({ nickname: "没人用过的名" }),
  checkUserSigned: () => ({ privacyId: "Disclaimer" }),
  trafficHeatmap: () => ({ page: "home", shell: "desktop" }),
  usageReport: () => ({ of: "products", ...someDays }),
  courseNumbers: () => someDays,
  searchNumbers: () => someDays,
  followStatus: (found) => of(author(found), (target) => ({ kind: "user", target })),
  myFollowInfo: () => ({ kind: "following" }),
  userFollowInfo: (found) => of(author(found), (uid) => ({ uid, kind: "followers" })),
  authorInfo: (found) => of(author(found), (uid) => ({ uid })),
  draftVersions: (found) => of(found.number("draftList", "drafts", "id"), (id) => ({ id })),
  sectionTopicList: (found) => of(section(found), (fid) => ({ fid })),
  userFavorites: (found) => of(author(found), (uid) => ({ uid })),
  // Their numbers and keys stand in somebody's mails alone.
  certificateByPublicId: () => undefined,
  ownCertificate: () => undefined,
  activitySeatOffer: () => undefined,
  activityProof: () => undefined,
  selectTestPassedByTypeId: () => ({ typeId: "2147483000" }),
  userTopicList: (found) => of(author(found), (uid) => ({ uid })),
  relationalTopics: (found) => of(topic(found), (tid) => ({ tid })),
  renderContent: () => ({ content: "# 标题\n\n**正文**" }),
  editableContent: (found) => of(found.number("myPosts", "pid"), (pid) => ({ pid })),
  postVersions: (found) => of(found.number("myPosts", "pid"), (pid) => ({ pid })),
  otherUserPosts: (found) => of(author(found), (uid) => ({ uid })),
  recommendedInvitees: (found) => of(found.number("myTopics", "tid"), (tid) => ({ tid })),
  searchInvitee: (found) =>
    of(found.text("homeTopicList", "nickName"), (text) => ({ text: text.slice(0, 2) })),
  topicMarks: (found) => of(topic(found), (tid) => ({ tids: [tid] })),
  leveledTopics: () => ({ level: "follow" }),
  topicNews: (found) => of(topic(found), (tid) => ({ tid })),
  sectionDetail: (found) => of(section(found), (fid) => ({ fid })),
  movedPost: (found) => of(topic(found), (tid) => ({ tid })),
  topicClasses: (found) => of(section(found), (fid) => ({ fid })),
  tagDetail: (found) => of(tag(found), (id) => ({ id })),
  tagTopicList: (found) => of(tag(found), (id) => ({ id })),
  topicDetail: (found) => of(topic(found), (tid) => ({ tid })),
  depthPostList: (found) => of(post(found), (pid) => ({ pid })),
  collectStatus: (found) => of(resource(found), (target) => ({ kind: "resource", targets: [target] })),
  ownList: (found) => of(found.number("ownLists", "lists", "id"), (id) => ({ id })),
  // Its key stands in an address that somebody was given.
  sharedList: () => undefined,
  ownListTargets: (found) => of(product(found), (id) => ({ kind: "product", targets: [id] })),
  courseById: (found) => of(course(found), (id) => ({ id })),
  lessonById: (found) => of(lesson(found), (id) => ({ id })),
  lessonTopics: (found) => of(lesson(found), (id) => ({ id })),
  lessonQuiz: (found) => of(lesson(found), (id) => ({ lesson: id })),
  lessonNotes: (found) => of(lesson(found), (id) => ({ lesson: id })),
  studyNote: (found) => of(found.number("studyNotes", "notes", "id"), (id) => ({ id })),
  previewCourse: (found) => of(found.number("managedCourses", "courses", "id"), (id) => ({ id })),
  examById: (found) => of(found.number("courseById", "examList", "id"), (id) => ({ id })),
  lecturerById: (found) => of(found.number("lecturers", "lecturers", "id"), (id) => ({ id })),
  courseLearners: (found) => of(found.number("managedCourses", "courses", "id"), (id) => ({ course: id })),
  courseVideoUploads: (found) =>
    of(found.number("managedCourses", "courses", "id"), (id) => ({ course: id })),
  learningPath: (found) => of(found.number("learningPaths", "paths", "id"), (id) => ({ id })),
  ownPath: (found) => of(found.number("learningPaths", "paths", "id"), (id) => ({ id })),
  studyOfCourse: (found) => of(course(found), (id) => ({ course: id })),
  studyProgress: (found) => of(course(found), (id) => ({ courses: [id] })),
  queryDcmMessageByUser: () => ({ type: "forum" }),
  innerMessages: (found) =>
    of(
      [author(found), found.number("heroRank", "uid")].find((uid) => uid !== found.uid),
      (uid) => ({ uid }),
    ),
  userAdviceDetail: (found) => of(found.text("userAdviceList", "number"), (number) => ({ number })),
  moderatorMatches: () => ({ list: "topics" }),
  roleList: () => ({ role: "editor" }),
  // Refused without an entry in the log of a table's number.
  memberTable: () => undefined,
  announcementReport: (found) => of(found.number("announcementList", "items", "id"), (id) => ({ id })),
  announcementReach: () => ({ kind: "announceSite", audience: "all" }),
  batchDetail: (found) => of(found.number("managementLog", "batch"), (batch) => ({ batch })),
  deletedForGood: () => ({ of: "topics", ids: [1] }),
  matchUser: (found) => of(found.text("homeTopicList", "nickName"), (text) => ({ text: text.slice(0, 2) })),
  forbiddenInfo: (found) => of(author(found), (uid) => ({ uid })),
  reviewText: (found) => of(reply(found), (pid) => ({ pid })),
  moderatedForum: (found) => of(moderated(found), (fid) => ({ fid })),
  forumDescriptionVersions: (found) => of(moderated(found), (fid) => ({ fid })),
  userPermissionInfo: (found) => of(moderated(found), (fid) => ({ fid })),
  trySensitiveWords: () => ({ text: "板子点不亮" }),
  activityDetail: (found) => of(activity(found), (activityId) => ({ activityId })),
  activityGallery: (found) => of(activity(found), (activityId) => ({ activityId })),
  activityTeamSearches: (found) => of(activity(found), (activityId) => ({ activityId })),
  activityLookupItems: (found) =>
    of(activity(found), (activityId) => ({ activityId, classCode: "categories" })),
  activityDictionaryData: () => ({ type: "education" }),
  activityCounts: (found) => of(organised(found), (activityId) => ({ activityId })),
  activitySignups: (found) => of(organised(found), (activityId) => ({ activityId })),
  activitySignupExport: (found) => of(organised(found), (activityId) => ({ activityId })),
  activitySignupHistory: (found) =>
    of(organised(found), (activityId) =>
      of(found.number("activitySignups", "items", "id"), (signupId) => ({ activityId, signupId })),
    ),
  activityTeamList: (found) => of(organised(found), (activityId) => ({ activityId })),
  activityWorks: (found) => of(organised(found), (activityId) => ({ activityId })),
  activityRegistration: (found) => of(activity(found), (activityId) => ({ activityId })),
  activityAccountDetail: (found) => of(activity(found), (activityId) => ({ activityId })),
  activityTeam: (found) => of(activity(found), (activityId) => ({ activityId })),
  activityWork: (found) => of(activity(found), (activityId) => ({ activityId })),
  productList: (found) => of(productClass(found), (id) => ({ id })),
  productTable: (found) => of(productClass(found), (id) => ({ id })),
  productCompare: (found) => of(product(found), (id) => ({ ids: [id] })),
  productInfo: (found) => of(product(found), (id) => ({ id })),
  productResources: (found) => of(product(found), (id) => ({ id })),
  productNotice: (found) => of(found.text("productInfo", "notices", "number"), (number) => ({ number })),
  productNews: (found) => of(product(found), (id) => ({ id })),
  previewUrl: (found) => of(file(found), (pk_file) => ({ pk_file })),
  resourceUrl: (found) => of(file(found), (pk_file) => ({ pk_file })),
  getBatchUrl: () => ({ s3names: [] }),
  resourceByClass: (found) => of(productClass(found), (classId) => ({ classId })),
  resourceDetail: (found) => of(resource(found), (pk_rm_resource) => ({ pk_rm_resource })),
  // Refused for a file that is no document, or that not everybody may have.
  resourcePages: (found) => of(version(found), (id) => ({ version: id, text: "芯片" })),
  // Refused too where the next version is no document of the same resource.
  resourceChanges: (found) =>
    of(resource(found), (pk_rm_resource) =>
      of(version(found), (from) => ({ pk_rm_resource, from, to: from + 1 })),
    ),
  videoDetail: (found) => of(video(found), (id) => ({ id })),
  queryAggDcRoleVOByPk: (found) => of(found.uid || undefined, (pk_user) => ({ pk_user })),
  devProductInfo: (found) => of(product(found), (id) => ({ id })),
  devSignupInfo: (found) => of(resource(found), (pk_rm_resource) => ({ pk_rm_resource })),
  devPreviewInfo: (found) => of(version(found), (id) => ({ version: id })),
  informationDetail: (found) => of(found.number("informationListPage", "news", "id"), (id) => ({ id })),
  searchSuggest: () => ({ text: "串口" }),
  similarTopics: () => ({ title: "串口打印乱码怎么办" }),
  videoUrl: (found) => of(video(found), (id) => ({ id })),
  sensitiveWordCheck: () => ({ texts: ["板子点不亮"] }),
  getClause: () => ({ prottype: [1, 2, 3, 4, 5] }),
  getDeclarationContent: () => ({ privacyId: "Disclaimer", type: "Windows", language: "zh_CN" }),
  movedAddress: () => ({ address: "/old/page" }),
  contentList: () => ({ kind: "news" }),
  contentPiece: () => ({ kind: "news" }),
  contentVersions: (found) => of(piece(found), (key) => ({ kind: "news", key })),
  contentProducts: (found) => of(product(found), (id) => ({ text: String(id) })),
  compareContent: (found) => of(piece(found), (key) => ({ kind: "news", key, body: { title: "比一比" } })),
  contentTable: (found) => of(productClass(found), (id) => ({ class: id })),
  checkContentTable: (found) => of(productClass(found), (id) => ({ class: id, rows: [] })),
  checkSeveralContent: (found) =>
    of(piece(found), (key) => ({ kind: "news", keys: [key], act: "withdraw" as const })),
  sitemapSlice: () => ({ kind: "topics", slice: 1 }),
};

/**
 * Calls that may rightly refuse a good request: what they answer depends on more than the row says, such as a person's own
 * choice, a sign-up, or an office in one course.
 */
export const refusedByRule: ReadonlySet<CallName> = new Set([
  "userFavorites",
  "resourcePages",
  "resourceChanges",
  "managedCourses",
  "previewCourse",
  "courseLearners",
  "courseVideoUploads",
  "selectTestPassedByTypeId",
  "activityLookupItems",
  "activityTeam",
  "activityWork",
  "activityWorks",
  "innerMessages",
  "editableContent",
  "queryAggDcRoleVOByPk",
  "sitemapSlice",
  "movedAddress",
  "examById",
]);

/** Refusals for what is not there: an id that no gateway gives must not be found, and must not break it. */
export const nothing: { [Name in CallName]?: CallInput<Name> } = {
  topicDetail: { tid: 2_147_483_000 },
  sectionDetail: { fid: 2_147_483_000 },
  tagDetail: { id: 2_147_483_000 },
  authorInfo: { uid: 2_147_483_000 },
  productInfo: { id: 2_147_483_000 },
  resourceDetail: { pk_rm_resource: 2_147_483_000 },
  videoDetail: { id: 2_147_483_000 },
  courseById: { id: 2_147_483_000 },
  lessonById: { id: 2_147_483_000 },
  informationDetail: { id: 2_147_483_000 },
  activityDetail: { activityId: 2_147_483_000 },
};
