import type { CallName } from "contract";

/**
 * Who may make which call, written out from the specification's section 6 and from nothing of the product's: the
 * contract's rows and the gateway are held to it. A call that stands here under nobody fails the access matrix.
 *
 * - `everyone` · "Visitor: browse open pages", and the calls of 7.2 that say who is looking, what the site is
 *   called, its policies and menus, and where somebody came from.
 * - `signedIn` · "Logged-in user: bell, avatar menu, personal pages, follow, publish, suggestion, complaint."
 * - `unmuted` · what others see of a person, and what a person takes away: not while they are muted.
 * - `phoneBound` · "Posting and replying need a bound phone", and what is as good as that: files of posts,
 * and what
 *   somebody else is written.
 * - `staff` · "Forum administrator / moderator: moderation area", whose calls look at each thing themselves.
 * - `ofSection` · the same of the section that the call names: a moderator in their own sections alone.
 * - `ofActivity` · what the organisers of the activity that the call names do; administrators organise all.
 * - `admin` · what the operator's people do, beside the moderation of a section.
 */
export const whoMay: Record<
  "everyone" | "signedIn" | "unmuted" | "phoneBound" | "staff" | "ofSection" | "ofActivity" | "admin",
  readonly CallName[]
> = {
  everyone: [
    // Who is looking, and from where.
    ...(["workspaceCurrent", "currentUser", "getToken", "recordAccess"] as const),
    ...(["collectEvents", "collectAdClicks"] as const),
    // The site itself.
    ...(["getConfig", "getNavbar", "getFooterLink", "aboutUs", "movedAddress"] as const),
    ...(["getClause", "getDeclarationContent"] as const),
    // Home and news.
    ...(["getForums", "queryBanner", "queryHomeBlocks", "queryNewProduct", "queryHomeNews"] as const),
    ...(["queryHotVideo", "queryTopDownloads", "queryDCMenuVO", "increaseResourceVolume"] as const),
    ...([
      "informationCategoryPage",
      "informationListPage",
      "informationDetail",
      "feedNews",
      "categoryMap",
    ] as const),
    // Reading the forum: "other forum calls are anonymous-capable".
    ...(["forumBanners", "sectionList", "sectionDetail", "topicClasses"] as const),
    ...(["homeTopicList", "sectionTopicList", "userTopicList", "relationalTopics"] as const),
    ...(["topicDetail", "depthPostList", "viewTopic", "topicNews", "otherUserPosts", "feedTopics"] as const),
    ...(["forumTagList", "tagMap", "tagDetail", "tagTopicList", "hotTags"] as const),
    ...(["authorInfo", "heroRank", "wellInformedPeople", "userFollowInfo", "userFavorites"] as const),
    ...(["sitemapIndex", "sitemapSlice", "sitemapProducts"] as const),
    // Searching.
    ...(["fullTextSearch", "topSearch", "searchSuggest", "similarTopics", "videoUrl", "fileType"] as const),
    // Products.
    ...(["productTree", "productClass", "productList", "productTable", "productCompare"] as const),
    ...(["productInfo", "productResources", "productNotice", "productNews"] as const),
    ...(["previewUrl", "resourceUrl", "getAllS3Name", "getBatchUrl"] as const),
    // Resources, videos and the development centre.
    ...(["resourceTree", "searchResource", "resourceByClass", "resourceDetail"] as const),
    ...(["resourceSupport", "resourceDownload", "videoList", "videoDetail", "playVideo"] as const),
    ...(["devProductTree", "devResourcesByType", "devProductInfo", "devLevels", "devPreviewInfo"] as const),
    ...(["devQuickStarts", "devExternalPages", "devInternshipUrl", "devCaches"] as const),
    // Activities, and signing up for them without an account where that is allowed.
    ...(["activityList", "activityDetail", "activityLookupItems", "activityDictionaryData"] as const),
    ...(["activityCaptchaImage", "activityCaptchaSend", "activityCaptchaVerify"] as const),
    ...(["activityRegistration", "activitySignup", "activitySignupUpdate", "activityMySignup"] as const),
    ...(["activitySignupCancel", "activitySeatOffer", "activitySeatDecline", "activityProof"] as const),
    ...(["activityKeys"] as const),
    // Training: open pages, and a certificate for whoever has its number.
    ...(["trainingLevels", "courseList", "courseById", "lessonById", "playLesson"] as const),
    ...(["recommendedCourseVideos", "liveReplay", "lessonTopics", "examById"] as const),
    ...(["lecturers", "lecturerById", "topStudents", "examMasters"] as const),
    ...(["certificateByPublicId", "universityTalents"] as const),
  ],
  signedIn: [
    // Oneself: the avatar menu and the personal pages.
    ...(["getMyPersonalDetail", "userPermissions", "moderatorForumList", "checkPhone"] as const),
    ...(["getInfo", "queryUserInfo", "updateUserInfo", "updateExtendedInfo"] as const),
    ...(["industry", "address", "developerTypes", "definitionByType"] as const),
    ...(["verifyNickname", "ifUpdateNickname"] as const),
    ...(["accountDetail", "sendPhoneCode", "sendEmailCode", "verifyPhoneCode", "verifyEmailCode"] as const),
    ...([
      "updateIdentityUser",
      "sessionList",
      "revokeSession",
      "revokeOtherSessions",
      "changePassword",
    ] as const),
    ...(["checkUserSigned", "userSigned", "cancelSigned", "consentLedger"] as const),
    ...(["exportInfo", "requestExport", "closureState", "closeAccount", "cancelClosure"] as const),
    // The bell.
    ...(["queryDcmMessageByUser", "updateReadMessage", "queryUnreadCount"] as const),
    ...(["systemMessageCount", "innerMessageCount", "noticeSettings", "saveNoticeSettings"] as const),
    ...(["innerMessages", "readInnerMessages", "reportInnerMessage", "deleteConversation"] as const),
    ...(["blockUser", "unblockUser", "blockList"] as const),
    // Following and keeping.
    ...(["follow", "unfollow", "followStatus", "myFollowInfo", "myForums", "followedTopicList"] as const),
    ...(["followedTags", "saveTagFollow", "followedTagPosts", "suggestTags"] as const),
    "followedProducts",
    ...(["markTopicRead", "topicMarks", "readAllTopics", "setTopicLevel", "leveledTopics"] as const),
    ...(["myFavorites", "setFavoritesPublic", "favoriteTopic", "cancelFavorite"] as const),
    ...(["collect", "collectStatus"] as const),
    ...(["collectProductList", "collectResourceList", "collectVideoList"] as const),
    ...(["collectCourseList", "collectLessonList"] as const),
    // Studying: personal study info, recent studies, exams; the rest asks for the course-management right.
    ...(["saveLessonPosition", "studyOfCourse", "studyProgress"] as const),
    ...(["personalStudyInfo", "recentStudies"] as const),
    ...(["startExam", "examAttempt", "saveAnswer", "submitExam", "examAttempts"] as const),
    ...(["managedCourses", "previewCourse", "courseLearners"] as const),
    ...(["videoUpload", "courseVideoUploads", "deleteVideoUpload"] as const),
    ...(["beginVideoUpload", "sendVideoPiece", "finishVideoUpload", "dropVideoUpload"] as const),
    // One's own texts, and what others' are asked, liked and reported for.
    ...(["myTopics", "myPosts", "editableContent"] as const),
    ...(["postVersions", "renderContent", "sensitiveWordCheck", "uploadInfo"] as const),
    ...(["saveDraft", "draftList", "draftVersions", "restoreDraft", "deleteDraft", "recoverDraft"] as const),
    ...(["likePost", "unlikePost", "submitReport", "submitAppeal"] as const),
    ...(["recommendedInvitees", "searchInvitee", "accomplishQuestion"] as const),
    // Suggestion and complaint.
    ...(["insertUserAdvice", "uploadAdviceImage", "insertComplaint"] as const),
    ...(["userAdviceList", "userAdviceDetail"] as const),
    // The development centre's rights: "a course-management right check exists".
    ...(["queryAggDcRoleVOByPk", "doHaveSxzCourseManagementRight", "devSignupInfo"] as const),
    // Activities: one's own sign-ups, files, teams and works; judges are asked for by the call itself.
    ...(["activityAccountDetail", "activityMine", "activityOrganised"] as const),
    ...(["selectTestPassedByTypeId", "fileuploadAndCheck"] as const),
    ...(["activityTeam", "activityTeamCreate", "activityTeamInvite", "activityTeamAnswer"] as const),
    ...(["activityTeamLeave", "activityTeamHandOver", "activityTeamRemove"] as const),
    ...(["activityWork", "activityWorkSave", "activityWorks", "activityWorkJudge"] as const),
  ],
  ofActivity: [
    ...(["activityCounts", "activitySignups", "activitySignupExport", "activitySignupHistory"] as const),
    ...([
      "activityReview",
      "activityReviewUndo",
      "activitySeats",
      "activityMessage",
      "activityWalkIn",
    ] as const),
    ...(["activitySignIn", "activitySignInPhoto", "activitySignInUndo", "activityScansSync"] as const),
    ...(["activityTeamList", "activityResultsPublish"] as const),
  ],
  unmuted: ["fileUpload", "updateNickname", "deleteContent", "deletePostBasicData", "agreeToBeListed"],
  phoneBound: [
    ...(["submitTopic", "editTopic", "submitPost", "editPost", "savePostBasicData"] as const),
    ...(["uploadFile", "sendInnerMessage", "inviteAnswer"] as const),
  ],
  staff: [
    ...([
      "moderatorOverview",
      "moderatorTopicList",
      "moderatorMatches",
      "topicOperate",
      "moderatorPostOperate",
    ] as const),
    ...(["batchDetail", "undoBatch", "recycleTopicList", "recycleReplyList", "recoverContent"] as const),
    ...(["deletedForGood"] as const),
    ...(["managementLog", "reviewTopicList", "reviewReplyList", "reviewContent", "claimReview"] as const),
    ...(["reportList", "assignReport", "handleReport"] as const),
    ...(["matchUser", "forbiddenList", "forbiddenInfo", "updateForbidden", "addPersonNote"] as const),
    ...(["appealList", "handleAppeal", "moderationStatistics"] as const),
  ],
  ofSection: [
    ...(["moderatedForum", "forumDescriptionVersions", "updateForumDescription"] as const),
    ...(["restoreForumDescription", "updateForumSettings", "recommendTopic", "unrecommendTopic"] as const),
    ...(["saveTopicClass", "deleteTopicClass"] as const),
    ...(["userPermissionInfo", "updateUserPermission", "addCaseNote"] as const),
    ...(["reviewText", "rewriteContent"] as const),
  ],
  admin: [
    ...(["appointModerator", "dismissModerator", "updateForumRights"] as const),
    ...(["administratorList", "appointAdministrator", "dismissAdministrator"] as const),
    ...(["adviceInbox", "reportedMessageList", "handleMessageReport"] as const),
    ...(["addressBanList", "banAddress", "unbanAddress"] as const),
    ...(["destroyContent", "reviewProfileList", "reviewProfile"] as const),
    ...(["queryHomePreview", "decideSuggestion", "decideComplaint"] as const),
    ...(["contentState", "checkContent", "loadContent", "revokeCertificate"] as const),
    ...(["sensitiveWordList", "saveSensitiveWord", "removeSensitiveWords"] as const),
    ...(["importSensitiveWords", "trySensitiveWords", "rescanSensitiveWords"] as const),
    ...(["trafficReport", "trafficHeatmap"] as const),
  ],
};

