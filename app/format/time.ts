import { beijingTime } from "contract/base/beijing-time";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { sameTimeSeconds } from "contract/base/limits";
import relativeTime from "dayjs/plugin/relativeTime";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(relativeTime);

/**
 * A time of an upstream's (ISO 8601, UTC) as YYYY-MM-DD HH:mm:ss in China's time; what is none is shown as it
 * came.
 */
export function formatWhole(at: string): string {
  return Number.isNaN(Date.parse(at)) ? at : beijingTime(at);
}

/** The day of a moment in China's time, as YYYY-MM-DD. */
export function formatDay(at: string): string {
  return formatWhole(at).slice(0, 10);
}

/** Under 24 hours old: relative (3 分钟前); older: whole (spec 9). A clock that runs ahead counts as now. */
export function formatRelative(at: string, now: Date = new Date()): string {
  const age = now.getTime() - new Date(at).getTime();
  if (age >= 24 * 3_600_000) return formatWhole(at);
  return dayjs
    .utc(Math.min(new Date(at).getTime(), now.getTime()))
    .locale("zh-cn")
    .from(dayjs.utc(now));
}

/** Two times within 20 seconds are the same (spec 9). */
export function isSameTime(one: string, other: string): boolean {
  return Math.abs(new Date(one).getTime() - new Date(other).getTime()) <= sameTimeSeconds * 1000;
}
