import type { ContentState } from "contract/forum/shapes";

/** Who looks at posts, and whether they may write at this moment. */
export interface Viewer {
  id: number;
  admin: boolean;
  mayPost: boolean;
}

/** The same, and whether they moderate the posts' section. */
export interface SectionViewer extends Viewer {
  moderates: boolean;
}

/** The columns of a topic or post that say what has become of it. */
export interface TextState {
  deletedAt: Date | null;
  recycledById: number | null;
  hiddenAt: Date | null;
  review: "approved" | "pending" | "refused";
}

/** What has become of a topic or post. */
export function stateOf({ deletedAt, recycledById, hiddenAt, review }: TextState): ContentState {
  if (deletedAt) return recycledById === null ? "deleted" : "recycled";
  if (hiddenAt) return "hidden";
  return review === "approved" ? "listed" : review;
}

/**
 * The one rule of who sees a text: a listed one everyone, one that its author deleted nobody, any other its
 * author and the moderators of its section.
 */
export function isShownTo(
  viewer: Pick<SectionViewer, "id" | "moderates"> | null,
  state: ContentState,
  authorId: number,
): boolean {
  if (state === "listed") return true;
  return state !== "deleted" && viewer !== null && (viewer.id === authorId || viewer.moderates);
}
