import { describe, expect, it } from "vitest";
import { seatsLeftOf } from "../../app/activities/words";

describe("the remaining seats of a category", () => {
  it.each([
    [{ seats: 60, free: 3, waiting: 0 }, "余 3 / 60"],
    [{ seats: 60, free: 0, waiting: 0 }, "60 个名额已满"],
    [{ seats: 60, free: 0, waiting: 2 }, "60 个名额已满，2 人候补"],
    [{ seats: 60, free: 1, waiting: 2 }, "余 1 / 60，2 人候补"],
    [{ seats: 0, free: 0, waiting: 0 }, "暂无名额"],
    [{ seats: 0, free: 0, waiting: 1 }, "暂无名额，1 人候补"],
  ])("of %j it says %s", (category, words) => {
    expect(seatsLeftOf(category)).toBe(words);
  });
});
