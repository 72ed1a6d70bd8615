import { describe, expect, it } from "vitest";
import { Overload } from "../../server/admission/overload";
import type { Work } from "../../server/backend/work";

/** Loops whose work and clock a test moves. */
function loops({ threads = 1, startedLongAgo = true } = {}) {
  const work: Work = { threads, active: 0, done: 0, pending: 0 };
  let at = 0;
  const overload = new Overload(
    () => ({ ...work }),
    600,
    () => at,
  );
  if (startedLongAgo) at = 60_000;
  overload.expectedWait();
  return {
    work,
    overload,
    /** Lets time pass in which the loops are busy for a share of it, and each answer takes so long. */
    pass(milliseconds: number, share: number, each = 20) {
      for (let left = milliseconds; left > 0; left -= 100) {
        at += 100;
        work.active += 100 * share * threads;
        work.done += (100 * share * threads) / each;
        overload.expectedWait();
      }
    },
  };
}

describe("overload", () => {
  it("is a full loop with more waiting than can be answered in time", () => {
    const { work, overload, pass } = loops();
    work.pending = 40;
    pass(400, 1);
    // 40 answers of 20 ms.
    expect(overload.expectedWait()).toBeCloseTo(800, -1);
    expect(overload.refuses("member")).toBe(true);
    work.pending = 25;
    expect([overload.refuses("member"), overload.refuses("visitor")]).toEqual([false, true]);
    // What waits before the loops counts as well.
    expect(overload.refuses("member", 10)).toBe(true);
    // A loop with time: what waits, waits for something else.
    pass(100, 0.5);
    work.pending = 1_000;
    expect(overload.refuses("visitor")).toBe(false);
  });

  it("is shared by threads", () => {
    const { work, overload, pass } = loops({ threads: 4 });
    work.pending = 100;
    pass(2_000, 1);
    expect(overload.expectedWait()).toBeCloseTo(500, -1);
  });

  it("is no pause of a moment, and no loop that is full with little to do", () => {
    const { work, overload, pass } = loops();
    pass(5_000, 0.3);
    work.pending = 100;
    // A collection of garbage.
    pass(200, 1, 1_000);
    expect(overload.refuses("visitor")).toBe(false);
    pass(300, 0.3);
    work.pending = 5;
    pass(10_000, 1);
    expect(overload.refuses("visitor")).toBe(false);
  });

  it("is no slow machine: what one browser requests is answered, however long it takes", () => {
    const { work, overload, pass } = loops({ threads: 2 });
    work.pending = 19;
    pass(10_000, 1, 500);
    expect(overload.refuses("visitor")).toBe(false);
    work.pending = 20;
    expect(overload.refuses("member")).toBe(true);
  });

  it("is no start, where everything takes longer", () => {
    const { work, overload, pass } = loops({ startedLongAgo: false });
    work.pending = 10;
    pass(5_000, 1, 100);
    expect(overload.expectedWait()).toBeCloseTo(1_000, -2);
    expect(overload.refuses("visitor")).toBe(false);
    // Of a crowd at the door even a start has too much.
    work.pending = 100;
    expect(overload.refuses("member")).toBe(true);
  });

  it("is over as soon as the loop has time again, however long nobody asked", () => {
    const { work, overload, pass } = loops();
    work.pending = 200;
    pass(400, 1);
    expect(overload.refuses("member")).toBe(true);
    pass(100, 0.2);
    expect(overload.refuses("member")).toBe(false);
  });

  it("is a loop whose events are late: what it has not read yet is in no other number", () => {
    const { work, overload, pass } = loops();
    work.pending = 1;
    work.late = 700;
    expect(overload.refuses("member")).toBe(false);
    pass(2_000, 1);
    expect(overload.refuses("member")).toBe(true);
  });

  it("shortens how long visitors wait, while it lasts", () => {
    const { overload, pass } = loops();
    expect(overload.patience(10_000)).toBe(10_000);
    pass(2_000, 1);
    expect(overload.patience(10_000)).toBe(960);
    pass(200, 0.1);
    expect(overload.patience(10_000)).toBe(10_000);
  });

  it("is noticed at once where a full loop kept everybody from looking", () => {
    let at = 60_000;
    const work: Work = { threads: 1, active: 0, done: 0, pending: 60 };
    const overload = new Overload(
      () => work,
      600,
      () => at,
    );
    overload.expectedWait();
    at += 2_000;
    work.active += 2_000;
    work.done += 100;
    expect(overload.expectedWait()).toBeCloseTo(1_200, -1);
  });
});
