import { QueueFull } from "contract/base/concurrency-limit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VisitorQueue } from "../../server/admission/visitor-queue";

const limits = { atOnce: { besideMembers: 1, alone: 2 }, address: 5, waiting: 6 };
/** Work that takes this long, and records its start. */
const work = (begun: string[], name: string, milliseconds: number) => async () => {
  begun.push(name);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return name;
};

describe("visitors' work", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const queue = (change: object = {}) => new VisitorQueue({ ...limits, ...change }, Date.now);

  it("runs one piece at a time while members are active, with a pause of the same length after it, and members never wait", async () => {
    const [one, begun] = [queue(), [] as string[]];
    await Promise.all([one.member("m", work(begun, "member", 0)), vi.advanceTimersByTimeAsync(0)]);
    const visits = ["a", "b", "c"].map((name) => one.visitor(name, work(begun, name, 100)));
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toEqual(["member", "a"]);
    void one.member("m", work(begun, "member again", 10));
    expect(begun.at(-1)).toBe("member again");
    await vi.advanceTimersByTimeAsync(99);
    expect(begun).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(10);
    expect(begun.at(-1)).toBe("b");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(visits)).toEqual(["a", "b", "c"]);
  });

  it("runs several pieces at once while no member is active", async () => {
    const [one, begun] = [queue(), [] as string[]];
    const visits = ["a", "b", "c"].map((name) => one.visitor(name, work(begun, name, 50)));
    await vi.advanceTimersByTimeAsync(49);
    expect(begun).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(visits);
  });

  it("lets the next piece start when it only waits for an upstream", async () => {
    const [one, begun] = [queue({ atOnce: { besideMembers: 1, alone: 1 } }), [] as string[]];
    const slow = one.visitor("a", work(begun, "slow", 30_000));
    const next = one.visitor("b", work(begun, "next", 10));
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(["slow"]);
    await vi.advanceTimersByTimeAsync(20);
    expect(await next).toBe("next");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await slow).toBe("slow");
  });

  it("is refused beyond the limits of an address and of all", async () => {
    const one = queue({ address: 3, atOnce: { besideMembers: 1, alone: 1 } });
    const settled: Promise<unknown>[] = [];
    const ask = (address: string, milliseconds = 900) => {
      const visit = one.visitor(address, work([], address, milliseconds));
      settled.push(visit.catch(() => undefined));
      return visit;
    };
    for (const address of ["a", "a", "a"]) void ask(address);
    await expect(ask("a")).rejects.toThrow(QueueFull);
    await expect(one.member("a", work([], "m", 1))).rejects.toThrow(QueueFull);
    for (const address of ["b", "c", "d", "e"]) void ask(address);
    await expect(ask("f")).rejects.toThrow(QueueFull);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(settled);
  });

  it("is refused sooner while there is too much to do", async () => {
    let most = 10_000;
    const one = queue({ atOnce: { besideMembers: 1, alone: 1 }, patience: () => most });
    const [first, second, third] = ["a", "b", "c"].map((name) => one.visitor(name, work([], name, 900)));
    most = 800;
    const refused = expect(second).rejects.toBeInstanceOf(QueueFull);
    const alsoRefused = expect(third).rejects.toBeInstanceOf(QueueFull);
    await vi.advanceTimersByTimeAsync(900);
    expect(await first).toBe("a");
    await Promise.all([refused, alsoRefused]);
  });

  it("is refused when it has waited ten seconds", async () => {
    const one = queue({ atOnce: { besideMembers: 1, alone: 1 }, waiting: 20 });
    const visits = Array.from({ length: 13 }, (_, at) => one.visitor(String(at), work([], String(at), 950)));
    const outcomes = Promise.allSettled(visits);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await outcomes).map(({ status }) => status)).toEqual([
      ...Array(11).fill("fulfilled"),
      "rejected",
      "rejected",
    ]);
  });
});
