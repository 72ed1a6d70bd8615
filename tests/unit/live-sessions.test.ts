import { liveOf } from "gateway/training/courses/rows";
import { expect, it } from "vitest";

it("the room of a live session is shown from half an hour before its start until its end", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const begins = (minutes: number) => {
    const liveStartsAt = new Date(now.getTime() + minutes * 60_000);
    const rest = { liveMinutes: 60, replayLessonId: 1011, replayUrl: null };
    const live = liveOf({ liveStartsAt, liveUrl: "https://live.example.com/1", ...rest }, now);
    return [live?.state, live?.url !== null, live?.replay !== null];
  };
  expect(begins(14 * 24 * 60)).toEqual(["upcoming", false, false]);
  expect(begins(31)).toEqual(["upcoming", false, false]);
  expect(begins(30)).toEqual(["upcoming", true, false]);
  expect(begins(-10)).toEqual(["live", true, false]);
  expect(begins(-61)).toEqual(["over", false, true]);
});
