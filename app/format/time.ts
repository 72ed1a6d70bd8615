import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import relativeTime from "dayjs/plugin/relativeTime";
import utc from "dayjs/plugin/utc";
import { sameTimeSeconds } from "contract/limits";

dayjs.extend(utc);
dayjs.extend(relativeTime);

/** Spec 9: times are shifted by 8 hours. */
const zoneHours = 8;

/** A moment (ISO 8601, UTC) as YYYY-MM-DD HH:mm:ss in China's time. */
export function formatWhole(at: string): string {
  const shifted = new Date(Date.parse(at) + zoneHours * 3_600_000);
  // Twice for every time on a page: dayjs takes ten times as long for the same text.
  return Number.isNaN(shifted.getTime()) ? at : shifted.toISOString().slice(0, 19).replace("T", " ");
}

/** The day of a moment in China's time, as YYYY-MM-DD. */
export function formatDay(at: string): string {
  return formatWhole(at).slice(0, 10);
}

/** Under 24 hours old: relative (3 分钟前); older: whole (spec 9). A clock that runs ahead counts as now. */
export function formatMoment(at: string, now: Date = new Date()): string {
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
