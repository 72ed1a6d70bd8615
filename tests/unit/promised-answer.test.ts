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
  expect(promisedBy(new Date(asked), 2)).toEqual(new Date(promised));
});
