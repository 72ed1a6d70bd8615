import { dayjs, dayOf, formatTime, isMoment, minuteOf } from "contract/base/time";
import relativeTime from "dayjs/plugin/relativeTime.js";
import "dayjs/locale/zh-cn.js";

dayjs.extend(relativeTime);

/** An upstream's time (ISO 8601) in China's time zone; anything that is not a time stays unchanged. */
const orUnchanged = (format: (at: string) => string) => (at: string) => (isMoment(at) ? format(at) : at);

/** A time as YYYY-MM-DD HH:mm:ss. */
export const formatWhole = orUnchanged((at) => formatTime(at));

/** A planned time, such as a start or a deadline, as YYYY-MM-DD HH:mm. */
export const formatMinute = orUnchanged(minuteOf);

/** The day of a time as YYYY-MM-DD. */
export const formatDay = orUnchanged(dayOf);

/** The day of the week of a time: 周五; empty for anything that is not a time. */
export const formatWeekday = (at: string): string =>
  isMoment(at) ? `周${"日一二三四五六"[Number(formatTime(at, "d"))]}` : "";

/** Relative under 24 hours (3 分钟前), later the full time (spec 9). A time in the future counts as now. */
export function formatRelative(at: string, now: Date = new Date()): string {
  const hours = dayjs(now).diff(at, "hour", true);
  if (!isMoment(at) || hours >= 24) return formatWhole(at);
  return dayjs(hours < 0 ? now : at)
    .locale("zh-cn")
    .from(now);
}
