import { expect, test } from "vitest";
import { secondsOf } from "../../app/format/clock";
import { piecesWith } from "../../app/screens/training/lesson/transcript-pieces";

test.each([
  ["星闪分三层，接入层", "层", ["星闪分三", "层", "，接入", "层", ""]],
  ["SLE and sle", "sle", ["", "SLE", " and ", "sle", ""]],
  ["没有的词", "词典", ["没有的词"]],
  ["任何一行", "", ["任何一行"]],
  ["İstanbul 里的 i", "i", ["İstanbul 里的 i"]],
  ["a+b", "+", ["a", "+", "b"]],
])("%s is cut at %s", (line, words, pieces) => {
  expect(piecesWith(line, words)).toEqual(pieces);
  expect(piecesWith(line, words).join("")).toBe(line);
});

test.each([
  ["75", 75],
  ["1:15", 75],
  ["1:02:03", 3_723],
  [" 0:07 ", 7],
  ["", null],
  ["半路", null],
  ["1:2:3:4", null],
  ["-5", null],
])("%s is %s seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});
