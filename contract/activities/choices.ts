/** What activities and sign-ups can be: kept codes, shown names. */

export const activityKinds = [
  { code: "competition", name: "大赛" },
  { code: "salon", name: "沙龙" },
  { code: "training", name: "培训" },
  { code: "live", name: "直播" },
] as const;
export type ActivityKind = (typeof activityKinds)[number]["code"];

/**
 * Where an activity stands, computed in the gateway alone (gateway/activities/state.ts), in the order of its
 * life. `full`: sign-up is open, and whoever signs up waits.
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

/** `pending`, `accepted` and `more` hold a seat; the transitions between them stand in transitions.ts. */
export const signupStates = [
  { code: "waiting", name: "候补" },
  { code: "pending", name: "待审" },
  { code: "accepted", name: "通过" },
  { code: "more", name: "需补充" },
  { code: "refused", name: "拒绝" },
  { code: "cancelled", name: "已取消" },
] as const;
export type SignupState = (typeof signupStates)[number]["code"];

/** What a check-in is answered with; the page gives each a colour, an icon and this word. */
export const checkInAnswers = [
  { code: "passed", name: "通过" },
  { code: "already", name: "已签到" },
  { code: "pending", name: "待审" },
  { code: "cancelled", name: "已取消" },
  { code: "otherActivity", name: "不是本活动" },
  { code: "invalid", name: "无效" },
] as const;
export type CheckInAnswer = (typeof checkInAnswers)[number]["code"];

/** What a field of a sign-up or a work is answered with. */
export const fieldTypes = ["text", "choice", "file"] as const;
export const workFieldTypes = ["text", "link", "file"] as const;

/** What of the person's own information a field begins with. */
export const prefillSources = [
  ...(["fullName", "companyName", "post", "school", "industry", "eduBackground"] as const),
  ...(["leaMajor", "teaMajor", "province", "city"] as const),
] as const;
export type PrefillSource = (typeof prefillSources)[number];

/** The site's own lists (dictionary data) that a field can be chosen from. */
export const dictionaryTypes = [
  "education",
  "industry",
  "identityType",
  "developerType",
  "province",
] as const;
export type DictionaryType = (typeof dictionaryTypes)[number];

export const codesOf = <Code extends string>(choices: readonly { code: Code }[]) =>
  choices.map(({ code }) => code) as [Code, ...Code[]];
