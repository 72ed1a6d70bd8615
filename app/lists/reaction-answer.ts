/** A like or a favourite as its button sends it, and what taking it back is called. */
export const reactions = { like: "unlike", favorite: "unfavorite" } as const;
export type Reaction = keyof typeof reactions;

/**
 * What /reactions answers a script: how it stands now, or why it was refused and whether signing in would
 * help.
 */
export type ReactionAnswer =
  | { on: boolean; count: number; message: null }
  | { on: null; message: string; login: boolean; kept: boolean };
