import { searchTextMax } from "contract/search/constants";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";
import { tries } from "../support/tier";

const gateway = startGateway();
const long = (length: number) => "x".repeat(length);
/** 91 characters, in parts that are short enough for the index. */
const joined = [
  "bootloader",
  "configuration",
  "partition",
  "table",
  "offset",
  "calculation",
  "helper",
  "private",
  "v2",
  "final",
].join("_");

let author: Member;
let section: Section;
beforeAll(async () => {
  author = await gateway().member();
  section = await gateway().section();
});

const found = async (text: string) =>
  (await gateway().ok("fullTextSearch", { text, fid: section.fid })).topics.map(({ tid }) => tid);

describe("words that are longer than the index stores", () => {
  test.each([
    ["alone", long(65)],
    ["in quotes", `"${long(70)}"`],
    ["in Chinese quotes, beside another word", `「${long(66)} 串口」 乱码`],
    ["negated", `串口 -${long(80)}`],
    ["negated, alone", `-${long(80)}`],
    ["joined to Chinese", `串口${long(80)}乱码`],
    ["joined by signs, in quotes", `"${joined}"`],
    ["of letters that take two units each", `"${"𐐀".repeat(40)}"`],
  ])("%s, are searched for and proposed for like any", async (_kind, text) => {
    await gateway().ok("fullTextSearch", { text });
    await gateway().ok("fullTextSearch", { text, kind: "posts" });
    await gateway().ok("searchSuggest", { text });
  });

  test("a long joined name is found by its parts, in quotes too, and its negation finds the rest", async () => {
    expect(joined.length).toBeGreaterThan(64);
    const { tid } = await gateway().topic(author, section, {
      title: "函数名太长",
      content: `调用 ${joined} 之后重启`,
    });
    const other = await gateway().topic(author, section, { title: "重启的原因" });
    expect(await found(`"${joined}"`)).toEqual([tid]);
    expect(await found(joined)).toEqual([tid]);
    expect(await found(`重启 -${joined}`)).toEqual([other.tid]);
    expect(await found(`重启 -${long(70)}`)).toEqual(expect.arrayContaining([tid, other.tid]));
    expect(await found(`"${long(70)}"`)).toEqual([]);
  });
});

describe("any typed text", () => {
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '"',
        "“",
        "”",
        "「",
        "」",
        "-",
        "--",
        " ",
        "　",
        "'",
        "\\",
        "''",
        "\\'",
        "&",
        "|",
        "!",
        "<->",
        "(",
        ")",
        ":*",
        ":A",
        "*",
        "%",
        "_",
        ".",
        "#",
        "++",
        "~4096.1",
        "\u0000",
        "\ud800",
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "串口",
        "乱码",
        "怎么",
        "的",
        "Hi3861V100",
        "RS-485",
        "GPIO_InitStruct",
        "C++",
        "ﷺ",
        "İ",
        "ǆ",
        "𐐀",
        "á",
        "ſ",
        "㍿",
        "Ⅷ",
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom("x", "长", "9", "A1", "a_", "é", "𐐀"),
          fc.integer({ min: 1, max: searchTextMax }),
        )
        .map(([of, times]) => of.repeat(times)),
    },
    { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  );
  const typed = fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join("").slice(0, searchTextMax));

  test("gives results, or a message about the text", async () => {
    await fc.assert(
      fc.asyncProperty(typed, fc.constantFrom("topics", "posts", "people", "tags"), async (text, kind) => {
        const searched = await gateway().call("fullTextSearch", { text, kind });
        expect({ text, status: searched.status }).toEqual({
          text,
          status: expect.toSatisfy((status) => status === 200 || status === 400),
        });
        const proposed = await gateway().call("searchSuggest", { text });
        expect({ text, status: proposed.status }).toEqual({ text, status: searched.status });
      }),
      { numRuns: tries(150) },
    );
  });
});
