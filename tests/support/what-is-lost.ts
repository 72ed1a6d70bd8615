import type { CallName } from "contract";

/**
 * What a press costs whoever made it, for every call that writes: the list by which a new call has to say
 * how people are kept from losing something by one tap.
 */
export const whatIsLost = {
  /** Asked about before (`askFirst`): what goes, and how much of it. The file that asks stands beside it. */
  asked: {
    activityTeamLeave: "app/screens/activities/team/team.tsx",
    activityTeamRemove: "app/screens/activities/team/team.tsx",
    activityTeamHandOver: "app/screens/activities/team/team.tsx",
    activityMessage: "app/screens/organising/tasks/tasks.tsx",
    activityResultsPublish: "app/screens/organising/works/works.tsx",
    // Where 撤销 cannot bring all of it back, and of all that a filter finds.
    activityReview: "app/screens/organising/parts/review.server.ts",
    loadContent: "app/screens/moderator/content/content.tsx",
    destroyContent: "app/screens/moderator/recycle.tsx",
    removeSensitiveWords: "app/screens/moderator/words/words.tsx",
    dismissModerator: "app/screens/moderator/module/module.server.ts",
    appointAdministrator: "app/screens/moderator/administrators/administrators.tsx",
    dismissAdministrator: "app/screens/moderator/administrators/administrators.tsx",
    deleteTopicClass: "app/screens/moderator/module/module.server.ts",
    submitExam: "app/screens/training/exams/attempt.tsx",
    deleteVideoUpload: "app/screens/training/people/videos.tsx",
    dropVideoUpload: "app/screens/training/people/videos.tsx",
    revokeSession: "app/screens/personal/setting/sessions.server.ts",
    revokeOtherSessions: "app/screens/personal/setting/sessions.server.ts",
  },
  /**
   * A dialog, or a part that is opened first, with something to choose or a reason to type; where that is,
   * and words that it says.
   */
  opened: {
    deleteContent: ["app/screens/topic/dialogs/delete.tsx", "确认删除"],
    deletePostBasicData: ["app/screens/topic/dialogs/delete.tsx", "确认删除"],
    accomplishQuestion: ["app/screens/topic/dialogs/accomplish.tsx", "结束的原因"],
    deleteConversation: ["app/screens/personal/msg/conversation-dialogs.tsx", "删除会话"],
    cancelSigned: ["app/screens/personal/setting/consents.tsx", "WithdrawDialog"],
    closeAccount: ["app/screens/personal/setting/close.tsx", "到期后注销不能恢复"],
    updateIdentityUser: ["app/account/verify-identity.tsx", "改用"],
    changePassword: ["app/screens/personal/setting/password.tsx", "新密码"],
    revokeCertificate: ["app/screens/training/certificates/certificate.tsx", "撤销"],
    activitySignupCancel: ["app/screens/activities/entry/mine.tsx", "取消的原因"],
    activitySeatDecline: ["app/screens/activities/entry/decline-seat.tsx", "名额给下一位候补的人"],
  },
  /**
   * Had back from the same screen or the next: an undo, a bin, versions, or the same button the other way
   * round.
   */
  undone: [
    ...(["deleteDraft", "recoverDraft", "restoreDraft", "saveDraft"] as const),
    ...(["topicOperate", "moderatorPostOperate", "undoBatch", "recoverContent", "reviewContent"] as const),
    ...(["rewriteContent", "updateForumDescription", "restoreForumDescription"] as const),
    ...(["updateForumSettings", "recommendTopic", "unrecommendTopic", "saveTopicClass"] as const),
    ...(["appointModerator", "updateUserPermission", "updateForumRights"] as const),
    ...(["updateForbidden", "banAddress", "unbanAddress"] as const),
    ...(["saveSensitiveWord", "importSensitiveWords", "claimReview", "assignReport"] as const),
    ...([
      "editTopic",
      "editPost",
      "activityReviewUndo",
      "activitySignIn",
      "activitySignInPhoto",
      "activitySignInUndo",
    ] as const),
    ...(["activityScansSync", "activitySeats", "activityWorkSave", "activityWorkJudge"] as const),
    ...(["follow", "unfollow", "favoriteTopic", "cancelFavorite", "likePost", "unlikePost"] as const),
    ...(["saveTagFollow", "setTopicLevel", "collect", "blockUser", "unblockUser"] as const),
    ...(["setFavoritesPublic", "userSigned"] as const),
    ...(["saveNoticeSettings", "agreeToBeListed", "saveAnswer", "activitySignupUpdate"] as const),
    ...(["updateUserInfo", "updateExtendedInfo", "updateNickname", "fileUpload", "cancelClosure"] as const),
  ],
  /**
   * Decided by a button that names the outcome, with a reason to the person, in a form in which Enter decides
   * nothing; who was decided against has an appeal, or hands in anew.
   */
  decided: [
    ...(["reviewProfile", "handleReport", "handleAppeal", "handleMessageReport"] as const),
    ...(["decideSuggestion", "decideComplaint", "activityTeamAnswer"] as const),
  ],
  /** Adds something, or says what was seen: nothing of anybody's goes. */
  added: [
    ...(["savePostBasicData", "insertUserAdvice", "uploadAdviceImage", "insertComplaint"] as const),
    ...(["requestExport", "sendPhoneCode", "sendEmailCode", "verifyPhoneCode", "verifyEmailCode"] as const),
    ...(["recordAccess", "submitTopic", "viewTopic", "submitPost", "submitReport", "inviteAnswer"] as const),
    ...(["markTopicRead", "readAllTopics", "updateReadMessage", "sendInnerMessage"] as const),
    ...(["readInnerMessages", "reportInnerMessage", "uploadFile", "increaseResourceVolume"] as const),
    ...(["playVideo", "checkContent", "playLesson", "saveLessonPosition", "startExam"] as const),
    ...(["videoUpload", "addCaseNote", "submitAppeal", "addPersonNote", "rescanSensitiveWords"] as const),
    ...(["activityWalkIn", "activityCaptchaImage", "activityCaptchaSend"] as const),
    ...(["activityCaptchaVerify", "activitySignup", "activityMySignup", "fileuploadAndCheck"] as const),
    ...(["beginVideoUpload", "sendVideoPiece", "finishVideoUpload"] as const),
    ...(["fullTextSearch", "examAttempt", "activityKeys", "activityMine"] as const),
    ...(["activityTeamCreate", "activityTeamInvite", "collectEvents", "collectAdClicks"] as const),
  ],
} as const satisfies {
  asked: Partial<Record<CallName, string>>;
  opened: Partial<Record<CallName, readonly [place: string, words: string]>>;
} & Record<string, Partial<Record<CallName, unknown>> | readonly CallName[]>;
