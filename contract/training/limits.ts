/** Numbers of the training classes (decisions 160 to 164). */

export const coursePageSize = 12;
export const lecturerPageSize = 24;
export const learnerPageSize = 50;
export const studyPageSize = 20;
/** The most that a short list (top students, recommended videos) can be asked for. */
export const shortListMax = 24;
/** The most courses whose progress is asked for at once: more than a page of any list. */
export const progressMax = 50;
/** What somebody may type into the field that looks for courses. */
export const keywordMax = 60;
/** An answer to a question that is answered in words. */
export const blankMax = 200;
/** Options of one question: A to H. */
export const optionsMax = 8;
/** Questions that an attempt has at most. */
export const questionsMax = 200;
/** Seconds after an attempt's end in which answers that were on their way still count. */
export const graceSeconds = 60;
/** How often a player saves where it stands, in seconds. */
export const positionEverySeconds = 10;
/** The part of a video that has to be played for its lesson to count as done. */
export const donePart = 0.9;
/** Seconds of a video that somebody can have watched in a second: twice its speed, and what clocks differ by. */
export const watchedPerSecond = 2.2;
/** Characters of a lesson's text that nobody reads faster than in a second, and the least time for any text. */
export const readPerSecond = 10;
export const readSecondsMin = 30;
/** Minutes between a try at an exam that failed and the next, where the exam says nothing; each try doubles them. */
export const examWaitDefault = 30;
/** The most of it, in minutes: a week where the exam says so, a day by doubling. */
export const examWaitMax = 10_080;
export const examWaitGrowsTo = 1_440;
/** A video is at most this long, in seconds. */
export const positionMax = 86_400;
export const revokeReasonMax = 200;
/** A lecturer's recording: in pieces up to 2 GB, what one form can carry, and how many a course holds. */
export const recordingBytesMax = 2 ** 31 - 1;
export const videoUploadBytesMax = 20 * 1024 * 1024;
/** Bytes that are sent at a time of one that comes in pieces; the gateway keeps them by the megabyte. */
export const recordingPieceBytes = 4 * 1024 * 1024;
/** How many somebody may have begun at once, and for how many days one waits to be gone on with. */
export const recordingsBegun = 5;
export const recordingKeptDays = 7;
export const videoUploadEndings = [".webm", ".mp4"];
export const videoUploadsPerCourse = 200;
export const videoUploadPageSize = 20;
export const uploadNoteMax = 200;
