import ical, { ICalAlarmType, ICalCalendarMethod } from "ical-generator";
import type { Scope } from "~/request/scope.server";

/** Calendars remind a day and an hour before the start. */
const remindSeconds = [86_400, 3_600];

export interface CalendarEvent {
  /** Stays the same as long as it is the same event: `activity-12`. */
  key: string;
  title: string;
  summary: string;
  /** When it begins and ends, as ISO times. */
  startAt: string;
  endAt: string;
  /** When it was last changed: what is newer replaces what a calendar has. */
  changedAt: string;
  place: string;
  category: string;
  /** The path of its page. */
  path: string;
}

/**
 * Events as an iCalendar file (RFC 5545), each with its time, place and address. Times are in UTC, so that no calendar
 * needs a time zone. An event keeps its UID, and its sequence grows with every change.
 * @param name what the calendar has: 大赛活动
 */
export function calendarOf(
  { origin, settings }: Pick<Scope, "origin" | "settings">,
  { name, product }: { name: string; product: string },
  events: CalendarEvent[],
): string {
  const calendar = ical({
    name: `${settings.siteName} · ${name}`,
    prodId: { company: settings.siteName, product, language: "ZH-CN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
  });
  const host = new URL(origin).hostname;
  for (const { key, title, summary, startAt, endAt, changedAt, place, category, path } of events) {
    const changed = new Date(changedAt);
    const url = origin + path;
    const event = calendar.createEvent({
      id: `${key}@${host}`,
      stamp: changed,
      lastModified: changed,
      sequence: Math.floor(changed.getTime() / 1000) % 2 ** 31,
      start: new Date(startAt),
      end: new Date(endAt),
      summary: title,
      description: [summary, url].filter(Boolean).join("\n"),
      location: place,
      categories: [{ name: category }],
      url,
    });
    for (const seconds of remindSeconds)
      event.createAlarm({ type: ICalAlarmType.display, trigger: seconds, description: title });
  }
  return calendar.toString();
}
