/**
 * The states of a piece of content that is edited in the browser, and what changes them. Handlers, buttons and tests
 * read this table.
 * - `draft`: it was never published.
 * - `published`: visitors see one of its versions.
 * - `withdrawn`: it left every list; its page stays and says so.
 */
export const contentStates = { draft: "草稿", published: "已发布", withdrawn: "已下架" } as const;
export type ContentState = keyof typeof contentStates;
export const contentStateNames = Object.keys(contentStates) as [ContentState, ...ContentState[]];

interface ContentTransition {
  label: string;
  /** The states in which it is possible. */
  from: readonly ContentState[];
  /** The state after it; null where it stays. */
  to: ContentState | null;
}

const always = contentStateNames;

export const contentTransitions = {
  /** Adds a version; what visitors see stays. */
  save: { label: "保存草稿", from: always, to: null },
  /** Visitors see this version. */
  publish: { label: "立即发布", from: always, to: "published" },
  schedule: { label: "定时发布", from: always, to: null },
  withdraw: { label: "下架", from: ["published"], to: "withdrawn" },
  scheduleWithdraw: { label: "定时下架", from: always, to: null },
  /** Cancels what was scheduled. */
  unschedule: { label: "取消定时", from: always, to: null },
  /** Adds a version with the body of an earlier one. */
  restore: { label: "恢复这一版", from: always, to: null },
  /** A conflict with a pack: the browser's version stays. */
  keepOwn: { label: "保留站内的", from: always, to: null },
  /** A conflict with a pack: its version is published, and later packs may change the piece again. */
  takePack: { label: "采用内容包的", from: always, to: "published" },
} as const satisfies Record<string, ContentTransition>;
export type ContentAction = keyof typeof contentTransitions;

/** Whether an action is possible in a state. */
export const mayBecome = (action: ContentAction, state: ContentState): boolean =>
  (contentTransitions[action].from as readonly ContentState[]).includes(state);
