import fc from "fast-check";
import type { BbcodeOptions } from "gateway/discuz/bbcode/context";
import { bbcodeToMarkdown } from "gateway/discuz/bbcode/convert";
import { renderMarkdown } from "gateway/text/markdown";
import { fromHtml } from "hast-util-from-html";
import { toText } from "hast-util-to-text";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";

const options: BbcodeOptions = {
  links: {
    "topic 45 3": "/hsforum/thread-7-1-1.html?pid=31#post-31",
    "article 4": "/hsforum/thread-8-1-1.html",
    "file 8": null,
    "post 9": "/hsforum/thread-1-1-1.html?pid=4#post-4",
    "topic 45": "/hsforum/thread-7-1-1.html",
  },
  hosts: ["bbs.example.com"],
  attachments: {},
};
const files: BbcodeOptions = {
  ...options,
  attachments: {
    5: { name: "原理图.zip", address: "/gateway/attachments/3/a.zip", isImage: false },
    6: { name: "板子.png", address: "/gateway/files/b.png", isImage: true },
    7: { name: "旧.exe", address: null, isImage: false },
  },
};

/** Posts of every kind beside what they should be. */
const texts: [kind: string, bbcode: string, markdown: string][] = [
  ["bold and italic", "[b]粗[/b]和[i]斜[/i]", "**粗**和*斜*"],
  ["nested formats", "[b]粗[i]又斜[/i][/b]", "**粗*又斜***"],
  ["struck out", "[s]旧[/s]新", "~~旧~~新"],
  ["colour and size dropped", "[color=Red][size=5]大红[/size][/color]", "大红"],
  ["font and background dropped", "[font=微软雅黑][backcolor=#fff]字[/backcolor][/font]", "字"],
  ["underline dropped", "[u]线[/u]", "线"],
  ["a line break", "一\n二", "一\\\n二"],
  ["paragraphs", "一\r\n\r\n\r\n二", "一\n\n二"],
  ["alignment on its own line", "前[align=center]中[/align]后", "前\\\n中\\\n后"],
  ["a link", "[url=https://a.example/x?a=1&b=2]看[/url]", "[看](https://a.example/x?a=1\\&b=2)"],
  ["a link without text", "[url]https://a.example/x_y[/url]", "<https://a.example/x_y>"],
  ["a link without protocol", "[url]www.a.example[/url]", "[www.a.example](http://www.a.example)"],
  ["a bare address", "见 https://a.example/b，谢谢", "见 <https://a.example/b>，谢谢"],
  ["mail", "[email]a@example.com[/email]", "<a@example.com>"],
  ["a link that runs", "[url=javascript:alert(1)]点[/url]", "点 (javascript:alert(1))"],
  ["a link of another program", "[url]thunder://QUFa[/url]", "thunder://QUFa"],
  ["an old topic", "[url=forum.php?mod=viewthread&tid=45]旧帖[/url]", "[旧帖](/hsforum/thread-7-1-1.html)"],
  [
    "an old topic with its host",
    "[url=http://bbs.example.com/thread-45-1-1.html]旧帖[/url]",
    "[旧帖](/hsforum/thread-7-1-1.html)",
  ],
  [
    "a later page of an old topic",
    "[url=thread-45-3-1.html]第三页[/url]",
    "[第三页](/hsforum/thread-7-1-1.html?pid=31#post-31)",
  ],
  ["an article", "[url=portal.php?mod=view&aid=4]文[/url]", "[文](/hsforum/thread-8-1-1.html)"],
  [
    "an old topic that did not come",
    "[url=http://bbs.example.com/thread-46-1-1.html]旧帖[/url]",
    "[旧帖](/thread-46-1-1.html)",
  ],
  [
    "the same path elsewhere",
    "[url=http://other.example/thread-45-1-1.html]外站[/url]",
    "[外站](http://other.example/thread-45-1-1.html)",
  ],
  ["a picture", "[img=100,200]https://a.example/x.png[/img]", "![](https://a.example/x.png)"],
  ["a picture that is none", "[img]data:image/png;base64,AAAA[/img]", "data:image/png;base64,AAAA"],
  [
    "a reply's quote",
    "[quote][size=2][url=forum.php?mod=redirect&goto=findpost&pid=9&ptid=45][color=#999999]张三 发表于 2013-5-1[/color][/url][/size]\n原文[/quote]\n\n回复",
    "> [张三 发表于 2013-5-1](/hsforum/thread-1-1-1.html?pid=4#post-4)\\\n> 原文\n\n回复",
  ],
  ["nested quotes", "[quote]外[quote]内[/quote][/quote]后", "> 外\n>\n> > 内\n\n后"],
  ["code", "[code]int a[3];\nb[i] = 1;[/code]", "```\nint a[3];\nb[i] = 1;\n```"],
  ["code with codes", "[code][b]x[/b][/code]", "```\n[b]x[/b]\n```"],
  ["code with fences", "[code]```\nx[/code]", "````\n```\nx\n````"],
  ["a list", "[list]\n[*]一\n[*]二\n[/list]", "- 一\n- 二"],
  ["a numbered list in a list", "[list=1][*]一[list][*]内[/list][*]二[/list]", "1. 一\n   - 内\n2. 二"],
  [
    "a table",
    "[table=98%][tr=#eee][td]型号[/td][td]电压[/td][/tr][tr][td]A|B[/td][td]3.3\nV[/td][/tr][/table]",
    "| 型号 | 电压 |\n| - | - |\n| A\\|B | 3.3 V |",
  ],
  [
    "a cell over two columns",
    "[table][tr][td=2,1,50%]头[/td][/tr][tr][td]1[/td][td]2[/td][/tr][/table]",
    "| 头 | |\n| - | - |\n| 1 | 2 |",
  ],
  ["a table of bars", "[table]a|b\nc|d[/table]", "| a | b |\n| - | - |\n| c | d |"],
  ["hidden text", "[hide=d30,50]下载码[/hide]", "下载码"],
  ["a video", "[media=x,500,375]https://v.example/1.mp4[/media]", "<https://v.example/1.mp4>"],
  ["a rule and a page", "上[hr]下", "上\n\n---\n\n下"],
  ["smileys", "好 :) {:4_93:} 12:0 C:Path", "好 🙂 🙂 12:0 C:Path"],
  ["an unknown tag", "[micxp_wb=1]x[/micxp_wb]", "\\[micxp_wb=1]x\\[/micxp_wb]"],
  ["an array", "a[0] = b[i];", "a\\[0] = b\\[i];"],
  ["a tag without its end", "[b]没有写完", "\\[b]没有写完"],
  ["a tag closed twice", "字[/b]", "字\\[/b]"],
  ["tags that cross", "[size=3]一[url=https://a.example]二[/size][/url]", "一[二](https://a.example)"],
  [
    "Markdown that was text",
    "# 一\n- 二 *三* `四` $5$ ~~六~~",
    "\\# 一\\\n\\- 二 \\*三\\* \\`四\\` \\$5\\$ \\~\\~六\\~\\~",
  ],
  ["HTML that was text", "<script>alert(1)</script>", "\\<script>alert(1)\\</script>"],
  ["what GBK lacks", "图&#128512;&#8451;&#60;", "图😀℃\\&#60;"],
  ["raised text", "10[sup]3[/sup]", "10[sup]3[/sup]"],
  ["a password", "[password]abc[/password]正文", "正文"],
  ["an edit's note", "[i=s] 本帖最后由 张三 编辑 [/i]\n正文", "*本帖最后由 张三 编辑*\\\n正文"],
];

