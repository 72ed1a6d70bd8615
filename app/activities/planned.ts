import { dayOf, formatTime, isMoment } from "contract/base/time";
import { formatWeekday } from "~/format/time";

/** A time for which people plan, with its weekday: 2026-11-27 周五 20:00. Anything else stays unchanged. */
export const formatPlanned = (at: string): string =>
  isMoment(at) ? `${dayOf(at)} ${formatWeekday(at)} ${formatTime(at, "HH:mm")}` : at;
