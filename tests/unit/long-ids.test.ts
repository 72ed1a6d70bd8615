import { id, longId } from "contract/base/fields";
import { topicNumber } from "contract/moderation/sections/fields";
import { describe, expect, it } from "vitest";
import { reactionPress, readingPress } from "../../app/endpoints/pressed/press.server";
import { pressedRow, reasonAt, rowIdOf } from "../../app/moderation/row-fields";
import { longPathId, optionalLongId, pathId } from "../../app/request/inputs.server";
import { topicInputs } from "../../app/screens/topic/model/topic.server";

/** An id beyond 32 bits, and one that no address and no request has. */
const long = 5_000_000_000;
const tooLong = 10 ** 15;

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

describe("an id beyond 32 bits", () => {
  it("is one of a request's only where its column has 64 bits", () => {
    expect(longId.parse(String(long))).toBe(long);
    expect(longId.safeParse(tooLong).success).toBe(false);
    expect(id.safeParse(long).success).toBe(false);
  });

  it("is read from a topic's address", () => {
    const { thread } = topicInputs.params.shape;
    expect(thread.parse(`thread-${long}-2-1.html`)).toEqual({ tid: long, page: 2 });
    expect(thread.safeParse(`thread-${tooLong}-1-1.html`).success).toBe(false);
    expect(topicInputs.query.parse({ tid: String(long), pid: String(long + 1) })).toMatchObject({
      tid: long,
      pid: long + 1,
    });
  });

  it("is read from other addresses that name such things", () => {
    expect(longPathId.parse(String(long))).toBe(long);
    expect(optionalLongId.parse(String(long))).toBe(long);
    expect(longPathId.safeParse(String(tooLong)).success).toBe(false);
    expect(pathId.safeParse(String(long)).success).toBe(false);
    expect(topicNumber.parse(`https://bbs.example/hsforum/thread-${long}-1-1.html`)).toBe(long);
  });

  it("is read from the buttons and fields of forms", () => {
    expect(reactionPress.read(formOf({ intent: `like:${long}` }))).toEqual({ what: "like", target: long });
    expect(readingPress.read(formOf({ intent: "followTopic", target: String(long) }))).not.toBeNull();
    expect(readingPress.read(formOf({ intent: "block", target: String(long) }))).toBeNull();
    expect(rowIdOf(reasonAt(long))).toBe(long);
    expect(pressedRow(`${long}:hide`)).toEqual({ id: long, value: "hide" });
  });
});
