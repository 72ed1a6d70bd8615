import { sql } from "drizzle-orm";
import * as tables from "../../database/schema";
import { describeFile, leftOut } from "../describe";

export const analyticsFiles = [
  describeFile("usage-hours", tables.analyticsHours, "Sums of how the site was used, by hour.", {
    hour: "the beginning of the hour",
    kind: "its kind",
    key: "its key",
    amount: "the sum",
  }),
  describeFile(
    "usage-days",
    tables.usageDays,
    "Sums of what people did with one thing on one day, and of what was searched for; nobody's name.",
    {
      day: "the day, in Beijing time",
      kind: "the kind of thing, or `searches`",
      key: "its id, empty for all of the kind; of a search its text",
      measure:
        "what was done: `view`, `download`, `datasheet`, `sample`, `buy`, `search`, or `miss` for a search that found nothing",
      source: "where it came from: `site`, `engine`, `direct` or `other`",
      amount: "how often",
      people: "by how many people at least; it stops at 5",
      marks: leftOut("keyed hashes of browsers, made with a secret of one portal", sql`'{}'`),
    },
  ),
];
