import { describe, expect, test } from "vitest";
import { withTerms } from "~/screens/training/lesson/terms.server";

const terms = [
  { term: "SLE", also: ["星闪 SLE"], text: "短距无线" },
  { term: "FOC", also: [], text: "电机控制" },
  { term: "R&D", also: [], text: "研发" },
];
/** The text without the list of explanations below it. */
const linked = (html: string) => withTerms(html, terms).replace(/<details>.*$/, "");

describe("terms in a lesson's text", () => {
  test.each([
    ["<p>SLE 与 SLE</p>", '<p><a href="#term-1">SLE</a> 与 SLE</p>'],
    ["<p>星闪 SLE 的 FOC</p>", '<p><a href="#term-1">星闪 SLE</a> 的 <a href="#term-2">FOC</a></p>'],
    // Parts of other words, code, headings and links stay as they are.
    ["<p>SLEEP，FOCUS</p>", "<p>SLEEP，FOCUS</p>"],
    [
      "<h3>SLE</h3><pre><code>foc</code></pre><p>foc</p>",
      '<h3>SLE</h3><pre><code>foc</code></pre><p><a href="#term-2">foc</a></p>',
    ],
    ['<p><a href="/x">SLE</a></p>', '<p><a href="/x">SLE</a></p>'],
    ['<p><img alt="SLE > FOC">R&amp;D</p>', '<p><img alt="SLE > FOC"><a href="#term-3">R&amp;D</a></p>'],
    ["", ""],
  ])("%s", (html, expected) => {
    expect(linked(html)).toBe(expected);
  });

  test("has the explanations of its terms alone below it", () => {
    expect(withTerms("<p>FOC</p>", terms)).toContain(
      '<details><summary>本课的术语（1）</summary><dl><div id="term-2"><dt>FOC</dt><dd>电机控制</dd></div></dl></details>',
    );
  });

  test("without terms nothing changes", () => {
    expect(withTerms("<p>SLE</p>", [])).toBe("<p>SLE</p>");
  });
});
