import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml } from "../../app/format/escape";

describe("escapeHtml", () => {
  it("escapes every special character of HTML, and does not escape twice", () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;",
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "amp;", "lt;", "#39;", "a", "中") }),
        (text) => {
          const escaped = escapeHtml(text);
          expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
          expect(escapeHtml(escaped)).toBe(escaped);
        },
      ),
    );
  });
});
