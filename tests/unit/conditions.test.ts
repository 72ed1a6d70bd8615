import { readCaptions } from "gateway/content/pack/check/captions";
import { decidedBy, readRange } from "gateway/files/serving/range";
import { describe, expect, it } from "vitest";
import { asksForOther } from "../../app/request/conditional";

describe("conditional and range requests for a stored file", () => {
  it.each(["bytes=2-4", "Bytes=2-4", "BYTES=2-4", " bytes=2-4 "])("%j is a range", (header) => {
    expect(readRange(header, 10)).toEqual({ first: 2, last: 4 });
  });
  it.each(["items=2-4", "bytes 2-4", "bytes=a-b", "bytes=1-2,4-5"])("%j is none", (header) => {
    expect(readRange(header, 10)).toBeNull();
  });

  it.each([
    [{}, null],
    [{ "if-match": '"a"' }, null],
    [{ "if-match": "*" }, null],
    [{ "if-match": '"b", "a"' }, null],
    [{ "if-match": '"b"' }, 412],
    [{ "if-match": 'W/"a"' }, 412],
    [{ "if-match": "" }, 412],
    [{ "if-none-match": '"a"' }, 304],
    [{ "if-none-match": 'W/"a"' }, 304],
    [{ "if-none-match": '"b", "a"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"b"' }, null],
    [{ "if-match": '"b"', "if-none-match": '"a"' }, 412],
  ] as [Record<string, string>, number | null][])("%j is answered %s", (headers, status) => {
    expect(decidedBy((name) => headers[name], '"a"')).toBe(status);
  });

  it.each([
    [undefined, false],
    ["*", false],
    ['"a"', false],
    ['"b", "a"', false],
    ['"b"', true],
    ['W/"a"', true],
  ])("If-Match %s of a static file", (header, other) => {
    expect(asksForOther(header, '"a"')).toBe(other);
  });
});

describe("captions", () => {
  it.each([
    ["Tom &amp; Jerry&#39;s", "Tom & Jerry's"],
    ["&#x4e2d;&hellip;&mdash;&quot;&apos;", "中…—\"'"],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["<v 讲师>甲&nbsp;乙</v>&lrm;", "甲 乙"],
    ["&nothing; &#0; &#x110000; AT&T", "&nothing; \ufffd \ufffd AT&T"],
  ])("%j is read as %j", (typed, text) => {
    const read = readCaptions(Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${typed}\n`));
    expect("lines" in read && read.lines[0]?.text).toBe(text);
  });
});
