import { fromHtml } from "hast-util-from-html";
import { expect, test } from "vitest";
import { htmlToMarkdown } from "~/editor/paste/html-to-markdown";

const pasted = (html: string) => htmlToMarkdown(fromHtml(html, { fragment: true }));

const word = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span>${text}</span></p>\n`;

test.each<[string, string, string]>([
  [
    "headings and emphasis",
    "<h2>引脚<o:p></o:p></h2><p>电压<b>1.8V</b>，<i>不要</i>超过</p>",
    "## 引脚\n\n电压**1.8V**，*不要*超过",
  ],
  [
    "emphasis beside Chinese punctuation",
    "<p>这是<strong>重点（见下）</strong>的说明</p>",
    "这是**重点（见下）**的说明",
  ],
  [
    "lists in each other",
    "<ul><li>一<ol><li>甲</li><li>乙</li></ol></li><li>二</li></ul>",
    "- 一\n  1. 甲\n  2. 乙\n- 二",
  ],
  [
    "tasks",
    '<ul><li><input type="checkbox" checked> 已焊</li><li><input type="checkbox"> 未测</li></ul>',
    "- [x] 已焊\n- [ ] 未测",
  ],
  [
    "a table with a head",
    "<table><thead><tr><th>型号</th><th>功耗</th></tr></thead><tbody><tr><td>QX1</td><td>5|6 µA</td></tr></tbody></table>",
    "| 型号 | 功耗 |\n| - | - |\n| QX1 | 5\\|6 µA |",
  ],
  [
    "a table of a spreadsheet, which has no head",
    "<table border=0 style='border-collapse:collapse'><col width=72><tr height=19><td>型号</td><td>数量</td></tr><tr><td>QX1</td><td>2</td></tr></table>",
    "| 型号 | 数量 |\n| - | - |\n| QX1 | 2 |",
  ],
  ["a frame of one cell", "<table><tr><td><p>一段</p><p>两段</p></td></tr></table>", "一段\n\n两段"],
  [
    "code with its language",
    '<pre><code class="language-c hljs"><span>int</span> a_b = 1;\n</code></pre>',
    "```c\nint a_b = 1;\n```",
  ],
  ["code in a line", "<p>用 <code>uart_init()</code> 打开</p>", "用 `uart_init()` 打开"],
  [
    "line numbers and copy buttons of a site",
    '<pre><code class="language-c">a\nb\n</code><ul class="pre-numbering"><li>1</li><li>2</li></ul></pre><button>复制</button>',
    "```c\na\nb\n```",
  ],
  ["a link", '<p>见<a href="https://example.com/a_b">手册</a>。</p>', "见[手册](https://example.com/a_b)。"],
  [
    "links that lead nowhere for others",
    '<p><a href="javascript:alert(1)">甲</a><a href="file:///C:/a.doc">乙</a><a name="_Toc1">丙</a></p>',
    "甲乙丙",
  ],
  [
    "a picture elsewhere is a link, one of this computer is left out",
    '<p>图<img alt="波形" src="https://example.com/a.png"><img src="file:///C:/1.png"><img src="data:image/png;base64,AA"></p>',
    "图[图片：波形](https://example.com/a.png)",
  ],
  ["raised and lowered", "<p>10<sup>-3</sup> 与 CO<sub>2</sub></p>", "10[sup]-3[/sup] 与 CO[sub]2[/sub]"],
  ["names with underscores", "<p>GPIO_NUM_4 和 <b>a_b_c</b></p>", "GPIO_NUM_4 和 **a_b_c**"],
  [
    "what would be Markdown in a plain text",
    "<p># 不是标题</p><p>2*3*4</p><h3>三</h3>",
    "\\# 不是标题\n\n2\\*3\\*4\n\n### 三",
  ],
  ["a quotation and a line", "<blockquote><p>引用</p></blockquote><hr>", "> 引用\n\n---"],
  [
    "Google's documents, bold by style",
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:700">粗</span><span style="font-weight:400">细</span></p><ul><li><p>甲</p></li><li><p>乙</p></li></ul></b>',
    "**粗**细\n\n- 甲\n- 乙",
  ],
  ["struck", "<p><s>旧</s><span style='text-decoration: line-through'>版</span> 新</p>", "~~旧~~~~版~~ 新"],
  [
    "lines that the source breaks between Chinese characters",
    "<p>这一段很长，在源码里\n断了行</p><h4>x</h4>",
    "这一段很长，在源码里断了行\n\n#### x",
  ],
  [
    "Word's numbered list",
    `<h1>步骤</h1>${word(1, "1.", "焊接")}${word(2, "a)", "上锡")}${word(1, "2.", "上电")}<p class=MsoNormal>完</p>`,
    "# 步骤\n\n1. 焊接\n   1. 上锡\n2. 上电\n\n完",
  ],
  ["Word's bullets", word(1, "·", "甲") + word(1, "·", "乙"), "- 甲\n- 乙"],
  ["WPS's list that begins at three", word(1, "3、", "丙").replace("MsoListParagraph", "MsoNormal"), "3. 丙"],
  [
    "styles, scripts and what is hidden",
    "<style>p{}</style><script>x</script><p style='mso-hide:all'>藏</p><p style='display: none'>藏</p><h2>见</h2>",
    "## 见",
  ],
])("pasted: %s", (_, html, expected) => {
  expect(pasted(html)).toBe(expected);
});