/**
 * What becomes of a call of the moderation area that is about its caller's own: refused as a whole; refused
 * alone, among the others of a batch; or nothing, where it decides on nobody's text, change, report, appeal,
 * rights or rank.
 */
export const ofOnesOwn: Record<"refused" | "alone" | "nobodys", readonly CallName[]> = {
  refused: [
    ...(["rewriteContent", "updateUserPermission", "updateForbidden", "addPersonNote"] as const),
    ...(["appointModerator", "dismissModerator", "addCaseNote", "recommendTopic"] as const),
    ...(["appointAdministrator", "dismissAdministrator"] as const),
  ],
  alone: [
    ...(["topicOperate", "moderatorPostOperate", "recoverContent", "destroyContent"] as const),
    ...(["reviewContent", "claimReview", "handleReport", "assignReport", "handleAppeal"] as const),
    ...(["reviewProfile", "handleMessageReport"] as const),
  ],
  nobodys: [
    // Lists and counts, what is shown of a person or text, and one's own batches.
    ...([
      "moderatorOverview",
      "moderatorTopicList",
      "moderatorMatches",
      "recycleTopicList",
      "recycleReplyList",
    ] as const),
    ...(["managementLog", "reviewTopicList", "reviewReplyList", "reportList", "appealList"] as const),
    ...([
      "moderationStatistics",
      "deletedForGood",
      "batchDetail",
      "undoBatch",
      "reviewText",
      "userPermissionInfo",
    ] as const),
    ...(["matchUser", "forbiddenList", "forbiddenInfo", "addressBanList", "administratorList"] as const),
    ...(["adviceInbox", "reportedMessageList", "reviewProfileList", "queryHomePreview"] as const),
    // The section's own, networks (one's own is refused beside them), the site's words and content.
    ...(["moderatedForum", "forumDescriptionVersions", "updateForumDescription"] as const),
    ...(["restoreForumDescription", "updateForumSettings", "unrecommendTopic"] as const),
    ...(["saveTopicClass", "deleteTopicClass", "updateForumRights"] as const),
    ...(["banAddress", "unbanAddress", "contentState", "checkContent", "loadContent"] as const),
    ...(["sensitiveWordList", "saveSensitiveWord", "removeSensitiveWords"] as const),
    ...(["importSensitiveWords", "trySensitiveWords", "rescanSensitiveWords"] as const),
    ...(["trafficReport", "trafficHeatmap"] as const),
    // What was asked of the operator, not of moderators; and a certificate, which an exam gave.
    ...(["decideSuggestion", "decideComplaint", "revokeCertificate"] as const),
  ],
};
