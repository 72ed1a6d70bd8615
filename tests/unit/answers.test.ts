import { contract } from "contract";
import { type AnswerKey, Answers, type KeepOptions, staleAnswers } from "contract/base/answers";
import type { Call } from "contract/base/call";
import { longKeep, shortKeep } from "contract/base/keep-for";
import { beforeEach, describe, expect, test } from "vitest";

const start = Date.parse("2026-01-02T03:04:05Z");
let answers: Answers;
let made: number;
beforeEach(() => {
  answers = new Answers();
  made = 0;
});
/** The cached answer for a key, some seconds after the start. Each newly made answer has another number. */
const ask = (key: AnswerKey, keeping: Partial<KeepOptions<number>> = {}, after = 0) =>
  answers.keep(key, { seconds: 5, now: new Date(start + after * 1_000), ...keeping }, async () => {
    made += 1;
    return made;
  });

describe("a cached answer", () => {
  test("is made once for all who ask at once, and again when its time is over", async () => {
    expect(await Promise.all([ask(["a", { x: 1 }]), ask(["a", { x: 1 }]), ask(["a", { x: 2 }])])).toEqual([
      1, 1, 2,
    ]);
    expect([await ask(["a", { x: 1 }], {}, 4), await ask(["a", { x: 1 }], {}, 5)]).toEqual([1, 3]);
  });

  test("is made again where the clock was set back: nobody knows how old it is", async () => {
    expect([await ask(["a"], {}, 86_400), await ask(["a"]), await ask(["a"], {}, 1)]).toEqual([1, 2, 2]);
  });

  test("of one owner is not given to another", async () => {
    expect(await ask(["a"], { owner: "account 1" })).toBe(1);
    expect(await ask(["a"], { owner: "account 2" })).toBe(2);
    expect(await ask(["a"])).toBe(3);
    answers.forget({ owner: "account 1" });
    expect(await ask(["a"], { owner: "account 1" })).toBe(4);
    expect(await ask(["a"], { owner: "account 2" })).toBe(2);
  });

  test("of another version is not given, except as a stale answer until the next one is there", async () => {
    await ask(["a"], { version: 1 });
    expect(answers.last(["a"])).toBe(1);
    const next = ask(["a"], { version: 2 });
    expect(answers.last(["a"])).toBe(1);
    expect([await next, answers.last(["a"])]).toEqual([2, 2]);
  });

  test("that failed, or is marked as not worth it, is not stored", async () => {
    const failing = answers.keep(["a"], { seconds: 5, now: new Date(start) }, () =>
      Promise.reject(new Error("no")),
    );
    await expect(failing).rejects.toThrow("no");
    expect(await ask(["a"], { isWorthKeeping: () => false })).toBe(1);
    expect(await ask(["a"])).toBe(2);
  });

  test("is deleted by its tags, by its name, and with all", async () => {
    const counts = async () => [
      await ask(["adds"], { until: "adds" }),
      await ask(["hides"], { until: "hides" }),
      await ask(["time"]),
    ];
    expect(await counts()).toEqual([1, 2, 3]);
    answers.forget({ effect: "adds" });
    expect(await counts()).toEqual([4, 2, 3]);
    answers.forget({ effect: "hides" });
    expect(await counts()).toEqual([5, 6, 3]);
    answers.forget({ name: "time" });
    expect(await counts()).toEqual([5, 6, 7]);
    answers.forget("all");
    expect(await counts()).toEqual([8, 9, 10]);
  });

  test("that is deleted while it is made is not stored", async () => {
    const making = ask(["a"], { until: "adds" });
    answers.forget({ effect: "adds" });
    expect(await making).toBe(1);
    expect(await ask(["a"], { until: "adds" })).toBe(2);
  });
});

const wrongBy = (name: keyof typeof contract, response: unknown = {}) =>
  staleAnswers(contract[name] as Call, { request: {}, response });

test("calls delete what their rows say: a counter nothing, a reply the `adds` answers, a deletion the `hides` answers", () => {
  expect(wrongBy("topicDetail")).toBeNull();
  expect(wrongBy("saveDraft")).toBeNull();
  expect(wrongBy("likePost")).toBeNull();
  expect(wrongBy("submitTopic")).toEqual({ effect: "adds" });
  expect(wrongBy("submitPost", { tid: 1 })).toEqual({ effect: "adds" });
  expect(wrongBy("editPost", { tid: 1 })).toEqual({ effect: "hides" });
});

test("only reading calls are cached, and an owner is stored only if the answer depends on it", () => {
  const cached = (Object.entries(contract) as [string, Call][]).filter(([, row]) => row.keepFor);
  expect(cached.filter(([, row]) => row.effect !== "reads")).toEqual([]);
  expect([shortKeep.whose, longKeep.whose]).toEqual(["everyone", "everyone"]);
  expect(cached.filter(([, row]) => row.keepFor?.whose === "person").map(([name]) => name)).toEqual([
    "recommendedCourseVideos",
  ]);
});
