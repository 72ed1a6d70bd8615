import type { CallName } from "./index";

/**
 * What an administrator who sees pages as somebody else may call (docs/decisions/moderation.md, "See as"). Every call that
 * only reads stands in one of the two tables below; one that stands in none is refused, and so is every call that writes.
 */

/** Calls that end it: the only ones that are answered as for the administrator. */
export const endsSeeAs: ReadonlySet<CallName> = new Set(["endSeeAs"]);

/** What pages show: of everybody, or of the person as far as pages that others have too are marked for them. */
export const shownTable = {
  /** Who is there and what they may do, for the frame of every page; without unread counts and consents. */
  frame: [
    ...(["workspaceCurrent", "currentUser", "getMyPersonalDetail", "userPermissions"] as const),
    ...(["moderatorForumList", "queryAggDcRoleVOByPk", "doHaveSxzCourseManagementRight"] as const),
  ],
  /** The operator's site, and the lists of choices in forms. */
  site: [
    ...([
      "getConfig",
      "getNavbar",
      "getFooterLink",
      "getClause",
      "getDeclarationContent",
      "aboutUs",
    ] as const),
    ...([
      "movedAddress",
      "getAllS3Name",
      "getBatchUrl",
      "getForums",
      "queryBanner",
      "queryHomeBlocks",
    ] as const),
    ...(["queryNewProduct", "queryHomeNews", "informationCategoryPage", "categoryMap"] as const),
    ...(["informationListPage", "informationDetail", "feedNews", "feedTopics", "sitemapIndex"] as const),
    ...([
      "sitemapSlice",
      "sitemapProducts",
      "industry",
      "address",
      "developerTypes",
      "definitionByType",
    ] as const),
    ...(["uploadInfo", "universityTalents"] as const),
  ],
  forum: [
    ...(["homeTopicList", "sectionTopicList", "userTopicList", "myTopics", "followedTopicList"] as const),
    ...(["relationalTopics", "movedPost", "renderContent", "editableContent", "postVersions"] as const),
    ...(["myPosts", "otherUserPosts", "recommendedInvitees", "searchInvitee", "topicMarks"] as const),
    ...(["topicNews", "sectionList", "sectionDetail", "topicClasses", "myForums", "forumTagList"] as const),
    ...(["tagMap", "tagDetail", "tagTopicList", "hotTags", "suggestTags", "followedTags"] as const),
    ...(["followedTagPosts", "topicDetail", "depthPostList", "forumBanners", "sensitiveWordCheck"] as const),
  ],
  /** Other members as everybody sees them, and whom the person follows, which everybody may see. */
  people: [
    ...(["followStatus", "myFollowInfo", "userFollowInfo", "authorInfo", "heroRank"] as const),
    ...([
      "wellInformedPeople",
      "userFavorites",
      "certificateByPublicId",
      "sharedList",
      "collectStatus",
    ] as const),
  ],
  products: [
    ...([
      "productTree",
      "productClass",
      "productCenter",
      "productList",
      "productTable",
      "productCompare",
    ] as const),
    ...(["productInfo", "productResources", "productNotice", "productNews", "followedProducts"] as const),
    ...(["previewUrl", "resourceUrl", "resourceTree", "searchResource", "resourceByClass"] as const),
    ...([
      "resourceDetail",
      "resourceSupport",
      "resourcePages",
      "resourceChanges",
      "queryTopDownloads",
    ] as const),
    ...([
      "queryHotVideo",
      "videoList",
      "videoDetail",
      "videoUrl",
      "queryDCMenuVO",
      "devProductTree",
    ] as const),
    ...(["devResourcesByType", "devProductInfo", "devLevels", "devPreviewInfo", "devQuickStarts"] as const),
    ...(["devExternalPages", "devInternshipUrl", "devCaches"] as const),
  ],
  search: ["topSearch", "searchSuggest", "similarTopics", "fileType"],
  /** Courses with the person's progress in them, but nothing that they wrote or answered. */
  training: [
    ...(["trainingLevels", "courseList", "courseById", "lessonById", "recommendedCourseVideos"] as const),
    ...(["liveReplay", "lessonTopics", "managedCourses", "previewCourse", "examById"] as const),
    ...(["learningPaths", "learningPath", "ownPath", "lecturers", "lecturerById", "topStudents"] as const),
    ...(["examMasters", "studyOfCourse", "studyProgress", "lastStudy"] as const),
  ],
  activities: [
    ...(["activityList", "activityDetail", "activityLookupItems", "activityDictionaryData"] as const),
    ...(["activityOrganised", "activityCounts", "activityTeamSearches", "activityGallery"] as const),
  ],
  /** The work of moderators, editors and analysts: less than an administrator sees without seeing as anybody. */
  offices: [
    ...(["moderatorOverview", "moderationStatistics", "moderatorTopicList", "moderatorMatches"] as const),
    ...(["batchDetail", "deletedForGood", "recycleTopicList", "recycleReplyList", "managementLog"] as const),
    ...([
      "reportList",
      "appealList",
      "matchUser",
      "forbiddenList",
      "forbiddenInfo",
      "reviewTopicList",
    ] as const),
    ...(["reviewReplyList", "reviewText", "moderatedForum", "forumDescriptionVersions"] as const),
    ...(["userPermissionInfo", "trafficReport", "trafficHeatmap", "usageReport", "courseNumbers"] as const),
    ...(["searchNumbers", "questionNumbers", "contentList", "contentPiece", "contentVersions"] as const),
    ...(["contentProducts", "compareContent", "contentTable", "checkContentTable"] as const),
    ...(["checkSeveralContent"] as const),
  ],
} satisfies Record<string, readonly CallName[]>;

