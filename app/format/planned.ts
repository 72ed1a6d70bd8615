import { dayOf, formatTime, isMoment } from "contract/base/time";

const weekdays = "日一二三四五六";

/** The day of the week of a time: 周五; empty for anything that is not a time. */
export const formatWeekday = (at: string): string =>
  isMoment(at) ? `周${weekdays[Number(formatTime(at, "d"))]}` : "";

/** A time for which people plan, with its weekday: 2026-11-27 周五 20:00. Anything else stays unchanged. */
export const formatPlanned = (at: string): string =>
  isMoment(at) ? `${dayOf(at)} ${formatWeekday(at)} ${formatTime(at, "HH:mm")}` : at;
