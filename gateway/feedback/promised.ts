import { addTime, formatTime, startOf } from "contract/base/time";

const isWorkday = (at: Date) => !["0", "6"].includes(formatTime(at, "d"));

/** The hour, in China, by which an answer is due on its day. */
export const dueHour = 18;

/**
 * The time by which an answer is due: 18:00 in China, on the last of so many workdays after the day of the
 * question. The hour of the question plays no part: one of 23:00 is promised the same as one of 9:00, and one of a Saturday
 * the same as one of Friday. Public holidays are not known here; they make the date harder to keep, and never longer than it says.
 */
export function promisedBy(asked: Date, workdays: number): Date {
  let day = startOf(asked, "day");
  for (let left = workdays; left > 0; ) {
    day = addTime(day, 1, "day");
    if (isWorkday(day)) left -= 1;
  }
  return addTime(day, dueHour, "hour");
}
