import type { CallResponse } from "contract";
import { addTime, startOf } from "contract/base/time";
import { type CalendarEvent, calendarOf } from "~/format/calendar.server";
import { paths } from "~/navigation/paths";
import { publicAnswer } from "~/request/public-answer.server";

type Live = CallResponse<"liveReplay">["lives"][number];

const eventOf = ({ course, lecturers, starts, minutes }: Live, changedAt: string): CalendarEvent => ({
  key: `live-${course.id}`,
  title: `直播：${course.title}`,
  summary: lecturers.map(({ name }) => name).join("、"),
  startAt: starts,
  endAt: addTime(starts, minutes, "minute").toISOString(),
  changedAt,
  place: "线上直播",
  category: "直播",
  path: paths.course(course.id),
});

/**
 * /trainingClass/lives/all.ics: the live sessions to come, to subscribe to; /trainingClass/lives/{course}.ics: one of
 * them to save.
 */
export const loader = publicAnswer(async ({ scope, params: { file = "" } }) => {
  const [, id] = /^([1-9]\d{0,8})\.ics$/.exec(file) ?? [];
  if (!id && file !== "all.ics") return null;
  const { lives } = await scope.publicGateway.call("liveReplay", { over: false, page: 1 });
  const listed = lives.filter(({ course }) => id === undefined || course.id === Number(id));
  if (id !== undefined && listed.length === 0) return null;
  // A session has no time of change: the hour of the answer stands for it, so that a newer file replaces an older one.
  const changedAt = startOf(Date.now(), "hour").toISOString();
  return {
    type: "text/calendar",
    body: calendarOf(
      scope,
      { name: "直播", product: "lives" },
      listed.map((live) => eventOf(live, changedAt)),
    ),
    saveAs: id === undefined ? "lives.ics" : `live-${id}.ics`,
  };
});
