import { readdirSync, readFileSync } from "node:fs";
import {
  addTime,
  formatTime,
  isMoment,
  parseTime,
  startOf,
  startOfNextDay,
  yearOf,
} from "contract/base/time";
import { describe, expect, test } from "vitest";

const filesOf = (...rooms: string[]) =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ file: `${room}/${name}`, text: readFileSync(`${room}/${name}`, "utf8") })),
  );
const views = filesOf("app");

/**
 * Views that show times of events otherwise than spec 9 says (`RelativeTime`), each with the reason that
 * docs/decisions/layout.md gives.
 */
const others: Record<string, string> = {
  "app/activities/words.ts": "appointed",
  "app/screens/activities/detail/parts.tsx": "appointed",
  "app/screens/talents/events.tsx": "appointed",
  "app/screens/organising/parts/words.ts": "appointed",
  "app/activities/activity-cards.tsx": "appointed",
  "app/screens/activities/detail/rail.tsx": "the day of a work",
  "app/screens/home/preview.tsx": "appointed",
  "app/screens/information/detail.tsx": "appointed, and the day of a work",
  "app/screens/moderator/announcements/announcement-rows.tsx": "appointed",
  "app/screens/moderator/editing/conflicts.tsx": "one line of text",
  "app/screens/moderator/editing/piece-row.tsx": "appointed",
  "app/screens/moderator/editing/piece.server.ts": "appointed",
  "app/screens/moderator/editing/table/table-changes.tsx": "appointed",
  "app/screens/moderator/module/topics-part.tsx": "appointed",
  "app/screens/moderator/members/member-rows.tsx": "the day somebody came",
  "app/screens/moderator/members/member-words.ts": "appointed",
  "app/screens/moderator/numbers/questions-part.tsx": "a line of numbers",
  "app/screens/moderator/people/networks.tsx": "appointed",
  "app/screens/moderator/people/penalty-list.tsx": "appointed, and one line of text",
  "app/screens/personal/setting/close.tsx": "appointed",
  "app/screens/personal/account/company-accounts.tsx": "one line of text",
  "app/screens/personal/security/authenticator.tsx": "one line of text",
  "app/screens/personal/security/passkeys.tsx": "one line of text",
  "app/screens/personal/setting/data.tsx": "appointed",
  "app/screens/moderator/inbox/advice-item.tsx": "appointed",
  "app/screens/moderator/inbox/deeds.tsx": "appointed",
  "app/screens/suggestion/advice.tsx": "appointed",
  "app/screens/suggestion/suggestion.tsx": "appointed",
  "app/screens/training/course.tsx": "appointed",
  "app/screens/training/courses-around.tsx": "appointed",
  "app/screens/training/preview.tsx": "appointed",
  "app/screens/training/paths/path-page.tsx": "appointed",
  "app/screens/training/exams/exam.tsx": "appointed",
  "app/screens/training/exams/sheet.tsx": "appointed",
  "app/screens/people/restrict-dialog.tsx": "appointed",
  "app/shells/notices/notices.tsx": "appointed",
  "app/format/content-state.ts": "appointed",
  "app/endpoints/people/nickname.ts": "appointed",
  "app/lists/news-row.tsx": "the day of a work",
  "app/screens/moderator/audit/text-items.tsx": "the day somebody came",
  "app/screens/moderator/content/exported-pack.tsx": "appointed",
  "app/screens/people/home-card.tsx": "the day somebody came",
  "app/screens/personal/study/study.tsx": "what is on a paper",
  "app/screens/training/certificates/certificate.tsx": "what is on a paper",
  "app/screens/training/certificates/check.tsx": "what is on a paper",
  "app/training/certificate-paper.ts": "what is on a paper",
  "app/screens/moderator/log/words.ts": "what a decision said",
  "app/screens/moderator/fields/waited.tsx": "how long it waits is said, the time beside it",
  "app/screens/organising/scan/answer-panel.tsx": "one line of text",
  "app/endpoints/moderation/member-table.ts": "a table's cell",
  "app/endpoints/moderation/log-table.ts": "a table's cell",
  "app/endpoints/organising/signup-table.ts": "a table's cell",
  "app/screens/personal/study/grades-table.server.ts": "a table's cell",
  "app/screens/study-notes/notes-file.server.ts": "a table's cell",
  "app/session/access-record.server.ts": "a record's field",
};

