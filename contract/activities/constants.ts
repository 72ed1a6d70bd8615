import type { RefusalTable } from "../base/constants";

/** Characters of a person's name on a sign-up, and of a text field without a length of its own. */
export const realNameMax = 30;
export const answerMax = 500;
/** Characters of the reason for a cancellation or a review, and of an organiser's message to everybody. */
export const reasonMax = 200;
export const messageMax = 1_000;
export const teamNameMax = 30;
/** Characters of what somebody says who looks for people or for a team, and how many of these are listed. */
/** Invitations of a team that nobody has answered yet. */
export const invitationsMax = 20;
export const searchTextMax = 200;
export const searchesMax = 100;
export const workTextMax = 5_000;
export const workLinkMax = 2_000;
export const scoreMax = 100;
export const scoreCommentMax = 500;

/** Files of a field: the most bytes, and the possible endings, with their dots. */
export const activityFileBytesMax = 10 * 1024 * 1024;
export const activityFileEndings = [".pdf", ".png", ".jpg", ".jpeg", ".webp", ".zip"] as const;

export const activitiesPerPage = 12;
export const galleryPerPage = 24;
export const signupsPerPage = 50;
/** Days in which a review can be undone. */
export const reviewUndoDays = 7;
/** The most sign-ups in one review, and scans in one synchronisation. */
export const bulkMax = 200;
export const scansMax = 200;
/** The most seats of a category. */
export const seatsMax = 100_000;

/** Minutes for which a guest's proof opens their sign-up. */
export const guestMinutes = 30;
/** Hours before the start at which all participants get a reminder. */
export const reminderHours = 24;
/** Hours after the end for which a check-in code is valid. */
export const codeGraceHours = 12;
/** Characters of the signed check-in code, and letters of the typed one. */
export const checkInCodeLength = 105;
export const typedCodeLength = 8;
/** Days after the end for which a sign-up's answers and files are stored, unless the pack sets another number. */
export const keepDaysDefault = 180;

export const activityKinds = [
  { code: "competition", name: "大赛" },
  { code: "salon", name: "沙龙" },
  { code: "training", name: "培训" },
  { code: "live", name: "直播" },
] as const;
export type ActivityKind = (typeof activityKinds)[number]["code"];

/**
 * The state of an activity, in the order of time; only gateway/activities/state.ts computes it. `full`: sign-up is
 * open, but new sign-ups go to the waiting list.
 */
export const activityStates = [
  { code: "notOpen", name: "未开始" },
  { code: "open", name: "报名中" },
  { code: "full", name: "名额已满" },
  { code: "closed", name: "报名截止" },
  { code: "running", name: "进行中" },
  { code: "ended", name: "已结束" },
] as const;
export type ActivityState = (typeof activityStates)[number]["code"];

export const reviewModes = ["auto", "manual"] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** `pending`, `accepted` and `more` hold a seat; transitions.ts has the transitions between the states. */
export const signupStates = [
  { code: "waiting", name: "候补" },
  { code: "pending", name: "待审" },
  { code: "accepted", name: "通过" },
  { code: "more", name: "需补充" },
  { code: "refused", name: "拒绝" },
  { code: "cancelled", name: "已取消" },
] as const;
export type SignupState = (typeof signupStates)[number]["code"];

/** The answers of a check-in; the page shows each with a colour, an icon and this word. */
export const checkInAnswers = [
  { code: "passed", name: "通过" },
  { code: "already", name: "已签到" },
  { code: "pending", name: "待审" },
  { code: "cancelled", name: "已取消" },
  { code: "otherActivity", name: "不是本活动" },
  { code: "invalid", name: "无效" },
] as const;
export type CheckInAnswer = (typeof checkInAnswers)[number]["code"];

/** The kinds of fields of a sign-up or a work. */
export const fieldTypes = ["text", "choice", "file"] as const;
export const workFieldTypes = ["text", "link", "file"] as const;

/** The parts of a member's personal information that can fill a field. */
export const prefillSources = [
  ...(["fullName", "companyName", "post", "school", "industry", "eduBackground"] as const),
  ...(["leaMajor", "teaMajor", "province", "city"] as const),
] as const;
export type PrefillSource = (typeof prefillSources)[number];

/** The site's lists (dictionary data) that a field can use as choices. */
export const dictionaryTypes = [
  "education",
  "industry",
  "identityType",
  "developerType",
  "province",
] as const;
export type DictionaryType = (typeof dictionaryTypes)[number];

/** The codes of a list of choices, for zod's enum. */
export const codesOf = <Code extends string>(choices: readonly { code: Code }[]) =>
  choices.map(({ code }) => code) as [Code, ...Code[]];

