import type { ActivityBrief } from "contract/activities/shapes";
import { kindName, placeOf } from "~/activities/words";
import { type CalendarEvent, calendarOf } from "~/format/calendar.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { publicAnswer } from "~/request/public-answer.server";
import type { Scope } from "~/request/scope.server";

/** The most activities in the calendar. The list begins with those that have not ended. */
const most = 200;

/** One activity by its file name; null for a wrong name or an unknown activity. */
async function oneOf({ publicGateway }: Scope, file: string) {
  const [, id] = /^([1-9]\d{0,8})\.ics$/.exec(file) ?? [];
  if (!id) return null;
  try {
    return [await publicGateway.call("activityDetail", { activityId: Number(id) })];
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

const eventOf = (activity: ActivityBrief): CalendarEvent => {
  const { id, title, summary, startAt, endAt, updatedAt } = activity;
  return {
    key: `activity-${id}`,
    title,
    summary,
    startAt,
    endAt,
    changedAt: updatedAt,
    place: placeOf(activity),
    category: kindName(activity.kind),
    path: paths.activity(id),
  };
};

/** /eventActivities/calendar.ics: all activities to subscribe to; /eventActivities/calendar/{id}.ics: one to save. */
export const loader = publicAnswer(async ({ scope, params: { file } }) => {
  const activities =
    file === undefined
      ? (await scope.publicGateway.call("activityList", { size: most })).items
      : await oneOf(scope, file);
  if (!activities) return null;
  return {
    type: "text/calendar",
    body: calendarOf(scope, { name: "大赛活动", product: "activities" }, activities.map(eventOf)),
    saveAs: file === undefined ? "activities.ics" : `activity-${file}`,
  };
});
