import type { ContentState } from "contract/shapes";

/** The columns of a topic or post that say what has become of it. */
export interface Stated {
  deletedAt: Date | null;
  recycledById: number | null;
  hiddenAt: Date | null;
  review: "approved" | "pending" | "refused";
}

/** Who looks: null for a visitor. `moderates` is about the section of what is looked at. */
export type Onlooker = { id: number; moderates: boolean } | null;

/** What has become of a topic or post. */
export function stateOf({ deletedAt, recycledById, hiddenAt, review }: Stated): ContentState {
  if (deletedAt) return recycledById === null ? "deleted" : "recycled";
  if (hiddenAt) return "hidden";
  return review === "approved" ? "listed" : review;
}

/**
 * The one rule of who sees a text: a listed one everyone, one that its author deleted nobody, any other its author and
 * the moderators of its section.
 */
export function isShownTo(onlooker: Onlooker, state: ContentState, authorId: number): boolean {
  if (state === "listed") return true;
  return state !== "deleted" && onlooker !== null && (onlooker.id === authorId || onlooker.moderates);
}
