import { readdirSync, readFileSync } from "node:fs";
import { beijingYear } from "contract/base/beijing-time";
import { describe, expect, test } from "vitest";

const filesOf = (...rooms: string[]) =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ file: `${room}/${name}`, text: readFileSync(`${room}/${name}`, "utf8") })),
  );
const views = filesOf("app");

/**
 * Views that show a time otherwise than spec 9 says of what happened (`RelativeTime`), each with the reason that
 * docs/decisions/layout.md gives.
 */
const others: Record<string, string> = {
  "app/activities/words.ts": "appointed",
  "app/screens/activities/detail/parts.tsx": "appointed",
  "app/screens/talents/events.tsx": "appointed",
  "app/screens/organising/parts/words.ts": "appointed",
  "app/screens/home/preview.tsx": "appointed",
  "app/screens/information/detail.tsx": "appointed, and the day of a work",
  "app/screens/moderator/module/topics-part.tsx": "appointed",
  "app/screens/moderator/people/networks.tsx": "appointed",
  "app/screens/moderator/people/penalty-list.tsx": "appointed, and one line of text",
  "app/screens/personal/setting/close.tsx": "appointed",
  "app/screens/personal/setting/data.tsx": "appointed",
  "app/screens/training/course.tsx": "appointed",
  "app/screens/training/courses-around.tsx": "appointed",
  "app/screens/training/preview.tsx": "appointed",
  "app/screens/training/exams/exam.tsx": "appointed",
  "app/screens/training/exams/sheet.tsx": "appointed",
  "app/screens/people/restrict-dialog.tsx": "appointed",
  "app/shells/notices/notices.tsx": "appointed",
  "app/format/content-state.ts": "appointed",
  "app/endpoints/people/nickname.ts": "appointed",
  "app/lists/news-row.tsx": "the day of a work",
  "app/screens/moderator/audit/text-items.tsx": "the day somebody came",
  "app/screens/people/home-card.tsx": "the day somebody came",
  "app/screens/personal/study/study.tsx": "what is on a paper",
  "app/screens/training/certificates/certificate.tsx": "what is on a paper",
  "app/screens/moderator/log/words.ts": "what a decision said",
  "app/screens/moderator/fields/waited.tsx": "how long it waits is said, the time beside it",
  "app/screens/organising/scan/answer-panel.tsx": "one line of text",
  "app/endpoints/moderation-log.ts": "a table's cell",
  "app/endpoints/organising/signup-table.ts": "a table's cell",
  "app/endpoints/training/grades.ts": "a table's cell",
  "app/session/access-record.server.ts": "a record's field",
};

describe("times (spec 9)", () => {
  test("are China's: nothing asks a machine's or UTC's calendar", () => {
    const calendar =
      /\.get(UTC)?(FullYear|Month|Date|Day|Hours|Minutes)\(|toLocale(Date|Time)String|toISOString\(\)\s*\.slice|DateTimeFormat/;
    const allowed = [
      // The one place that knows.
      "contract/base/beijing-time.ts",
      // Days in UTC on both sides of a comparison that nobody sees.
      "gateway/people/calls.ts",
    ];
    const found = [...views, ...filesOf("contract", "gateway")].filter(({ text }) => calendar.test(text));
    expect(found.map(({ file }) => file).filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test("of what happened are relative under a day and whole after it, in every view but those named above", () => {
    const users = views
      .filter(({ file }) => !["app/format/time.ts", "app/ui/relative-time.tsx"].includes(file))
      .filter(({ text }) => /\bformat(Whole|Minute|Day|Relative)\(/.test(text))
      .map(({ file }) => file);
    expect(users.sort()).toEqual(Object.keys(others).sort());
    const cut = views.filter(({ text }) => /formatWhole\([^\n]*\)\.slice\(0/.test(text));
    expect(cut.map(({ file }) => file)).toEqual(["app/format/time.ts"]);
    const past =
      /\b(momentOf|minuteOf|formatMinute)\((\w+\.)*(createdAt|updatedAt|editedAt|savedAt|checkedInAt|askedAt|startedAt|endedAt)\)/;
    // A proof of attendance is a paper.
    const onPaper = ["app/screens/activities/proof/proof.tsx"];
    expect(views.filter(({ text }) => past.test(text)).map(({ file }) => file)).toEqual(onPaper);
  });

  test("a year begins at midnight in China", () => {
    expect(beijingYear("2026-12-31T15:59:59Z")).toBe(2026);
    expect(beijingYear("2026-12-31T16:00:00Z")).toBe(2027);
  });
});
