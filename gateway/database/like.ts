/** A text in which the signs that `like` reads as anything stand for themselves. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The pattern of `like` for what holds a text anywhere. */
export const likeContaining = (text: string): string => `%${literal(text)}%`;

/** The pattern of `like` for what begins with a text. */
export const likeBeginning = (text: string): string => `${literal(text)}%`;
