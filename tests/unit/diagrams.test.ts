import { plainText, withSources } from "contract/base/plain-text";
import { visibleLines } from "gateway/sensitive-words/visible-lines";
import { renderMarkdown } from "gateway/text/markdown";
import { prepareFor } from "gateway/text/prepare";
import { beforeAll, describe, expect, it } from "vitest";

const block = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;
const drawn = (source: string) => renderMarkdown(block(source));
beforeAll(() => prepareFor(block("")));

describe("a diagram", () => {
  it.each([
    [
      "流程图",
      "flowchart LR\n上电 --> B{时钟稳定?}\nB -- 是 --> C[加载固件]\nB -->|否| D(等待)\nD -.-> B",
      ["上电", "时钟稳定?", "是", "否", "加载固件", "等待"],
    ],
    [
      "流程图",
      'graph TD;\nA["a (1) [x]"] ==> B((圆)); B & C --- D\nsubgraph s1 [内核]\nC\nend',
      ["a (1) [x]", "圆", "内核"],
    ],
    [
      "时序图",
      "sequenceDiagram\nparticipant 主机\n主机->>+从机: 写 0x10\n从机-->>-主机: 应答\nNote over 主机,从机: 重试\nloop 每秒\n主机->>从机: 心跳\nend",
      ["主机", "从机", "写 0x10", "应答", "重试", "心跳"],
    ],
    ["状态图", "stateDiagram-v2\n[*] --> 空闲\n空闲 --> 运行: 启动\n运行 --> [*]", ["空闲", "运行", "启动"]],
    [
      "类图",
      "classDiagram\nclass 设备 {\n+String 名称\n+打开()\n}\n设备 <|-- 串口",
      ["设备", "串口", "打开()"],
    ],
    ["实体关系图", "erDiagram\n用户 ||--o{ 帖子 : 发表\n用户 {\nint id PK\n}", ["用户", "帖子", "发表"]],
  ])("%s is drawn with its words and its source", (kind, source, words) => {
    const html = drawn(source);
    expect(html).toContain(`<section class="diagram-scroll" aria-label="${kind}" tabindex="0"><svg viewBox=`);
    const svg = html.slice(html.indexOf("<svg"), html.indexOf("</svg>"));
    for (const word of words) expect(svg).toContain(`>${word}<`);
    expect(html).toContain('<details><summary>源码</summary><figure class="code" data-language="mermaid">');
    expect(html).not.toMatch(/\sid=|\sstyle=|<style|<marker|url\(/);
  });

  it("has its arrowheads at the ends of its lines", () => {
    const html = drawn("flowchart LR\nA --> B");
    const [, end] = /<polyline points="[^"]* ([\d.]+,[\d.]+)"/.exec(html) ?? [];
    expect(html).toContain(
      `<g transform="translate(${end?.replace(",", " ")}) rotate(0) translate(-7 -2.5)">`,
    );
  });

  it("has its author's title as its name", () => {
    expect(drawn("flowchart LR\naccTitle: 启动流程\nA --> B")).toContain('aria-label="启动流程"');
  });

  it("is its source in excerpts and feeds, and its words in the search", () => {
    const html = drawn("flowchart LR\nA[敏#24863;词] --> B");
    expect(plainText(html)).toBe("flowchart LR A[敏#24863;词] --> B");
    expect(withSources(html)).not.toContain("<svg");
    expect(visibleLines(html)).toContain("敏感词");
  });
});

describe("a diagram that is not drawn", () => {
  it.each([
    ["gantt\ntitle 计划", "还不能画这种图"],
    ["", "还不能画这种图"],
    ["flowchart LR\nA --> ", "有不认识的写法"],
    ["flowchart LR\nA --o B", "有不认识的写法"],
    ["flowchart LR\nA@{ shape: rect }", "有不认识的写法"],
    ["stateDiagram-v2\nstate x <<choice>>", "看不懂"],
    ["sequenceDiagram\nbox 组\nend", "看不懂"],
    [
      `flowchart LR\n${Array.from({ length: 140 }, (_, index) => `a${index} --> b${index}`).join("\n")}`,
      "图太大",
    ],
    [`flowchart LR\n${"a & ".repeat(300)}b --> ${"c & ".repeat(300)}d`, "不认识"],
    [`flowchart LR\nA[${"长".repeat(11_000)}]`, "图太大"],
  ])("stays code and says why: %.40s", (source, why) => {
    const html = drawn(source);
    expect(html).toContain('<figure class="code" data-language="mermaid"><figcaption>Mermaid（未画成图：');
    expect(html).toContain(why);
    expect(html).not.toContain("<svg");
  });

  it("is every one beyond the eighth", () => {
    const html = renderMarkdown(
      Array.from({ length: 10 }, () => block("flowchart LR\nA --> B")).join("\n\n"),
    );
    expect(html.match(/<svg /g)).toHaveLength(8);
    expect(html.match(/一篇最多 8 张图/g)).toHaveLength(2);
  });
});

describe("a hostile diagram", () => {
  it.each([
    'flowchart LR\nA["<script>alert(1)</script><img src=x onerror=1>"] --> B\nstyle A fill:url(javascript:1)',
    'flowchart LR\nA["&lt;script&gt;&quot; onload=&quot;x"] --> B\nclick A "javascript:alert(1)"',
    "flowchart LR\nclassDef k fill:#f00}</style><script>alert(1)</script>\nA:::k --> B",
    "sequenceDiagram\nA->>B: </text></svg><script>alert(1)</script>",
    'stateDiagram-v2\nA --> B: "><img src=x onerror=alert(1)>',
    "classDiagram\nclass A {\n+x</text><foreignObject><iframe src=javascript:1>\n}\nA <|-- B",
    'erDiagram\nA ||--o{ B : "</svg><style>*{display:none}</style>"',
    "sequenceDiagram\nparticipant A as &#60;script&#62;x\nA->>A: y",
  ])("holds shapes and words alone: %.50s", (source) => {
    const html = drawn(source);
    // Checks the tags alone: text is shown as text.
    const bare = (html.match(/<[^>]*>/g) ?? []).join("").replace(/"[^"]*"/g, '""');
    expect(bare).not.toMatch(/<(?:script|style|img|iframe|foreignobject|a|use|image)\b/i);
    expect(bare).not.toMatch(/\s(?:on\w+|style|id|href|src|xlink:href)=/i);
    expect(html).not.toMatch(/(?:fill|stroke)="(?!none"|var\(--)/);
  });
});
