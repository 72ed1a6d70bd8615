import fc from "fast-check";
import { renderMarkdown } from "gateway/text/markdown";
import { prepareFor } from "gateway/text/prepare";
import { beforeAll, describe, expect, it } from "vitest";
import { tries } from "../support/tier";

const length = 50_000;
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

beforeAll(() => prepareFor("$\n```mermaid\n"));

/** Every tag in the output, as the browser parses it. */
function tagsOf(html: string): string[] {
  return html.match(/<[a-z/!?][^>]*>/gi) ?? [];
}

const allowed =
  /^<\/?(p|br|hr|strong|em|del|a|img|ul|ol|li|blockquote|h[3-6]|input|sup|sub|table|thead|tbody|tr|th|td|div|section|figure|figcaption|pre|code|span|i|details|summary|math|m[a-z]{1,9}|svg|g|rect|circle|ellipse|line|polyline|polygon|path|text|tspan)(?=[ >])/;

function expectHarmless(html: string): void {
  expect(html).not.toMatch(/<script/i);
  for (const tag of tagsOf(html)) {
    expect(tag).toMatch(allowed);
    // Attribute values are quoted and can contain anything; the rest is the attributes' names.
    const bare = tag.replace(/"[^"]*"/g, '""');
    expect(bare).not.toMatch(/\s(on[a-z]+|style|id|srcdoc|name|form\w*)\s*=/i);
    for (const [, address = ""] of tag.matchAll(/ (?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i);
  }
}

const pieces = fc.constantFrom(
  ...[
    "javascript:alert(1)",
    "<script>",
    "</script>",
    "<img src=x onerror=1>",
    "<a href='javascript:1'>",
    "[x](",
    ")",
    "](",
    "![",
    "[a]: ",
    "<http://",
    ">",
  ],
  ...[
    "`",
    "```html\n",
    "\n",
    "\n\n",
    "    ",
    "> ",
    "- ",
    "1. ",
    "|",
    "|-|-|",
    "# ",
    "*",
    "**",
    "_",
    "~~",
    "[sup]",
    "[/sup]",
    "[sub]",
    "[^1]",
    "[^1]:",
    "$",
    "$$",
    "$$\n",
    "\\frac{1}{2}",
    "\\href{javascript:1}{x}",
    "```mermaid\nsequenceDiagram\nA->>B: ",
  ],
  ...[
    "&#x6a;",
    "&quot;",
    '"',
    "'",
    "\\",
    "data:text/html,",
    "file:///",
    "cid:x",
    "//evil",
    "\u0000",
    "\ufdd0",
    "\u200b",
    "https://e.com",
    "www.e.com",
    "a@b.c",
  ],
  ...["<!--", "-->", "<br>", "<![CDATA[", "<?", "onload=", "style=", "中文", "\t", " ", "\ud800"],
);
const markdown = fc.oneof(
  fc
    .array(fc.oneof(pieces, fc.string({ unit: "grapheme", maxLength: 8 })), { maxLength: 60 })
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 300 }),
);

describe("any typed text", () => {
  it("renders harmlessly, and never throws", () => {
    fc.assert(
      fc.property(markdown, (source) => expectHarmless(renderMarkdown(source))),
      { numRuns: tries(500) },
    );
  });

  it("renders harmlessly as a link's or picture's address", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), markdown), (address) => {
        expectHarmless(
          renderMarkdown(`[a](<${address}>) ![b](${address}) <${address}>\n\n[c][r]\n\n[r]: <${address}>`),
        );
      }),
      { numRuns: tries(250) },
    );
  });
});

describe("a text built to be slow", () => {
  const hostile: Record<string, string> = {
    quotes: fill(">"),
    "quotes with spaces": fill("> "),
    "lists in lists": fill("1. "),
    bullets: fill("- a\n  "),
    brackets: fill("["),
    "closing brackets": fill("]"),
    "brackets and stars": fill("[*"),
    stars: fill("*a"),
    underscores: fill("_a "),
    backticks: Array.from({ length: 310 }, (_, index) => "`".repeat(index)).join(" "),
    links: fill("[a]("),
    "links in links": `${"[".repeat(25_000)}${"](a)".repeat(6_000)}`,
    pictures: fill("![[](a"),
    "table head": fill("|a"),
    tables: fill("a|b\n-|-\n"),
    "lazy quote": `> ${fill("a\n")}`,
    definitions: fill("[a]: b\n"),
    footnotes: fill("[^a]:"),
    entities: fill("&#x"),
    addresses: fill("a@b."),
    "www.": fill("www."),
    comments: fill("<!--"),
    tags: fill("<a b='"),
    "in one fence, then not": `\`\`\`\n\`\`\`\n${fill("[*")}`,
    "deep lists by indentation": Array.from(
      { length: 300 },
      (_, index) => `${" ".repeat(index * 2)}- a`,
    ).join("\n"),
    formulas: fill("$a "),
    "formulas without an end": fill("$$\\frac{"),
    "formulas in formulas": `$$\n${fill("\\frac{a}{")}\n$$`,
    "macros of macros": `$\\def\\a{xx}${"\\def\\a{\\a\\a}".repeat(60)}\\a$`,
    "a wide diagram": `\`\`\`mermaid\nflowchart LR\n${fill("a & b --> c & d\n")}\n\`\`\``,
    "diagrams without end": fill("```mermaid\nflowchart LR\na-->b\n```\n"),
    "a diagram of brackets": `\`\`\`mermaid\nflowchart LR\n${"A[".repeat(4_000)}\n\`\`\``,
    "messages without end": `\`\`\`mermaid\nsequenceDiagram\n${"a".repeat(9_000)}\n\`\`\``,
    "markers in markers": fill("[sup][sub]"),
    "one long C comment": `\`\`\`c\n${fill("/*")}\n\`\`\``,
    "unterminated strings": `\`\`\`js\n${fill("`${")}\n\`\`\``,
  };

  // A text that takes too long runs into the test's time limit.
  it.each(Object.entries(hostile))("%s renders in time, and harmlessly", (_name, source) => {
    expectHarmless(renderMarkdown(source.slice(0, length)));
  });

  it("is shown as it was typed", () => {
    expect(renderMarkdown(`${">".repeat(200)} <b>\n第二行`)).toBe(
      `<p>${"&gt;".repeat(200)} &lt;b&gt;<br>\n第二行</p>`,
    );
  });

  it("is distinguished from ordinary texts", () => {
    expect(renderMarkdown(`${"- ".repeat(40)}\n\n**好**`)).toContain("<hr>");
    const rows = Array.from(
      { length: 200 },
      (_, index) => `| 0x${index.toString(16)} | VDD_${index} | **${index}** |`,
    ).join("\n");
    expect(renderMarkdown(`| 地址 | 名称 | 值 |\n|--|--|--|\n${rows}`)).toContain("<td>VDD_199</td>");
    const dump = Array.from({ length: 900 }, (_, index) => `[${index}] *** <${index}> ___ [[]] **`).join(
      "\n",
    );
    expect(renderMarkdown(`\`\`\`log\n${dump}\n\`\`\``)).toContain('data-language="log"');
  });
});
