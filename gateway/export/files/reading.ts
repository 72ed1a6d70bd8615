import * as tables from "../../database/schema";
import { describeFile, named } from "../describe";

export const readingFiles = [
  describeFile(
    "read-marks",
    tables.readMarks,
    "The time at which a person marked all topics of a section (0: of all sections) as read.",
    {
      accountId: named("uid", ""),
      sectionId: "",
      at: "when",
    },
  ),
  describeFile(
    "readings",
    tables.topicReadings,
    "One row for each topic that a person read, follows or muted.",
    {
      accountId: named("uid", ""),
      topicId: named("tid", ""),
      floor: "the highest floor that they saw; 0 without any. It never decreases",
      seenAt: "the topic's `last_reply_at` and `replies` at their last visit. Later replies are new to them",
      replies: "the topic's replies at the last visit",
      readAt: "when it was read; null until then",
      level: "",
      levelAt: "when that was set",
    },
  ),
];
