import type { NoticeEvent } from "../messages/events";
import type { ContentState } from "./shapes";

/** Who acts on a text: the one who wrote it, a moderator of its section, or an administrator alone. */
export type ContentActor = "author" | "moderator" | "admin";

interface Transition {
  who: ContentActor;
  /** In which states it can be done, and the state that follows. */
  next: Partial<Record<ContentState, ContentState>>;
  /** The notice that the author gets. */
  notice: NoticeEvent | null;
}

/**
 * The one table of the states of topics and posts (spec 4), which handlers, buttons and tests read. An edit
 * is `edit` when nobody has to look at the text, and `resubmit` when a moderator has to: for its words, or
 * because a moderator decided on it before. A hidden text stays hidden, whatever its review decides.
 */
export const transitions = {
  edit: {
    who: "author",
    next: { listed: "listed", pending: "listed", refused: "listed", hidden: "hidden" },
    notice: null,
  },
  resubmit: {
    who: "author",
    next: { listed: "pending", pending: "pending", refused: "pending", hidden: "hidden" },
    notice: null,
  },
  delete: {
    who: "author",
    next: { listed: "deleted", pending: "deleted", refused: "deleted", hidden: "deleted" },
    notice: null,
  },
  approve: { who: "moderator", next: { pending: "listed", hidden: "hidden" }, notice: "approved" },
  // Also of a text that stands, where the list of words came to know it since.
  refuse: {
    who: "moderator",
    next: { listed: "refused", pending: "refused", hidden: "hidden" },
    notice: "refused",
  },
  // A text that is shown or recovered has the state that its review left; `listed` when there was no problem.
  show: { who: "moderator", next: { hidden: "listed" }, notice: "moderated" },
  hide: {
    who: "moderator",
    next: { listed: "hidden", pending: "hidden", refused: "hidden" },
    notice: "moderated",
  },
  recycle: {
    who: "moderator",
    next: { listed: "recycled", pending: "recycled", refused: "recycled", hidden: "recycled" },
    notice: "moderated",
  },
  recover: { who: "moderator", next: { recycled: "listed" }, notice: "moderated" },
  destroy: { who: "admin", next: { recycled: "deleted" }, notice: "moderated" },
} as const satisfies Record<string, Transition>;

export type ContentAction = keyof typeof transitions;

/** The state that follows, or null where the action cannot be done in this one. */
export function nextState(action: ContentAction, state: ContentState): ContentState | null {
  const { next }: Transition = transitions[action];
  return next[state] ?? null;
}

/** Whether this actor may take this action on a text in this state. */
export function mayAct(action: ContentAction, state: ContentState, who: ContentActor): boolean {
  return transitions[action].who === who && nextState(action, state) !== null;
}

/**
 * How much a change of state adds to the counters of author, topic, section and tags: only listed texts
 * count.
 */
export function countedBy(before: ContentState, after: ContentState): -1 | 0 | 1 {
  if ((before === "listed") === (after === "listed")) return 0;
  return after === "listed" ? 1 : -1;
}
