import type { ContentState } from "contract/forum/shapes";
import { type ContentAction, transitions } from "contract/forum/transitions";
import { type PinScope, pinScopes, type TopicAction, topicActionNames } from "contract/moderation/actions";
import type { RefusalCode } from "contract/refusals";

/**
 * The expected result of each moderator's action, by the text's state and the moderator. The table is written from the
 * rules and the table of transitions alone, without the gateway's code.
 */

/** A text's state before a moderator acts on it. */
export interface Standing {
  state: ContentState;
  /** The state of the text's topic; for a topic its own state. */
  topicState: ContentState;
  sectionId: number;
  /** Whether the section moves deleted texts into a recycle bin. */
  bin: boolean;
  authorId: number;
  /** 0 for members, 1 for moderators of any section, 2 for administrators. */
  authorRank: 0 | 1 | 2;
  /** Whether the text waits for review. */
  waits: boolean;
  /** The scope of the pin; null for none. */
  pinScope: PinScope | null;
  /** The sections of its section's group. */
  group: readonly number[];
  /** Whether the section's page shows it as recommended, and how many other recommended topics it shows. */
  recommended: boolean;
  othersRecommended: number;
}

/** The action's value, and how many other topics the same form may have recommended. */
export interface Asked {
  value: string;
  others: number;
}

/** The moderator who acts. */
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

/** The expected result: the state that follows, or the codes of which one must refuse the action. */
export type Expected = { state: ContentState; or?: RefusalCode[] } | { codes: RefusalCode[] };

const against = new Set<Acts>([
  ...(["sink", "close", "hide", "recycle", "destroy", "refuse", "discard"] as const),
  ...(["hidePost", "recyclePost", "destroyPost"] as const),
]);

/** Codes that may also refuse an action because of its value. */
const alone: Partial<Record<Acts, RefusalCode[]>> = {
  class: ["CLASS_NOT_IN_SECTION"],
  move: ["NOT_YOUR_SECTION"],
};

/** The transition of the text's state that each action makes, by its name in the table of transitions. */
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

/**
 * A section's moderator may pin in that section, a moderator of a whole group in the group, an administrator on the
 * site. The same rule holds for taking a pin off.
 */
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
 * The expected result of an action. `shownAs` is the state that a shown or restored text returns to: the state that its
 * review gave it.
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
