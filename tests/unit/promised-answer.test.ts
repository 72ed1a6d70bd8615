import { noHolidays } from "gateway/feedback/holidays";
import { promisedBy } from "gateway/feedback/promised";
import { expect, test } from "vitest";

test.each([
  // Monday, Thursday, Friday, Saturday and Sunday in China; the last one is still Saturday in UTC.
  ["2026-11-23T10:00:00+08:00", "2026-11-25T18:00:00+08:00"],
  ["2026-11-26T23:59:00+08:00", "2026-11-30T18:00:00+08:00"],
  // After working hours on a Friday: the same as in the morning, or on the Saturday.
  ["2026-11-27T18:00:00+08:00", "2026-12-01T18:00:00+08:00"],
  ["2026-11-27T09:00:00+08:00", "2026-12-01T18:00:00+08:00"],
  ["2026-11-28T09:00:00+08:00", "2026-12-01T18:00:00+08:00"],
  ["2026-11-29T00:30:00+08:00", "2026-12-01T18:00:00+08:00"],
])("a question of %s is promised an answer by %s", (asked, promised) => {
  expect(promisedBy(new Date(asked), 2, noHolidays)).toEqual(new Date(promised));
});

const year2026 = {
  holidays: [{ from: "2026-10-01", to: "2026-10-07", name: "国庆节" }],
  workdays: [
    { day: "2026-09-20", name: "国庆节" },
    { day: "2026-10-10", name: "国庆节" },
  ],
};

test.each([
  // Friday: the Sunday on which people work is the first day, the Saturday before it none.
  ["2026-09-18T10:00:00+08:00", "2026-09-21T18:00:00+08:00"],
  // On that Sunday itself.
  ["2026-09-20T10:00:00+08:00", "2026-09-22T18:00:00+08:00"],
  // Two days before the holidays, the day before, and the last evening.
  ["2026-09-29T10:00:00+08:00", "2026-10-08T18:00:00+08:00"],
  ["2026-09-30T23:30:00+08:00", "2026-10-09T18:00:00+08:00"],
  // Within the holidays, from the first minute in China to the last.
  ["2026-10-01T00:00:00+08:00", "2026-10-09T18:00:00+08:00"],
  ["2026-10-07T23:59:00+08:00", "2026-10-09T18:00:00+08:00"],
  // Thursday after them: Friday, and the Saturday on which people work.
  ["2026-10-08T09:00:00+08:00", "2026-10-10T18:00:00+08:00"],
  // That Saturday: Sunday is none.
  ["2026-10-10T09:00:00+08:00", "2026-10-13T18:00:00+08:00"],
])("around the holidays of October a question of %s is promised an answer by %s", (asked, promised) => {
  expect(promisedBy(new Date(asked), 2, year2026)).toEqual(new Date(promised));
});