/**
 * What is the person's alone, and what only administrators may read, which nobody can be seen as. Two calls of it also write:
 * pages make them to show something, and say that it is the person's alone.
 */
export const withheldTable = {
  messages: [
    ...(["queryDcmMessageByUser", "queryUnreadCount", "systemMessageCount", "innerMessageCount"] as const),
    ...(["innerMessages", "blockList", "noticeSettings"] as const),
  ],
  /** Contacts, and the information that a person gave about themselves. */
  contacts: ["accountDetail", "checkPhone", "getInfo", "queryUserInfo", "verifyNickname", "ifUpdateNickname"],
  security: ["companyAccountList", "sessionList", "secondFactors", "getToken"],
  consents: ["checkUserSigned", "consentLedger", "devSignupInfo"],
  export: ["exportInfo", "closureState"],
  /** What a person writes or keeps for themselves. */
  own: [
    ...(["draftList", "draftVersions", "leveledTopics", "myFavorites", "collectProductList"] as const),
    ...(["collectResourceList", "collectVideoList", "collectCourseList", "collectLessonList"] as const),
    ...(["ownLists", "ownList", "ownListTargets", "lessonNotes", "studyNotes", "studyNote"] as const),
    ...(["personalStudyInfo", "recentStudies"] as const),
    ...(["lessonQuiz", "examAttempts", "ownCertificate", "userAdviceList", "userAdviceDetail"] as const),
  ],
  /** Sign-ups with their answers and contacts, also those of other people that an organiser or lecturer sees. */
  signups: [
    ...(["activityRegistration", "activityAccountDetail", "activitySeatOffer", "activityProof"] as const),
    ...(["activitySignups", "activitySignupExport", "activitySignupHistory", "activityTeam"] as const),
    ...(["activityTeamList", "activityWork", "activityWorks", "selectTestPassedByTypeId"] as const),
    ...(["courseLearners", "courseVideoUploads", "activityMine", "activityMySignup"] as const),
  ],
  administrators: [
    ...([
      "adviceInbox",
      "cannedReplyList",
      "administratorList",
      "reportedMessageList",
      "memberList",
    ] as const),
    ...(["memberTable", "addressBanList", "reviewProfileList", "sectionArrangement"] as const),
    ...(["sensitiveWordList", "trySensitiveWords", "queryHomePreview", "contentState", "roleList"] as const),
    ...(["announcementList", "announcementReport", "announcementReach"] as const),
  ],
} satisfies Record<string, readonly CallName[]>;

/** The calls that are refused as the person's alone. */
export const withheldAs: ReadonlySet<CallName> = new Set(
  Object.values<readonly CallName[]>(withheldTable).flat(),
);

/** Calls that write nothing but the count of a search, which the gateway leaves out here. */
export const uncountedWhileSeen: readonly CallName[] = ["fullTextSearch"];

/** The calls that are answered as for whom the administrator sees as. */
export const shownAs: ReadonlySet<CallName> = new Set([
  ...Object.values<readonly CallName[]>(shownTable).flat(),
  ...uncountedWhileSeen,
]);
