/** Competitions, events and their sign-ups: lengths, sizes and times. */

/** Characters of a person's name on a sign-up, and of a text field that names no length of its own. */
export const realNameMax = 30;
export const answerMax = 500;
/** Characters of the reason of a cancellation or a review, and of an organiser's message to all. */
export const reasonMax = 200;
export const messageMax = 1_000;
export const teamNameMax = 30;
export const workTextMax = 5_000;
export const workLinkMax = 2_000;
export const scoreMax = 100;
export const scoreCommentMax = 500;

/** Files of a field: bytes, and the endings that a field may take, with their dots. */
export const activityFileBytesMax = 10 * 1024 * 1024;
export const activityFileEndings = [".pdf", ".png", ".jpg", ".jpeg", ".webp", ".zip"] as const;

export const activitiesPerPage = 12;
export const signupsPerPage = 50;
/** For how long a review can be taken back. */
export const reviewUndoDays = 7;
/** Sign-ups that one review, and scans that one synchronisation, takes. */
export const bulkMax = 200;
export const scansMax = 200;
/** Seats of a category. */
export const seatsMax = 100_000;

/** For how long what a code proved opens a guest's sign-up. */
export const guestMinutes = 30;
/** Before an activity begins, everybody who takes part is reminded. */
export const reminderHours = 24;
/** A check-in code holds until so long after the end. */
export const codeGraceHours = 12;
/** Characters of the signed check-in code, and letters of the one that is typed. */
export const checkInCodeLength = 105;
export const typedCodeLength = 8;
/** Activities that one does not organise are kept for so long after their end, unless the pack says otherwise. */
export const keepDaysDefault = 180;
