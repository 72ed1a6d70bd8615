import fc from "fast-check";
import { foldText } from "gateway/sensitive-words/fold";
import { createMatcher, joinSpans, type Word } from "gateway/sensitive-words/matcher";
import { describe, expect, it } from "vitest";

const word = (text: string): Word => ({ word: text, level: "refuse", replacement: null });
const found = (words: string[], text: string) =>
  createMatcher(words.map(word))
    .find(text)
    .map(({ start, end }) => text.slice(start, end));

describe("a word is found in any spelling", () => {
  it.each([
    ["敏感词", "这是敏感词。", "敏感词"],
    ["敏感词", "这是敏.感 词。", "敏.感 词"],
    ["敏感词", "敏*感*词", "敏*感*词"],
    ["敏感词", "敏\u200b感\u2060词", "敏\u200b感\u2060词"],
    ["敏感词", "敏，感，词", "敏，感，词"],
    ["敏感词", "敏\n感\n词", "敏\n感\n词"],
    ["敏感词", "敏🙂感🙂词", "敏🙂感🙂词"],
    ["敏感词", "敏**感**词", "敏**感**词"],
    ["发票", "代開發票", "發票"],
    ["發票", "代开发票", "发票"],
    ["赌博", "赌 博", "赌 博"],
    ["viagra", "ＶＩＡＧＲＡ!", "ＶＩＡＧＲＡ"],
    ["viagra", "buy v.i.a.g.r.a now", "v.i.a.g.r.a"],
    ["viagra", "Vi\u00adagra", "Vi\u00adagra"],
    ["viagra", "víagrà", "víagrà"],
    ["free money", "FREE  money", "FREE  money"],
    ["10kg", "重10㎏的", "10㎏"],
    ["加微信abc", "加 微 信 ABC", "加 微 信 ABC"],
    ["加微信abc", "加-微-信-A-B-C", "加-微-信-A-B-C"],
    ["加微信abc", "加微信 A B C", null],
    ["𠮷野", "在𠮷·野家", "𠮷·野"],
  ])("%s in %s", (entry, text, expected) => {
    expect(found([entry], text)).toEqual(expected === null ? [] : [expected]);
  });
});

describe("text that only looks like a word is not found", () => {
  it.each([
    ["ass", "assassin class assembly bass"],
    ["ass", "gl\u200bass"],
    ["ass", "as soon"],
    ["ass", "as\ns"],
    ["敏感", "对花粉过敏。感谢大家"],
    ["敏感", "对花粉过敏\n\n感谢大家"],
    ["敏感", "对花粉过敏 —— 感谢大家"],
    ["敏感词", "过敏感。词语"],
    ["kg", "10㎏"],
    ["64", "ATtiny1640 和 640"],
    ["free money", "freemoney"],
    ["...", "等等..."],
  ])("%s in %s", (entry, text) => {
    expect(found([entry], text)).toEqual([]);
  });
});

it("finds overlapping words, the longest first, and joins their spans", () => {
  const hits = createMatcher([word("敏感"), word("敏感词"), word("感词汇")]).find("很敏感词汇");
  expect(hits.map((hit) => [hit.word.word, hit.start, hit.end])).toEqual([
    ["敏感词", 1, 4],
    ["敏感", 1, 3],
    ["感词汇", 2, 5],
  ]);
  expect(joinSpans(hits)).toEqual([{ start: 1, end: 5 }]);
});

const han = fc.constantFrom(..."芯片内核驱动固件");
const noise = fc.constantFrom("", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u0301");
const sign = fc.constantFrom("", ".", "-", "·", "*", "_", "~", " ", "|", "🙂");

describe("for any text", () => {
  it("folding keeps the positions: each letter is inside the text, in order, and folds to itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const { letters, starts, ends, gaps } = foldText(text);
        expect([starts.length, ends.length, gaps.length]).toEqual([
          letters.length,
          letters.length,
          letters.length,
        ]);
        for (let at = 0; at < letters.length; at += 1) {
          const [start, end] = [starts[at] ?? -1, ends[at] ?? -1];
          expect(start >= (starts[at - 1] ?? 0) && end > start && end <= text.length).toBe(true);
          expect(foldText(text.slice(start, end)).letters).toContain(letters[at]);
        }
        expect(foldText(letters).letters).toBe(letters);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a Chinese word of three letters is found between any neighbours, with one sign or invisible characters between its letters", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.array(fc.tuple(noise, sign, noise), { minLength: 2, maxLength: 2 }),
        fc.string({ maxLength: 30 }),
        (before, between, after) => {
          const [one = ["", "", ""], two = ["", "", ""]] = between;
          const hidden = `敏${one.join("")}感${two.join("")}词`;
          const text = before + hidden + after;
          const hits = createMatcher([word("敏感词")]).find(text);
          expect(
            hits.some(({ start, end }) => start === before.length && end === before.length + hidden.length),
          ).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("the found span contains the word's letters and nothing else that folds to a letter", () => {
    fc.assert(
      fc.property(
        fc.array(han, { minLength: 2, maxLength: 4 }),
        fc.array(fc.tuple(han, noise, sign), { maxLength: 60 }),
        (entry, pieces) => {
          const listed = entry.join("");
          const text = pieces.flat().join("");
          for (const { start, end } of createMatcher([word(listed)]).find(text)) {
            expect(foldText(text.slice(start, end)).letters).toBe(foldText(listed).letters);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("a Latin word is never found inside a longer one", () => {
    const latin = fc.stringMatching(/^[a-zA-Z0-9]{1,5}$/);
    fc.assert(
      fc.property(latin, latin, (before, after) => {
        const matcher = createMatcher([word("spam")]);
        expect(matcher.find(`${before}spam`)).toEqual([]);
        expect(matcher.find(`spam${after}`)).toEqual([]);
        expect(matcher.find(`${before} spam ${after}`).length).toBeGreaterThan(0);
      }),
    );
  });
});
