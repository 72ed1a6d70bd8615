/** The intents of the like and favourite buttons, with the intents that undo them. */
export const reactions = { like: "unlike", favorite: "unfavorite" } as const;
export type Reaction = keyof typeof reactions;

/**
 * The JSON answer of /reactions: the new state and count, or why the press was refused and whether signing in helps.
 */
export type ReactionAnswer =
  | { on: boolean; count: number; message: null }
  | { on: null; message: string; login: boolean; kept: boolean };
