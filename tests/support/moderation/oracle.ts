import type { ContentState } from "contract/forum/shapes";
import { type ContentAction, transitions } from "contract/forum/transitions";
import { type PinScope, pinScopes, type TopicAction, topicActionNames } from "contract/moderation/actions";
import type { RefusalCode } from "contract/refusals";

/**
 * The one table of what must come of a moderator's action, by the text's state and who acts: written from the issue's
 * rules and the table of transitions, and from nothing of the gateway's.
 */

/** A text as it stands before somebody acts on it. */
export interface Standing {
  state: ContentState;
  /** Of the topic that it stands in; the same for a topic. */
  topicState: ContentState;
  sectionId: number;
  /** Whether deleting there puts it into a bin. */
  bin: boolean;
  authorId: number;
  /** 0 for members, 1 for whoever moderates any section, 2 for administrators. */
  authorRank: 0 | 1 | 2;
  /** Whether it waits for a moderator's word. */
  waits: boolean;
  /** For how many sections it is pinned; null for none. */
  pinScope: PinScope | null;
  /** The sections of its section's group. */
  group: readonly number[];
  /** Whether its section's page shows it among those that are recommended, and how many others. */
  recommended: boolean;
  othersRecommended: number;
}

/** What is asked for beside the action: the value, and how many others may have been recommended in the same form. */
export interface Asked {
  value: string;
  others: number;
}

/** Who acts. */
export interface Actor {
  id: number;
  rank: 1 | 2;
  fids: readonly number[];
}

export type Acts =
  | TopicAction
  | "hidePost"
  | "showPost"
  | "recyclePost"
  | "recover"
  | "recoverPost"
  | "destroy"
  | "destroyPost"
  | "approve"
  | "refuse"
  | "ignore"
  | "discard";

/** What must become of it: the state that follows, or the codes of which one must refuse it. */
export type Expected = { state: ContentState; or?: RefusalCode[] } | { codes: RefusalCode[] };

const against = new Set<Acts>([
  ...(["sink", "close", "hide", "recycle", "destroy", "refuse", "discard"] as const),
  ...(["hidePost", "recyclePost", "destroyPost"] as const),
]);

/** What else one is refused for by its value. */
const alone: Partial<Record<Acts, RefusalCode[]>> = {
  class: ["CLASS_NOT_IN_SECTION"],
  move: ["NOT_YOUR_SECTION"],
};

/** How the states of a text change, by the action's name in the table of transitions. */
const stateActs: Partial<Record<Acts, ContentAction>> = {
  hide: "hide",
  show: "show",
  recycle: "recycle",
  recover: "recover",
  destroy: "destroy",
  hidePost: "hide",
  showPost: "show",
  recyclePost: "recycle",
  recoverPost: "recover",
  destroyPost: "destroy",
  approve: "approve",
  refuse: "refuse",
};

const next = (action: ContentAction, state: ContentState): ContentState | null =>
  (transitions[action].next as Partial<Record<ContentState, ContentState>>)[state] ?? null;

/** A section's moderator pins there, of a whole group for the group, an administrator for the site; and takes off the same. */
function mayPin(scope: string | null, text: Standing, { rank, fids }: Actor): RefusalCode | null {
  if (rank === 2) return null;
  if (scope === "site") return "ADMIN_ONLY";
  return scope === "group" && !text.group.every((fid) => fids.includes(fid)) ? "NOT_YOUR_SECTION" : null;
}

const recommendedMost = 10;

const reviews = new Set<Acts>(["approve", "refuse", "ignore", "discard"]);
const isTopicAction = (action: Acts): action is TopicAction =>
  (topicActionNames as readonly string[]).includes(action);

/**
 * What must come of this. `shownAs` is what a text that is shown or recovered comes back to: as its review left it.
 */
export function expectedOf(
  action: Acts,
  text: Standing,
  actor: Actor,
  shownAs: { hidden: boolean; review: "approved" | "pending" | "refused" },
  { value, others }: Asked,
): Expected {
  if (text.topicState === "deleted") return { codes: ["TOPIC_NOT_FOUND"] };
  if (actor.rank < 2 && !actor.fids.includes(text.sectionId)) return { codes: ["NOT_YOUR_SECTION"] };
  if (actor.id === text.authorId) return { codes: ["OWN_CONTENT"] };
  if (against.has(action) && text.authorRank > actor.rank) return { codes: ["HIGHER_RANK"] };
  if (reviews.has(action)) {
    if (!text.waits) return { codes: ["ALREADY_DECIDED"] };
    if (action === "ignore") return { state: text.state, or: ["ALREADY_SO"] };
    const gone = text.state === "recycled" || text.topicState === "recycled" || text.state === "deleted";
    if (gone && action !== "discard") return { codes: ["POST_NOT_FOUND"] };
    if (gone && text.state !== text.topicState && text.state !== "recycled" && text.state !== "deleted")
      return { state: "recycled", or: ["NO_RECYCLE_BIN"] };
    if (gone) return { codes: ["CONTENT_NOT_LISTED"] };
  }
  if (isTopicAction(action) && text.state === "recycled") return { codes: ["WRONG_STATE"] };
  if (action === "pin") {
    const code = mayPin(text.pinScope, text, actor) ?? mayPin(value, text, actor);
    if (code) return { codes: [code] };
  }
  if (action === "recommend" && value !== "" && !text.recommended) {
    if (text.state !== "listed") return { codes: ["TOPIC_ELSEWHERE"] };
    if (text.othersRecommended >= recommendedMost) return { codes: ["RECOMMENDED_FULL"] };
    if (text.othersRecommended + others >= recommendedMost)
      return { state: text.state, or: ["RECOMMENDED_FULL"] };
  }
  const inTable = stateActs[action === "discard" ? "recycle" : action];
  if (!inTable) return { state: text.state, or: ["ALREADY_SO", ...(alone[action] ?? [])] };
  const deletes = inTable === "recycle";
  if (deletes && !text.bin && actor.rank < 2) return { codes: ["NO_RECYCLE_BIN"] };
  const follows = next(inTable, text.state);
  if (follows === null) return { codes: ["CONTENT_NOT_LISTED"] };
  if (deletes && !text.bin) return { state: "deleted" };
  const asReviewed = shownAs.review === "approved" ? "listed" : shownAs.review;
  if (inTable === "show") return { state: asReviewed };
  if (inTable === "recover") return { state: shownAs.hidden ? "hidden" : asReviewed };
  return { state: follows };
}

export const anyScope = Object.keys(pinScopes);
