import { renderMarkdown } from "gateway/text/markdown";
import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";

/** Renders without the line ends between blocks, which do not matter. */
const render = (source: string, attachments?: Record<string, string>) =>
  renderMarkdown(source, { attachments }).replace(/>\n+</g, "><").trim();

describe("text", () => {
  it.each([
    ["**注意：**请先断电", "<p><strong>注意：</strong>请先断电</p>"],
    ["量程 3~5 V，另一路 6~8 V", "<p>量程 3~5 V，另一路 6~8 V</p>"],
    ["~~旧结论~~", "<p><del>旧结论</del></p>"],
    ["第一行\n第二行", "<p>第一行<br>\n第二行</p>"],
    ["> 引用", "<blockquote><p>引用</p></blockquote>"],
    ["3. 从三开始", '<ol start="3"><li>从三开始</li></ol>'],
    ["@阿岚 看这里", "<p>@阿岚 看这里</p>"],
    [
      "结论[^1]\n\n[^1]: 见手册",
      '<p>结论<sup>[1]</sup></p><div class="footnote"><sup>[1]</sup><p>见手册</p></div>',
    ],
  ])("renders %j", (source, html) => {
    expect(render(source)).toBe(html);
  });

  it.each([
    ["# 一\n## 二", "<h3>一</h3><h4>二</h4>"],
    ["### 一\n# 零\n###### 六", "<h5>一</h5><h3>零</h3><h6>六</h6>"],
    ["###### 只有六级", "<h3>只有六级</h3>"],
  ])("moves headings so that the highest is an h3: %j", (source, html) => {
    expect(render(source)).toBe(html);
  });
});

describe("superscript and subscript markers", () => {
  it.each([
    ["H[sub]2[/sub]O 和 10[sup]-3[/sup]", "<p>H<sub>2</sub>O 和 10<sup>-3</sup></p>"],
    ["10[sup]-3[/sup](V)", "<p>10<sup>-3</sup>(V)</p>"],
    ["x[sup]*n*[/sup]", "<p>x<sup><em>n</em></sup></p>"],
    ["a[sup]b[sub]c[/sub][/sup]", "<p>a<sup>b<sub>c</sub></sup></p>"],
    ["没有结尾[sup]2", "<p>没有结尾[sup]2</p>"],
    ["没有开头[/sub]", "<p>没有开头[/sub]</p>"],
    ["交叉[sup]a[sub]b[/sup]c[/sub]", "<p>交叉[sup]a<sub>b[/sup]c</sub></p>"],
    ["`[sup]2[/sup]`", "<p><code>[sup]2[/sup]</code></p>"],
    ["\ufdd0x\ufdd1", "<p>x</p>"],
  ])("renders %j", (source, html) => {
    expect(render(source)).toBe(html);
  });

  it("leaves code blocks and addresses as they were typed", () => {
    expect(render("```\na[sub]i[/sub]\n```")).toContain("a[sub]i[/sub]");
    expect(render("![[sup]图[/sup]](/gateway/files/a.png)")).toContain('alt="[sup]图[/sup]"');
  });
});

describe("code", () => {
  it("is a figure with its language, coloured, with a mark at the start of each line", () => {
    expect(render("```c\nint a;\n/* b\n c */\n```")).toBe(
      '<figure class="code" data-language="c"><figcaption>C</figcaption><pre tabindex="0"><code class="hljs language-c">' +
        '<i></i><span class="hljs-type">int</span> a;\n<i></i><span class="hljs-comment">/* b\n<i></i> c */</span></code></pre></figure>',
    );
  });

  it("has no line marks on a single line, and a caption without a language", () => {
    expect(render("```\nmake\n```")).toBe(
      '<figure class="code"><figcaption>代码</figcaption><pre tabindex="0"><code class="hljs">make</code></pre></figure>',
    );
  });

  it.each([
    ["dts", "设备树", "hljs-"],
    ["DTSI", "设备树", "hljs-"],
    ["C++", "C++", "hljs-"],
    ["log", "日志", null],
    ["brainfuck", "BRAINFUCK", null],
  ])("knows %s", (word, caption, colours) => {
    const html = render(`\`\`\`${word}\n/* x */ "y" 1;\n\`\`\``);
    expect(html).toContain(`<figcaption>${caption}</figcaption>`);
    expect(html.includes("hljs-")).toBe(colours !== null);
  });

  it("gets no class from the fence except a language's name", () => {
    const html = render('```"><script>\nx\n```');
    expect(html).toContain('<figure class="code">');
    expect(html).not.toContain("script");
  });

  it("keeps tabs and HTML in code as text", () => {
    expect(render("```text\n\t<b>&amp;</b>\n```")).toContain("\t&lt;b&gt;&amp;amp;&lt;/b&gt;");
  });
});

