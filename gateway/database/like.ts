/** Escapes the wildcards of `like` in a text. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The `like` pattern for values that contain a text. */
export const likeContaining = (text: string): string => `%${literal(text)}%`;

/** The `like` pattern for values that begin with a text. */
export const likeBeginning = (text: string): string => `${literal(text)}%`;
