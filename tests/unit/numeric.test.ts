import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallName, contract } from "contract";
import { numeric } from "contract/base/fields";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("a number of a form, an address or JSON", () => {
  const field = numeric(z.number("有误").min(0, "有误"));
  it.each([
    [0, 0],
    ["16", 16],
    [" 7 ", 7],
    ["2.5", 2.5],
  ])("is read from %j", (given, read) => expect(field.parse(given)).toBe(read));

  const none: unknown[] = [
    null,
    undefined,
    "",
    " ",
    true,
    false,
    [],
    [5],
    {},
    "0x10",
    "1e3",
    "+5",
    "Infinity",
    "5px",
  ];
  it.each(none.map((given) => [given]))("is not read from %j", (given) => {
    expect(field.safeParse(given).error?.issues[0]?.message).toBe("有误");
  });
});

it("seats are neither empty nor sixteen in another notation", () => {
  const { request } = contract["activitySeats" satisfies CallName];
  const seats = (given: unknown) =>
    request.safeParse({ activityId: 1, category: "a", seats: given }).data?.seats;
  expect([null, "", "0x10", true, [3]].map(seats)).toEqual(Array(5).fill(undefined));
  expect([0, "16"].map(seats)).toEqual([0, 16]);
});

it("no code forces a value into a number", () => {
  const sources = ["contract", "app", "gateway", "server"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(room, name)),
  );
  expect(sources.filter((name) => /z\s*\.coerce/.test(readFileSync(name, "utf8")))).toEqual([]);
});