describe("tables and tasks", () => {
  it("puts a table into a frame that scrolls", () => {
    expect(render("|引脚|电压|\n|--|-:|\n|VDD|3.3|")).toBe(
      '<section class="table-scroll" aria-label="表格" tabindex="0"><table><thead><tr><th>引脚</th><th class="align-right">电压</th></tr></thead>' +
        '<tbody><tr><td>VDD</td><td class="align-right">3.3</td></tr></tbody></table></section>',
    );
  });

  it("labels the boxes of a task list", () => {
    expect(render("- [ ] 焊接\n- [x] 烧录")).toBe(
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled aria-label="未完成"> 焊接</li>' +
        '<li class="task-list-item"><input type="checkbox" checked disabled aria-label="已完成"> 烧录</li></ul>',
    );
  });
});

describe("links", () => {
  const away = 'rel="nofollow ugc noopener" target="_blank"';
  it.each([
    ["[手册](https://example.com/a?b=1)", `<p><a href="https://example.com/a?b=1" ${away}>手册</a></p>`],
    ["[版块](/forum/101)", '<p><a href="/forum/101">版块</a></p>'],
    ["[路径](/\\evil.example)", '<p><a href="/%5Cevil.example">路径</a></p>'],
    ["[上文](#floor-3)", '<p><a href="#floor-3">上文</a></p>'],
    ["[信](mailto:a@example.com)", '<p><a href="mailto:a@example.com">信</a></p>'],
    ["[电话](tel:+8613800000000)", '<p><a href="tel:+8613800000000">电话</a></p>'],
    [
      "见 https://example.com/doc，再试",
      `<p>见 <a href="https://example.com/doc" ${away}>https://example.com/doc</a>，再试</p>`,
    ],
    [
      "<https://example.com/文档>",
      `<p><a href="https://example.com/%E6%96%87%E6%A1%A3" ${away}>https://example.com/文档</a></p>`,
    ],
  ])("keeps %j", (source, html) => {
    expect(render(source)).toBe(html);
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<  javascript:alert(1)>)",
    "[x](data:text/html;base64,PHN2Zz4=)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](readme.md)",
    "[x][r]\n\n[r]: javascript:alert(1)",
  ])("makes %j inert", (source) => {
    expect(render(source)).not.toContain("<a");
    expect(render(source)).toContain("x");
  });
});

describe("pictures", () => {
  const img = (src: string, alt: string) => `<img src="${src}" alt="${alt}" loading="lazy" decoding="async">`;

  it("link to themselves, unless they are in a link", () => {
    expect(render("![板子](/gateway/files/a.png)")).toBe(
      `<p><a class="zoom" href="/gateway/files/a.png">${img("/gateway/files/a.png", "板子")}</a></p>`,
    );
    expect(render("[![图](https://e.com/i.png)](/forum)")).toBe(
      `<p><a href="/forum">${img("https://e.com/i.png", "图")}</a></p>`,
    );
  });

  it("link to themselves when the link around them is removed", () => {
    expect(render("[![图](https://e.com/i.png)](javascript:x)")).toContain('<a class="zoom"');
  });

  it("by cid come from the post's attachments (spec 9)", () => {
    const files = { photo: "/gateway/files/p.jpg", outside: "https://evil.example/x.png" };
    expect(render("![照片](cid:photo)", files)).toContain('src="/gateway/files/p.jpg"');
    for (const name of ["nothing", "outside", "__proto__", "constructor"])
      expect(render(`![照片](cid:${name})`, files)).toBe("<p>[图片：照片]</p>");
  });

  it.each([
    "file:///C:/x.png",
    "data:image/svg+xml,%3Csvg/%3E",
    "javascript:alert(1)",
    "x.png",
    "#x",
    "mailto:a@b.c",
    "//evil.example/x.png",
  ])("from %s become text", (src) => {
    expect(render(`![图](<${src}>)`)).toBe("<p>[图片：图]</p>");
  });
});

describe("HTML", () => {
  it.each([
    ["<script>alert(1)</script>", "&lt;script&gt;"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["a <b onclick=x>b</b>", "&lt;b onclick=x&gt;"],
    ["<div>\n<p>x</p>\n</div>", "&lt;div&gt;"],
    ["<svg/onload=alert(1)>", "&lt;svg/onload=alert(1)&gt;"],
  ])("is shown as the text that was typed: %j", (source, text) => {
    expect(render(source)).toContain(text);
    expect(render(source)).not.toMatch(/<(script|img|b|div|svg)\b/);
  });

  it("keeps a line break and drops comments", () => {
    expect(render("a<br>b<br/>c")).toBe("<p>a<br>\nb<br>\nc</p>");
    expect(render("a<!-- 私下 -->b")).toBe("<p>ab</p>");
    expect(render("<!-- 多行\n注释 -->")).toBe("");
  });
});

describe("the whole output", () => {
  it("passes html-validate", async () => {
    const source = [
      ...[
        "# 一",
        "a > b & c < d",
        '![a > "b"](/gateway/files/a.png "t > u")',
        "- [ ] 待办",
        "|a|\n|:-:|\n|1|",
        "```c\na->b;\nc;\n```",
      ],
      ...["结论[^1]\n\n[^1]: 见手册", "<https://example.com>", "***", "> 引用"],
    ].join("\n\n");
    const report = await new HtmlValidate({ extends: ["html-validate:recommended"] }).validateString(
      renderMarkdown(source),
    );
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      ),
    ).toEqual([]);
  });
});
