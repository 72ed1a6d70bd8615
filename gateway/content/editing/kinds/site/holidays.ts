import { writeHolidays } from "../../../load/site/holidays";
import { servedHolidays } from "./served";
import { singleKind } from "./single-kind";

export const holidaysKind = singleKind("holidays", {
  missing: async () => ({}),
  served: servedHolidays,
  write: writeHolidays,
});
