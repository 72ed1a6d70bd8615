import { describe, expect, it } from "vitest";
import { holdsOne, mayOpen } from "../../app/request/offices";

describe("who may open a screen of the moderation area", () => {
  it("is whoever holds one of its offices, and an administrator", () => {
    const editor = { forumAdmin: true, offices: ["editor" as const] };
    expect([mayOpen(editor, ["editor"]), mayOpen(editor, ["analyst"])]).toEqual([true, false]);
    expect(mayOpen({ forumAdmin: true, offices: ["admin"] }, ["analyst"])).toBe(true);
    expect(mayOpen({ forumAdmin: true, offices: [] }, ["moderator"])).toBe(false);
  });

  it("is left to a gateway that names no offices, of whoever has any part of the area", () => {
    for (const office of ["editor", "analyst", "moderator"] as const) {
      expect(mayOpen({ forumAdmin: true }, [office]), office).toBe(true);
      expect(mayOpen({ forumAdmin: false }, [office]), office).toBe(false);
    }
    // A menu offers them what moderators use.
    expect(holdsOne({ forumAdmin: true }, ["editor"])).toBe(false);
  });
});
