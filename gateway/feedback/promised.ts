import { addTime, dayOf, formatTime, startOf } from "contract/base/time";
import type { Holidays } from "./holidays";

function isWorkday(at: Date, { holidays, workdays }: Holidays): boolean {
  const today = dayOf(at);
  if (workdays.some(({ day }) => day === today)) return true;
  if (holidays.some(({ from, to }) => from <= today && today <= to)) return false;
  return !["0", "6"].includes(formatTime(at, "d"));
}

/** The hour, in China, by which an answer is due on its day. */
export const dueHour = 18;

/**
 * The time by which an answer is due: 18:00 in China, on the last of so many workdays after the day of the
 * question. The hour of the question plays no part: one of 23:00 is promised the same as one of 9:00, and one of a Saturday
 * the same as one of Friday. Holidays and the weekends on which people work instead are as the site's content names them
 * at that moment; a promise that was given stays.
 */
export function promisedBy(asked: Date, workdays: number, holidays: Holidays): Date {
  let day = startOf(asked, "day");
  for (let left = workdays; left > 0; ) {
    day = addTime(day, 1, "day");
    if (isWorkday(day, holidays)) left -= 1;
  }
  return addTime(day, dueHour, "hour");
}