describe("times (spec 9)", () => {
  test("are China's: no code uses a machine's or UTC's calendar", () => {
    const calendar =
      /\.get(UTC)?(FullYear|Month|Date|Day|Hours|Minutes)\(|toLocale(Date|Time)String|toISOString\(\)\s*\.slice|DateTimeFormat/;
    const found = [...views, ...filesOf("contract", "gateway")].filter(({ text }) => calendar.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
    // The one place that contains the offset of China's clock.
    const zone = /\+08:00|\b8 \* (3_?600|60)|utcOffset\(|\.tz\(|new Date\([^;\n]*86_400_000/;
    const zoned = [...views, ...filesOf("contract", "gateway")].filter(({ text }) => zone.test(text));
    expect(zoned.map(({ file }) => file)).toEqual(["contract/base/time.ts"]);
  });

  test("still to come are never relative: RelativeTime says 几秒前 of them", () => {
    const coming = /<RelativeTime at=\{[^}]*(?:expires|until|due|next|opens|ends)(?:At)?\}/i;
    const found = views.filter(({ text }) => coming.test(text));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  test("of events are relative under a day and complete after it, in every view but those named above", () => {
    const users = views
      .filter(({ file }) => !["app/format/time.ts", "app/ui/relative-time.tsx"].includes(file))
      .filter(({ text }) => /\bformat(Whole|Minute|Day|Relative)\(/.test(text))
      .map(({ file }) => file);
    expect(users.sort()).toEqual(Object.keys(others).sort());
    const cut = views.filter(({ text }) => /formatWhole\([^\n]*\)\.slice\(0/.test(text));
    expect(cut.map(({ file }) => file)).toEqual([]);
    const past =
      /\b(momentOf|minuteOf|formatMinute)\((\w+\.)*(createdAt|updatedAt|editedAt|savedAt|checkedInAt|askedAt|startedAt|endedAt)\)/;
    // A proof of attendance is printed on paper.
    const onPaper = ["app/screens/activities/proof/proof.tsx"];
    expect(views.filter(({ text }) => past.test(text)).map(({ file }) => file)).toEqual(onPaper);
  });

  test("are parsed strictly: no day that does not exist, nothing outside the pattern", () => {
    const patterns = ["YYYY-MM-DD", "YYYY-MM-DD HH:mm"];
    expect(parseTime("2026-03-01", ...patterns)?.toISOString()).toBe("2026-02-28T16:00:00.000Z");
    expect(parseTime("2028-02-29 09:30", ...patterns)?.toISOString()).toBe("2028-02-29T01:30:00.000Z");
    for (const wrong of [
      "2026-02-29",
      "2026-13-01",
      "2026-3-1",
      "2026-03-01 24:00",
      "2026-03-01 09:30:00",
      "",
      "今天",
    ])
      expect([wrong, parseTime(wrong, ...patterns)]).toEqual([wrong, null]);
    expect(isMoment(undefined)).toBe(false);
    expect(isMoment("昨天")).toBe(false);
  });

  test("a day and an hour start on China's clock", () => {
    expect(startOf("2026-12-31T15:59:59Z", "day").toISOString()).toBe("2026-12-30T16:00:00.000Z");
    expect(startOf("2026-12-31T16:00:00Z", "day").toISOString()).toBe("2026-12-31T16:00:00.000Z");
    expect(startOfNextDay("2026-12-31").toISOString()).toBe("2026-12-31T16:00:00.000Z");
    expect(startOf("2026-12-31T15:59:59Z", "hour").toISOString()).toBe("2026-12-31T15:00:00.000Z");
  });

  test("are the same on a machine whose own zone skips an hour in spring", () => {
    const before = process.env.TZ;
    process.env.TZ = "America/New_York";
    try {
      const dayBegins = Date.parse("2026-03-07T16:00:00Z");
      for (let half = 0; half < 48; half += 1) {
        const clock = `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`;
        const at = new Date(dayBegins + half * 1_800_000);
        expect(formatTime(at)).toBe(`2026-03-08 ${clock}:00`);
        expect(parseTime(`2026-03-08 ${clock}`, "YYYY-MM-DD HH:mm")).toEqual(at);
        expect(startOf(at, "day")).toEqual(new Date(dayBegins));
        expect(addTime(at, 1, "day").getTime() - at.getTime()).toBe(24 * 3_600_000);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  test("a year starts at midnight in China", () => {
    expect(yearOf("2026-12-31T15:59:59Z")).toBe(2026);
    expect(yearOf("2026-12-31T16:00:00Z")).toBe(2027);
  });
});
