import type { NoticeEvent } from "../messages/events";
import type { ContentState } from "./shapes";

/** Who acts on a text: its author, a moderator of its section, or only an administrator. */
export type ContentActor = "author" | "moderator" | "admin";

interface Transition {
  who: ContentActor;
  /** The states in which the action is possible, each with the state that follows. */
  next: Partial<Record<ContentState, ContentState>>;
  /** The notice that the author gets. */
  notice: NoticeEvent | null;
}

/**
 * The one table of the states of topics and posts (spec 4); handlers, buttons and tests read it. An edit is
 * `resubmit` where a moderator must review the text (it has sensitive words, or a moderator has decided on it
 * before), and `edit` otherwise. A hidden text stays hidden, whatever its review decides.
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
  // Also for a listed text in which a new word of the list was found.
  refuse: {
    who: "moderator",
    next: { listed: "refused", pending: "refused", hidden: "hidden" },
    notice: "refused",
  },
  // A shown or recovered text gets the state of its review; `listed` without a review.
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

/** The state that follows; null where the action is impossible in this state. */
export function nextState(action: ContentAction, state: ContentState): ContentState | null {
  const { next }: Transition = transitions[action];
  return next[state] ?? null;
}

/** Whether this actor may take this action on a text in this state. */
export function mayAct(action: ContentAction, state: ContentState, who: ContentActor): boolean {
  return transitions[action].who === who && nextState(action, state) !== null;
}

/** The change of the counters of author, topic, section and tags: they count only listed texts. */
export function counterChange(before: ContentState, after: ContentState): -1 | 0 | 1 {
  if ((before === "listed") === (after === "listed")) return 0;
  return after === "listed" ? 1 : -1;
}
