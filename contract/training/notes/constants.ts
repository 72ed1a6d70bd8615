/** A person's notes about lessons: the most, the characters of one, and of the part of a text that it is about. */
export const notesMax = 1_000;
export const noteMax = 2_000;
export const notePartMax = 80;
/** The most notes on a lesson's page. */
export const lessonNotesMax = 50;
/** The most parts of a lesson that a note can be about. */
export const notePartsMax = 200;
