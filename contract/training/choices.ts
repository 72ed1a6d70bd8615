/** What of training is chosen from a fixed list. */

/** How a question is answered: one option, several, right or wrong, or a few words. */
export const questionTypes = [
  { code: "single", name: "单选题" },
  { code: "multiple", name: "多选题" },
  { code: "judge", name: "判断题" },
  { code: "blank", name: "填空题" },
] as const;

/** The orders of the list of courses. */
export const courseOrders = [
  { code: "newest", name: "最新" },
  { code: "learners", name: "学习人数" },
  { code: "shortest", name: "时长从短到长" },
] as const;

/** Where a live session stands by the gateway's clock. */
export const liveStates = [
  { code: "upcoming", name: "未开始" },
  { code: "live", name: "直播中" },
  { code: "over", name: "已结束" },
] as const;

/** Where an attempt at an exam stands; a marked one was handed in, or ended when its time was up. */
export const attemptStates = [
  { code: "running", name: "进行中" },
  { code: "marked", name: "已评分" },
] as const;

/** What becomes of a certificate; its page stays in every state. */
export const certificateStates = [
  { code: "valid", name: "有效" },
  { code: "revoked", name: "已撤销" },
  { code: "closed", name: "已注销" },
] as const;

export type QuestionType = (typeof questionTypes)[number]["code"];
