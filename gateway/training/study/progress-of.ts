/** How far somebody is in a course. */
export function progressOf({
  courseId,
  lessonsDone,
  finishedAt,
  lessons: all,
}: {
  courseId: number;
  lessonsDone: number;
  /** When they finished it, in any form; null if they have not. */
  finishedAt: Date | string | null;
  lessons: number;
}) {
  const done = Math.min(lessonsDone, all);
  const percent = all === 0 ? 0 : Math.floor((done * 100) / all);
  return { course: courseId, percent, lessonsDone: done, finished: finishedAt !== null };
}