export const activitiesRefusals = {
  ACTIVITY_NOT_FOUND: { status: 404, message: "活动不存在或已下线" },
  SIGNUP_NOT_FOUND: { status: 404, message: "没有找到报名" },
  SIGNUP_NOT_OPEN: { status: 422, message: "报名还没有开始" },
  SIGNUP_CLOSED: { status: 422, message: "报名已截止" },
  SIGNUP_EXISTS: { status: 409, message: "你已报名这个活动" },
  SIGNUP_NOT_CHANGEABLE: { status: 422, message: "报名现在不能这样修改" },
  CATEGORY_NOT_FOUND: { status: 422, message: "没有这个组别" },
  CATEGORY_FULL: { status: 409, message: "这个组别的名额已满" },
  ANSWERS_WRONG: { status: 422, message: "填写的内容有误，请检查后再试" },
  ACTIVITY_POLICY_CHANGED: { status: 409, message: "活动隐私政策有更新，请阅读后再同意" },
  GUESTS_NOT_ALLOWED: { status: 422, message: "这个活动需要登录后报名" },
  CONTACT_NOT_VERIFIED: { status: 422, message: "请先验证联系方式" },
  CHANNEL_NOT_ALLOWED: { status: 422, message: "这个活动不用这种方式验证" },
  GUEST_PROOF_INVALID: { status: 422, message: "身份验证已失效，请重新验证" },
  CAPTCHA_WRONG: { status: 422, message: "图形验证码不对，请重新输入" },
  EXAM_NOT_PASSED: { status: 422, message: "这个活动要求先通过指定的考试" },
  DECLINE_INVALID: { status: 404, message: "链接无效或已经用过" },
  PROOF_NOT_FOUND: { status: 404, message: "没有这份凭证" },
  FIELD_NOT_FOUND: { status: 404, message: "没有这一项" },
  ACTIVITY_FILE_REFUSED: { status: 422, message: "不支持这种文件" },
  ACTIVITY_FILE_BROKEN: { status: 422, message: "文件内容与格式不符或已损坏，请重新导出后再上传" },
  ACTIVITY_FILE_TOO_LARGE: { status: 422, message: "文件太大" },
  NO_TEAMS: { status: 422, message: "这个活动不组队" },
  TEAMS_CLOSED: { status: 422, message: "组队已截止" },
  TEAM_NOT_FOUND: { status: 404, message: "没有这支队伍" },
  TEAM_EXISTS: { status: 409, message: "你已在一支队伍里" },
  TEAM_FULL: { status: 409, message: "队伍已满员" },
  TEAM_NAME_TAKEN: { status: 409, message: "这个队名已被使用" },
  TEAM_NEEDS_SIGNUP: { status: 422, message: "先报名，才能组队" },
  TEAM_NEEDS_SEAT: { status: 422, message: "你还在候补名单里，有了名额才能组队" },
  TEAM_OTHER_CATEGORY: { status: 422, message: "队伍是另一个组别的，队员要报名同一个组别" },
  NOT_CAPTAIN: { status: 422, message: "只有队长可以这样做" },
  CAPTAIN_HANDS_OVER: { status: 422, message: "队长先把队伍交给别人，才能退出" },
  INVITATION_NOT_FOUND: { status: 404, message: "没有这个邀请" },
  INVITEE_NOT_FOUND: { status: 422, message: "没有这个昵称的用户" },
  INVITEE_IN_TEAM: { status: 422, message: "对方已在你的队伍里" },
  INVITEE_UNAVAILABLE: { status: 422, message: "对方暂时不接收你的邀请" },
  INVITEE_BLOCKED: { status: 422, message: "你已屏蔽对方，解除屏蔽后才能邀请" },
  TOO_MANY_TEAM_INVITATIONS: {
    status: 409,
    message: `还没有回复的邀请已有 ${invitationsMax} 个，先撤回一些再邀请`,
  },
  TEAM_SEARCH_NOT_FOUND: { status: 404, message: "这一条已经不在了" },
  NOT_IN_TEAM: { status: 422, message: "这个人不在队伍里" },
  NO_WORKS: { status: 422, message: "这个活动不收作品" },
  WORKS_CLOSED: { status: 422, message: "作品提交已截止" },
  WORKS_NOT_CLOSED: { status: 422, message: "作品提交截止后才能评分" },
  WORK_NOT_FOUND: { status: 404, message: "没有这件作品" },
  WORK_WRONG: { status: 422, message: "作品填写有误，请检查后再试" },
  TEAM_TOO_SMALL: { status: 422, message: "队伍人数还不够" },
  NOT_JUDGE: { status: 422, message: "只有评委可以评分" },
  RESULTS_PUBLISHED: { status: 409, message: "结果已公布" },
  WORKS_NOT_JUDGED: { status: 422, message: "还有作品没有评分" },
  SEATS_TAKEN: { status: 422, message: "名额不能少于已占用的数量" },
  REVIEW_NOT_FOUND: { status: 404, message: "没有这次审核的记录" },
  REVIEW_UNDO_TOO_LATE: { status: 422, message: "超过 7 天，不能再撤回这次审核" },
  CHECK_IN_NOT_DONE: { status: 422, message: "这个人还没有签到" },
  PHOTO_NO_CODE: { status: 422, message: "照片里没有认出二维码，请对准再拍一张，或输入八位字母" },
} as const satisfies RefusalTable;
