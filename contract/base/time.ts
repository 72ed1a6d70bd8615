import dayjs, { type Dayjs, type ManipulateType } from "dayjs";
import utc from "dayjs/plugin/utc.js";
import { sameTimeSeconds } from "./constants";

// All code imports dayjs from here, so that its plugins are set up once.
dayjs.extend(utc);

export { dayjs };

/** A point in time: a Date, milliseconds since 1970, or ISO 8601 with its zone; YYYY-MM-DD is a time on that day. */
export type Moment = Date | number | string;

const wholePattern = "YYYY-MM-DD HH:mm:ss";

/**
 * Hours by which China's clock is ahead of UTC (spec 9). China has no summer time. `utcOffset(8)` and `tz()` of
 * dayjs go through the machine's own zone, and are an hour wrong where that skips an hour in spring.
 */
const aheadHours = 8;

/** China's calendar at a moment: its year, month, day and clock. Do not compare it with moments. */
const chinaCalendar = (at: Moment): Dayjs => dayjs.utc(at).add(aheadHours, "hour");
const momentOf = (calendar: Dayjs): Date => calendar.subtract(aheadHours, "hour").toDate();

/** Whether this is a point in time. An upstream may omit it, and dayjs would read undefined as now. */
export const isMoment = (at: Moment | undefined): boolean => at !== undefined && dayjs(at).isValid();

/** A moment in China's time, by a pattern of dayjs. */
export const formatTime = (at: Moment, pattern = wholePattern): string => chinaCalendar(at).format(pattern);

/** A moment in China's time as YYYY-MM-DD HH:mm. */
export const minuteOf = (at: Moment): string => formatTime(at, "YYYY-MM-DD HH:mm");

/** The day of a moment in China as YYYY-MM-DD. */
export const dayOf = (at: Moment): string => formatTime(at, "YYYY-MM-DD");

/** The year of a moment in China. */
export const yearOf = (at: Moment): number => chinaCalendar(at).year();

/** The beginning of a day, YYYY-MM-DD, in China's time zone, as ISO 8601. */
export const midnightOf = (day: string): string => `${day}T00:00:00+08:00`;

/** The beginning in China of a moment's day or hour. */
export const startOf = (at: Moment, unit: "day" | "hour"): Date => momentOf(chinaCalendar(at).startOf(unit));

/** The beginning in China of the day after a moment's day. */
export const startOfNextDay = (at: Moment): Date => addTime(startOf(at, "day"), 1, "day");

/**
 * Reads a time in China by one of these patterns: YYYY-MM-DD (midnight), alone or with a clock time. Null for other
 * texts and impossible days.
 */
export function parseTime(text: string, ...patterns: string[]): Date | null {
  const calendar = dayjs.utc(text);
  // dayjs reads 31 February as 3 March: a time is valid only if formatting it gives the same text.
  return patterns.some((pattern) => calendar.format(pattern) === text) ? momentOf(calendar) : null;
}

/** Adds an amount to a moment. A day is 24 hours. */
export const addTime = (at: Moment, amount: number, unit: ManipulateType): Date =>
  dayjs.utc(at).add(amount, unit).toDate();

/** Subtracts an amount from a moment. */
export const subtractTime = (at: Moment, amount: number, unit: ManipulateType): Date =>
  addTime(at, -amount, unit);

/** Two times within 20 seconds are the same (spec 9). */
export const isSameTime = (one: Moment, other: Moment): boolean =>
  Math.abs(dayjs(one).diff(other, "second", true)) <= sameTimeSeconds;
