import type { ContentState } from "contract/forum/shapes";

/** The reader of posts, and whether they may write at this moment. */
export interface Viewer {
  id: number;
  admin: boolean;
  mayPost: boolean;
}

/** The reader, and whether they moderate the posts' section. */
export interface SectionViewer extends Viewer {
  moderates: boolean;
}

/** The columns that hold the state of a topic or post. */
export interface TextState {
  deletedAt: Date | null;
  recycledById: number | null;
  hiddenAt: Date | null;
  review: "approved" | "pending" | "refused";
}

/** The state of a topic or post. */
export function stateOf({ deletedAt, recycledById, hiddenAt, review }: TextState): ContentState {
  if (deletedAt) return recycledById === null ? "deleted" : "recycled";
  if (hiddenAt) return "hidden";
  return review === "approved" ? "listed" : review;
}

/**
 * The one rule of visibility: everybody sees a listed text, nobody a text that its author deleted; its author and the
 * moderators of its section see any other.
 */
export function isShownTo(
  viewer: Pick<SectionViewer, "id" | "moderates"> | null,
  state: ContentState,
  authorId: number,
): boolean {
  if (state === "listed") return true;
  return state !== "deleted" && viewer !== null && (viewer.id === authorId || viewer.moderates);
}
