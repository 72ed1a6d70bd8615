import { beijingTime } from "contract/base/beijing-time";
import { sameTimeSeconds } from "contract/base/constants";

/**
 * A time of an upstream's (ISO 8601, UTC) as YYYY-MM-DD HH:mm:ss in China's time; what is none is shown as it
 * came.
 */
export function formatWhole(at: string): string {
  return Number.isNaN(Date.parse(at)) ? at : beijingTime(at);
}

/** A moment that was appointed, such as a beginning or a deadline, as YYYY-MM-DD HH:mm in China's time. */
export function formatMinute(at: string): string {
  return formatWhole(at).slice(0, 16);
}

/** The day of a moment in China's time, as YYYY-MM-DD. */
export function formatDay(at: string): string {
  return formatWhole(at).slice(0, 10);
}

/**
 * Under 24 hours old: relative (3 分钟前); older: whole (spec 9). A clock that runs ahead counts as now. The
 * steps are those of dayjs, which every page would carry for this alone.
 */
export function formatRelative(at: string, now: Date = new Date()): string {
  const age = Math.max(0, now.getTime() - new Date(at).getTime());
  const [minutes, hours] = [Math.round(age / 60_000), Math.round(age / 3_600_000)];
  if (!(age < 24 * 3_600_000)) return formatWhole(at);
  if (hours >= 22) return "1 天前";
  if (minutes >= 45) return `${Math.max(1, hours)} 小时前`;
  return age < 44_500 ? "几秒前" : `${Math.max(1, minutes)} 分钟前`;
}

/** Two times within 20 seconds are the same (spec 9). */
export function isSameTime(one: string, other: string): boolean {
  return Math.abs(new Date(one).getTime() - new Date(other).getTime()) <= sameTimeSeconds * 1000;
}
