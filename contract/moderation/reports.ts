/** So many notes stand beside a case. */
export const caseNotesMaximum = 50;

/** What has become of what was reported (spec 7.2, report list). */
export const caseStatuses = {
  waiting: "待处理",
  working: "处理中",
  upheld: "成立",
  rejected: "不成立",
} as const;
export type CaseStatus = keyof typeof caseStatuses;

/** What may become of a text that was reported with reason. */
export const textActions = { none: "不处理", hide: "屏蔽", recycle: "删除到回收站" } as const;
export type TextAction = keyof typeof textActions;
export const textActionNames = Object.keys(textActions) as [TextAction, ...TextAction[]];
