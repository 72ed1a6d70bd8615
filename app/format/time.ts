import { dayjs, dayOf, formatTime, isMoment, minuteOf } from "contract/base/time";
import relativeTime from "dayjs/plugin/relativeTime.js";
import "dayjs/locale/zh-cn.js";

dayjs.extend(relativeTime);

/** An upstream's time (ISO 8601) in China's time; what is no time is shown as it came. */
const orAsItCame = (format: (at: string) => string) => (at: string) => (isMoment(at) ? format(at) : at);

/** A time as YYYY-MM-DD HH:mm:ss. */
export const formatWhole = orAsItCame((at) => formatTime(at));

/** A moment that was appointed, such as a beginning or a deadline, as YYYY-MM-DD HH:mm. */
export const formatMinute = orAsItCame(minuteOf);

/** The day of a moment as YYYY-MM-DD. */
export const formatDay = orAsItCame(dayOf);

/** Under 24 hours old: relative (3 分钟前); older: whole (spec 9). A clock that runs ahead counts as now. */
export function formatRelative(at: string, now: Date = new Date()): string {
  const hours = dayjs(now).diff(at, "hour", true);
  if (!isMoment(at) || hours >= 24) return formatWhole(at);
  return dayjs(hours < 0 ? now : at)
    .locale("zh-cn")
    .from(now);
}
