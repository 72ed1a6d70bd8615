import type { CallName } from "contract";

/**
 * Who may make which call, written out from the specification's section 6 and from nothing of the product's: the
 * contract's rows and the gateway are held to it. A call that stands here under nobody fails the access matrix.
 *
 * - `everyone` · "Visitor: browse open pages", and the calls of 7.2 that say who is looking, what the site is
 *   called, its policies and menus, and where somebody came from.
 * - `signedIn` · "Logged-in user: bell, avatar menu, personal pages, follow, publish, suggestion, complaint."
 * - `phoneBound` · "Posting and replying need a bound phone", and what is as good as that: files of posts, and what
 *   somebody else is written (decisions 043, 071, 077).
 * - `admin` · what the operator's people do, beside the moderation of a section.
 */
export const whoMay: Record<"everyone" | "signedIn" | "phoneBound" | "admin", readonly CallName[]> = {
  everyone: [
    // Who is looking, and from where.
    ...(["workspaceCurrent", "currentUser", "getToken", "recordAccess"] as const),
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
    ...(["topicDetail", "depthPostList", "viewTopic", "otherUserPosts", "feedTopics"] as const),
    ...(["forumTagList", "tagMap", "tagDetail", "tagTopicList", "hotTags"] as const),
    ...(["authorInfo", "heroRank", "wellInformedPeople", "userFollowInfo", "userFavorites"] as const),
    ...(["sitemapIndex", "sitemapSlice", "sitemapProducts"] as const),
    // Searching.
    ...(["fullTextSearch", "topSearch", "searchSuggest", "videoUrl", "fileType"] as const),
    // Products.
    ...(["productTree", "productClass", "productList", "productTable", "productCompare"] as const),
    ...(["productInfo", "productResources", "productNotice", "productNews"] as const),
    ...(["previewUrl", "resourceUrl", "getAllS3Name", "getBatchUrl"] as const),
    // Resources, videos and the development centre.
    ...(["resourceTree", "searchResource", "resourceByClass", "resourceDetail"] as const),
    ...(["resourceSupport", "resourceDownload", "videoList", "videoDetail", "playVideo"] as const),
    ...(["devProductTree", "devResourcesByType", "devProductInfo", "devLevels", "devPreviewInfo"] as const),
    ...(["devQuickStarts", "devExternalPages", "devInternshipUrl", "devCaches"] as const),
  ],
  signedIn: [
    // Oneself: the avatar menu and the personal pages.
    ...(["getMyPersonalDetail", "userPermissions", "moderatorForumList", "checkPhone"] as const),
    ...(["getInfo", "queryUserInfo", "updateUserInfo", "updateExtendedInfo", "fileUpload"] as const),
    ...(["industry", "address", "developerTypes", "definitionByType"] as const),
    ...(["verifyNickname", "ifUpdateNickname", "updateNickname"] as const),
    ...(["accountDetail", "sendPhoneCode", "sendEmailCode", "verifyPhoneCode", "verifyEmailCode"] as const),
    ...(["updateIdentityUser", "sessionList", "revokeSession", "revokeOtherSessions"] as const),
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
    ...(["myFavorites", "setFavoritesPublic", "favoriteTopic", "cancelFavorite"] as const),
    ...(["collect", "collectStatus"] as const),
    ...(["collectProductList", "collectResourceList", "collectVideoList"] as const),
    // One's own texts, and what others' are asked, liked and reported for.
    ...(["myTopics", "myPosts", "editableContent", "deleteContent", "deletePostBasicData"] as const),
    ...(["postVersions", "renderContent", "sensitiveWordCheck", "uploadInfo"] as const),
    ...(["saveDraft", "draftList", "draftVersions", "restoreDraft", "deleteDraft"] as const),
    ...(["likePost", "unlikePost", "submitReport"] as const),
    ...(["recommendedInvitees", "searchInvitee", "accomplishQuestion"] as const),
    // Suggestion and complaint.
    ...(["insertUserAdvice", "uploadAdviceImage", "insertComplaint"] as const),
    ...(["userAdviceList", "userAdviceDetail"] as const),
    // The development centre's rights: "a course-management right check exists".
    ...(["queryAggDcRoleVOByPk", "doHaveSxzCourseManagementRight", "devSignupInfo"] as const),
  ],
  phoneBound: [
    ...(["submitTopic", "editTopic", "submitPost", "editPost", "savePostBasicData"] as const),
    ...(["uploadFile", "sendInnerMessage", "inviteAnswer"] as const),
  ],
  admin: [
    ...(["queryHomePreview", "decideSuggestion", "decideComplaint"] as const),
    ...(["contentState", "checkContent", "loadContent"] as const),
  ],
};
