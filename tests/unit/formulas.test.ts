import { plainText, withSources } from "contract/base/plain-text";
import { visibleLines } from "gateway/sensitive-words/visible-lines";
import { renderMarkdown } from "gateway/text/markdown";
import { prepareFor } from "gateway/text/prepare";
import { beforeAll, describe, expect, it } from "vitest";

beforeAll(() => prepareFor("$"));

describe("a formula", () => {
  it("in a line becomes MathML with its source", () => {
    expect(renderMarkdown("质能 $E=mc^2$。")).toBe(
      '<p>质能 <math alttext="E=mc^2"><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow></math>。</p>',
    );
    expect(renderMarkdown("中文$x$紧贴")).toContain('中文<math alttext="x">');
    expect(renderMarkdown("| 量 |\n|--|\n| $f_0$ |")).toContain('<td><math alttext="f_0">');
  });

  it.each(["$$\n\\frac{a}{b}\n$$", "$$\\frac{a}{b}$$", "前文\n$$\n\\frac{a}{b}\n$$\n后文"])(
    "of its own is a separate block: %j",
    (source) => {
      expect(renderMarkdown(source)).toContain(
        '<div class="formula"><math alttext="\\frac{a}{b}" display="block"><mrow><mfrac>',
      );
    },
  );

  it("that is long can be scrolled by the keyboard too", () => {
    expect(renderMarkdown(`$$${"a+".repeat(30)}b$$`)).toContain(
      '<div class="formula" tabindex="0" role="group" aria-label="公式">',
    );
  });

  it("keeps its lines, in quotes and lists as well, and its markers", () => {
    const html = renderMarkdown(
      "> $$\n> \\begin{aligned}\n> a &= b \\\\\n> - c &= [sup]2[/sup]\n> \\end{aligned}\n> $$",
    );
    expect(html).toContain('<blockquote>\n<div class="formula"');
    expect(html).toContain('<mtd class="align-right">');
    expect(html).not.toContain("<ul>");
    expect(renderMarkdown("- $$\n  x\n  $$")).toContain('<math alttext="x" display="block">');
  });

  it("writes letters of other alphabets as characters, which browsers show", () => {
    expect(renderMarkdown("$\\mathbb{R}\\mathbf{v}\\mathcal{L}$")).toMatch(/ℝ.*𝐯.*ℒ/);
  });
});

describe("a text that is no formula", () => {
  it.each([
    "价格 $5 和 $10",
    "要 $5，不要 6$",
    "PATH=$PATH:$HOME/bin",
    "a$b$c",
    "$ x $",
    "`$x$`",
    "\\$x\\$",
    "$x",
    "US$100 到 US$200",
    "$$ 100",
    "$a\nb$",
  ])("stays as typed: %j", (source) => {
    const html = renderMarkdown(source);
    expect(html).not.toContain("<math");
    expect(html).not.toContain("formula");
  });
});

describe("a formula with an error", () => {
  it.each(["\\unknown{x}", "\\frac{a", "\\def\\a{\\a\\a}\\a", `${"\\sqrt{".repeat(60)}x${"}".repeat(60)}`])(
    "is shown as typed and says why: %s",
    (source) => {
      const html = renderMarkdown(`前 $${source}$ 后`);
      expect(html).toMatch(/<p>前 <code class="formula-error" title="公式[^"]+">\$/);
      expect(html).toContain("</code> 后</p>");
    },
  );

  it.each([
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\htmlStyle{color:red}{x}",
    "\\htmlData{a=b}{x}",
    "\\includegraphics{https://e.com/x.png}",
    "\\color{red}{x}",
    "\\kern-40em x\\kern999em y",
    "\\rule{99em}{99em}",
    "\\text{<script>alert(1)</script>}",
    '\\text{" onload="x}',
    "\\llap{\\Huge 覆盖}",
  ])("holds nothing but signs: %s", (source) => {
    const html = renderMarkdown(`$${source}$`);
    const bare = html.replace(/"[^"]*"/g, '""');
    expect(bare).not.toMatch(/<script|\s(?:href|src|style|on\w+|id|mathcolor|mathbackground)=/i);
    expect(html).not.toMatch(/="-[1-9]/);
  });
});

describe("formulas outside of rendered texts", () => {
  it("are shown as their source", () => {
    const html = renderMarkdown("令 $a<b$，则\n\n$$\n\\text{频率} f\n$$");
    expect(plainText(html)).toBe("令 a<b，则 \\text{频率} f");
    expect(withSources(html)).toContain("<code>a&lt;b</code>");
  });

  it("are checked for sensitive words as they are shown", () => {
    expect(visibleLines(renderMarkdown("$\\text{敏{}感}\\text{词}$"))).toContain("敏感词");
  });
});
