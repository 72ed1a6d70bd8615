import { isSameTime } from "contract/base/time";
import { describe, expect, it } from "vitest";
import { shortCount, shortNickname, unreadBadge } from "../../app/format/text";
import { formatRelative, formatWhole } from "../../app/format/time";

describe("times (spec 9)", () => {
  const now = new Date("2026-03-02T04:00:00.000Z");
  it.each([
    ["2026-03-02T03:59:50.000Z", "几秒前"],
    ["2026-03-02T03:57:00.000Z", "3 分钟前"],
    ["2026-03-01T05:00:00.000Z", "1 天前"],
    ["2026-03-01T16:00:00.000Z", "12 小时前"],
    ["2026-03-01T04:00:00.001Z", "1 天前"],
    ["2026-03-01T04:00:00.000Z", "2026-03-01 12:00:00"],
    ["2025-12-31T16:30:05.000Z", "2026-01-01 00:30:05"],
    ["2026-03-02T04:00:30.000Z", "几秒前"],
  ])("%s is shown as %s", (at, text) => expect(formatRelative(at, now)).toBe(text));

  it("shifts whole times by 8 hours", () =>
    expect(formatWhole("2026-02-28T17:00:00Z")).toBe("2026-03-01 01:00:00"));

  it.each([
    ["2026-03-02T03:59:40.000Z", true],
    ["2026-03-02T03:59:39.999Z", false],
    ["2026-03-02T04:00:20.000Z", true],
    ["2026-03-02T04:00:20.001Z", false],
  ])("%s equals 04:00:00: %s", (at, same) => expect(isSameTime(at, now.toISOString())).toBe(same));
});

describe("nicknames in the menu (spec 2.4)", () => {
  it.each([
    [undefined, "用户1"],
    ["", "用户1"],
    ["  ", "用户1"],
    ["阿岚", "阿岚"],
    ["一二三四五六七", "一二三四五六七"],
    ["一二三四五六七八", "一二三四五六七…"],
    ["😀😀😀😀😀😀😀😀", "😀😀😀😀😀😀😀…"],
  ])("%s is shown as %s", (nickname, text) => expect(shortNickname(nickname)).toBe(text));
});

describe("the unread badge (spec 9)", () => {
  it.each([
    [0, 0, 0, ""],
    [1, 0, 2, "3"],
    [33, 33, 33, "99"],
    [34, 33, 33, "99+"],
  ])("%i + %i + %i is %s", (system, forum, inner, text) =>
    expect(unreadBadge({ system, forum, inner })).toBe(text),
  );
});

it("shortens large counts", () => {
  expect([9999, 10_000, 12_345, 123_456].map(shortCount)).toEqual(["9999", "1万", "1.2万", "12.3万"]);
});
