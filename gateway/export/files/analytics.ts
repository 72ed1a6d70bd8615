import * as tables from "../../database/schema";
import { describeFile } from "../describe";

export const analyticsFiles = [
  describeFile("usage-hours", tables.analyticsHours, "Sums of how the site was used, by hour.", {
    hour: "the beginning of the hour",
    kind: "its kind",
    key: "its key",
    amount: "the sum",
  }),
];
