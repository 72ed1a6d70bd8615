import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "../../app/format/packed";

const through = (value: unknown) => unpacked(JSON.parse(JSON.stringify(packed(value))));

test("what is packed is the same afterwards, with every mark that is swapped and what things leave out", () => {
  const floor = { pid: 1, html: `<p class="a">\`~^&$|\\ \n</p>`, liked: false, reason: null, depth: [] };
  const value = {
    floors: [
      floor,
      { ...floor, liked: true, depth: [{ pid: 2, to: null }] },
      {
        ...floor,
        reason: "否",
        depth: [
          { pid: 3, to: null },
          { pid: 4, to: { uid: 5, tags: [] } },
        ],
      },
    ],
    mixed: [{ a: false }, { a: null }, { a: [] }, { a: 0 }, { a: "" }],
    unlike: [{ a: null }, { b: null }],
    lists: [[], [null], [[]]],
    none: [],
  };
  expect(through(value)).toEqual(value);
  expect(packed(value)).not.toMatch(/[<>&"\\]p/);
});

test("whatever JSON says is the same afterwards", () => {
  const named = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"),
    fc.oneof(fc.constantFrom(false, null, true, 0, "", "null", "false"), fc.string(), fc.constant([])),
  );
  const lists = fc.array(
    fc.oneof(named, fc.array(named), fc.record({ a: fc.boolean(), b: fc.array(named) })),
  );
  fc.assert(
    fc.property(fc.record({ lists, value: named }), (value) => {
      expect(through(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