describe("BBCode as Markdown", () => {
  it.each(texts)("%s", (_kind, bbcode, markdown) => {
    expect(bbcodeToMarkdown(bbcode, options).markdown).toBe(markdown);
  });

  it("places named attachments, and those that no text names at its end, once", () => {
    const { markdown, counts } = bbcodeToMarkdown("图[attachimg]6[/attachimg]和[attach]99[/attach]", files);
    expect(markdown).toBe(
      "图![板子.png](/gateway/files/b.png)和\\[附件 99 已不存在]\n\n[原理图.zip](/gateway/attachments/3/a.zip)\n\n\\[附件没有带来：旧.exe]",
    );
    expect(counts).toEqual({ 正文里的附件在旧库里没有: 1 });
  });

  it("holds back hidden text where the operator wants that", () => {
    const { markdown, counts } = bbcodeToMarkdown("前[hide]码[/hide]", { ...options, hidden: "hold" });
    expect(markdown).toBe("前（此处内容在旧论坛需要回复或积分才能看，没有公开）");
    expect(Object.values(counts)).toEqual([1]);
  });

  it.each([
    ["tags that cross", "[hide][b]秘密[/hide]公开[b]x[/b]"],
    ["another hidden text inside", "[hide]秘密[hide=9]秘密[/hide]秘密[/hide]公开"],
    ["a tag without its end", "公开[sell=5]秘密"],
    ["codes that nest too deep", `${"[b]".repeat(70)}公开[hide]秘密[/hide]${"[/b]".repeat(70)}`],
    ["control characters", "[hi\u0000de]秘密[/hide]公开"],
  ])("holds back hidden text with %s", (_kind, bbcode) => {
    for (const codes of [true, false]) {
      const { markdown, counts } = bbcodeToMarkdown(bbcode, { ...options, codes, hidden: "hold" });
      expect(markdown).toContain("公开");
      expect(markdown).not.toContain("秘密");
      expect(counts["需回复或积分才能看的内容，没有带来"]).toBe(1);
    }
  });

  it("does not show an attachment of text that it holds back at the end", () => {
    const { markdown } = bbcodeToMarkdown(
      "[replyview][attach]5[/attach][attachimg] 6[/attachimg][/replyview]",
      {
        ...files,
        hidden: "hold",
      },
    );
    expect(markdown).not.toMatch(/a\.zip|b\.png/);
    expect(markdown).toContain("旧.exe");
  });

  it("shows a reply's own title in bold before its text", () => {
    const { markdown } = bbcodeToMarkdown("好的", { ...options, subject: "回&amp;复 *1*" });
    expect(markdown).toBe("**回&复 \\*1\\***\n\n好的");
    for (const subject of ["RE: 板子烧了", "回复：板子烧了"])
      expect(bbcodeToMarkdown("好的", { ...options, subject }).markdown).toBe("好的");
  });

  it("gives a link to an own attachment its new address, and keeps that of another post's", () => {
    const text =
      "[url=forum.php?mod=attachment&aid=5]文件[/url][url=/forum.php?mod=attachment&aid=8]别处[/url]";
    const { markdown, counts } = bbcodeToMarkdown(text, files);
    expect(markdown.match(/a\.zip/g)).toHaveLength(1);
    expect(markdown).toContain("[别处](/forum.php?mod=attachment");
    expect(counts).toEqual({});
  });

  it("leaves codes and smileys where their author had switched them off", () => {
    const off = { ...options, codes: false, smileys: false };
    expect(bbcodeToMarkdown("[b]x[/b] :)", off).markdown).toBe("\\[b]x\\[/b] :)");
  });

  it("counts unknown tags by name", () => {
    const { counts } = bbcodeToMarkdown("[foo]1[/foo][foo]2[/foo]", options);
    expect(counts).toEqual({ "不认识的标签 [foo]，按文字保留": 2 });
  });
});

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ..."b i u s url quote code list * table tr td hide img attach size=3 color=red url=javascript:alert(1) url=//x align=center media font=a sup hr foo i=s list=1 td=2,1 email password=x"
          .split(" ")
          .filter((each) => !each.startsWith("password")),
      )
      .chain((tag) => fc.constantFrom(`[${tag}]`, `[/${tag.split("=")[0]}]`)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "\n",
      "\n\n",
      " ",
      "<img src=x onerror=alert(1)>",
      "](javascript:x)",
      "&#60;b&#62;",
      "$x$",
      "```",
      "|",
      "[",
      "]",
      "=",
      "**",
      "- ",
      "# ",
      "<!--",
      "\\",
      '"',
      "'",
      ":)",
      "http://a.example/",
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
const html = (bbcode: string) => renderMarkdown(bbcodeToMarkdown(bbcode, options).markdown);

describe("any text", () => {
  it("makes no HTML that is alive", () => {
    fc.assert(
      fc.property(anyText, (bbcode) => {
        visit(fromHtml(html(bbcode), { fragment: true }), "element", ({ tagName, properties }) => {
          expect([
            "script",
            "iframe",
            "object",
            "embed",
            "form",
            "style",
            "base",
            "meta",
            "link",
          ]).not.toContain(tagName);
          for (const [name, value] of Object.entries(properties)) {
            expect(name).not.toMatch(/^on|^style$|^srcDoc$/i);
            if (name === "href" || name === "src")
              expect(String(value)).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it("loses no word", () => {
    // Words stand between the pieces, so that each is text wherever the codes put it, apart from addresses and values.
    const parts = fc.array(
      fc.constantFrom(
        ..."[b] [/b] [i] [/i] [quote] [/quote] [list] [*] [/list] [size=3] [/size] [color=red] [/color] [table] [tr] [td] [/td] [/tr] [/table] [code] [/code] [hide] [/hide] [align=center] [/align] [foo] [/foo] [url=https://a.example/] [/url]".split(
          " ",
        ),
        "\n",
        "**",
        "|",
        "<b>",
        "`",
        "$",
        "# ",
      ),
      { maxLength: 24 },
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        const words = pieces.map((_, at) => `字${at}词`);
        const bbcode = pieces.map((each, at) => `${each}${words[at]}`).join("");
        const shown = toText(fromHtml(html(bbcode), { fragment: true }));
        for (const word of words) expect(shown).toContain(word);
      }),
      { numRuns: 200 },
    );
  });
});
