import type { ActivityBrief } from "contract/activities/shapes";
import ical, { ICalAlarmType, ICalCalendarMethod } from "ical-generator";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import { kindName, placeOf } from "./words";

/** Calendars remind a day and an hour before the start. */
const remindSeconds = [86_400, 3_600];

/**
 * Activities as an iCalendar file (RFC 5545), each with its time, place and address. Times are in UTC, so that no
 * calendar needs a time zone. An activity keeps its UID, and its sequence grows with every change.
 */
export function calendarOf(
  { origin, settings }: Pick<Scope, "origin" | "settings">,
  activities: ActivityBrief[],
): string {
  const calendar = ical({
    name: `${settings.siteName} · 大赛活动`,
    prodId: { company: settings.siteName, product: "activities", language: "ZH-CN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
  });
  const host = new URL(origin).hostname;
  for (const activity of activities) {
    const changed = new Date(activity.updatedAt);
    const url = origin + paths.activity(activity.id);
    const event = calendar.createEvent({
      id: `activity-${activity.id}@${host}`,
      stamp: changed,
      lastModified: changed,
      sequence: Math.floor(changed.getTime() / 1000) % 2 ** 31,
      start: new Date(activity.startAt),
      end: new Date(activity.endAt),
      summary: activity.title,
      description: [activity.summary, url].filter(Boolean).join("\n"),
      location: placeOf(activity),
      categories: [{ name: kindName(activity.kind) }],
      url,
    });
    for (const seconds of remindSeconds)
      event.createAlarm({ type: ICalAlarmType.display, trigger: seconds, description: activity.title });
  }
  return calendar.toString();
}
