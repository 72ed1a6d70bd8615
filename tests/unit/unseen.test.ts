import { cleanText, withoutControls } from "contract/base/fields";
import { markUnseen } from "contract/base/unseen";
import { asTyped } from "gateway/text/as-typed";
import { renderMarkdown } from "gateway/text/markdown";
import { describe, expect, it } from "vitest";

const turning = [..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"];
const blank = [..."\u200b\u2060\u2064\ufeff\u00ad\u180e\ufff9"];
const mark = (number: string) => `<span class="unseen" title="看不见的字符">U+${number}</span>`;

describe("invisible characters", () => {
  it.each([...turning, ...blank].map((character) => [character.codePointAt(0)?.toString(16), character]))(
    "U+%s goes from lines and prose, and is a mark in code",
    (number, character) => {
      const visible = mark(String(number).toUpperCase().padStart(4, "0"));
      expect(cleanText(`甲${character}乙`)).toBe("甲乙");
      expect(renderMarkdown(`甲${character}乙`)).toBe("<p>甲乙</p>");
      expect(renderMarkdown(`甲&#x${number};乙`)).toBe("<p>甲乙</p>");
      expect(renderMarkdown(`\`a${character}b\``)).toBe(`<p><code>a${visible}b</code></p>`);
      expect(renderMarkdown(`\`\`\`c\nint a; /*${character}*/\n\`\`\``)).toContain(`/*${visible}*/`);
      expect(asTyped(`甲${character}乙`)).toBe("<p>甲乙</p>");
    },
  );

  it("are removed from hidden text too", () => {
    const html = renderMarkdown(
      '![图\u202e](/a.png "题\u202e") [文\u202e](https://a.cn/\u202ex)\n\n$x\u202e$\n\n```mermaid\ngraph TD; A[甲\u202e]-->B\n```',
    );
    expect(html).not.toMatch(/[\u202a-\u202e]/);
  });

  it("end a typed address", () => {
    expect(renderMarkdown("https://a.cn/x\u202egpj.exe")).toMatch(/>https:\/\/a\.cn\/x<\/a>gpj\.exe/);
  });

  it("stay in stored Markdown", () => {
    expect(withoutControls("a\u202eb\0\r\n")).toBe("a\u202eb\n");
  });

  it("do not include those that emoji, flags and scripts need", () => {
    for (const text of [
      "👨\u200d👩\u200d👧",
      "❤\ufe0f",
      "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
      "葛\u{e0100}",
      "می\u200cخواهم",
    ])
      expect(cleanText(`${text}\u202e`)).toBe(text);
    expect(cleanText("a\u{e0041}b")).toBe("ab");
  });

  it("become marks in the code of texts that were rendered before, never inside a tag", () => {
    expect(
      markUnseen('<p title="a\u202e">甲\u202e</p><code class="hljs" title="b\u202e">c\u202e</code>'),
    ).toBe(`<p title="a">甲</p><code class="hljs" title="b">c${mark("202E")}</code>`);
  });
});
