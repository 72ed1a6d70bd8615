import { formatTime, subtractTime } from "contract/base/time";

/** The last day of an office, whose end is the midnight after it; empty for none. */
export const lastDay = (until: string): string =>
  until === "" ? "" : formatTime(subtractTime(until, 1, "second"), "YYYY-MM-DD");
