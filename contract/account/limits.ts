/** Nickname units: a non-Latin character counts 2 (spec 5.1). */
export const nicknameUnitsMax = 20;

/** Contacts and the codes that verify them (spec 9): what an input takes. */
export const phoneLength = 11;

export const emailMax = 500;

export const codeLength = 6;

/** Until a code may be sent again. */
export const resendSeconds = 60;

/**
 * Where people came from (spec 3.5): characters of the source, before it is escaped, and of the visitor's id.
 */
export const accessSourceMax = 80;

export const visitorIdMax = 64;
