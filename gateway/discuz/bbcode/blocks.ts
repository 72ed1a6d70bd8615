import type { BlockContent, ListItem, PhrasingContent } from "mdast";
import { addressesIn } from "../../text/bare-address";
import { withSmileys } from "./characters";
import type { Conversion } from "./context";
import { type Inline, type Marks, paragraphs, phrasing } from "./inlines";
import { newLink } from "./links";
import { tableOf } from "./table";
import { type BbTag, contentOf, isOpen, rawContent, tagSource, tagValue } from "./tags";

export type BbNode = string | BbTag | null;

/** Tags that leave their content as it is: Markdown has no colours, sizes and places. */
const plain = new Set(
  "color size font align u backcolor float fly p center left right free indent blockquote-plain bgcolor tbody span".split(
    " ",
  ),
);
/** Tags whose content begins a line of its own. */
const ownLine = new Set(["align", "p", "center", "left", "right", "indent", "float"]);
const emphasised: Record<string, keyof Omit<Marks, "link">> = {
  b: "strong",
  strong: "strong",
  i: "emphasis",
  em: "emphasis",
  s: "delete",
  del: "delete",
  strike: "delete",
};
const linked = new Set("media flash audio video swf".split(" "));
const paid = new Set(["hide", "sell", "replyview"]);

/** Builds the blocks of a text from the parser's tree. */
export class Blocks {
  private blocks: BlockContent[] = [];
  private inlines: Inline[] = [];

  constructor(private readonly conversion: Conversion) {}

  /** The blocks of these nodes, on their own. */
  of(nodes: readonly BbNode[], marks: Marks = {}): BlockContent[] {
    const outer = [this.blocks, this.inlines] as const;
    [this.blocks, this.inlines] = [[], []];
    this.walk(nodes, marks);
    this.flush();
    const result = this.blocks;
    [this.blocks, this.inlines] = outer;
    return result;
  }

  /** Paragraphs with the attachments that the text did not name: the board showed them at its end. */
  unnamed(): BlockContent[] {
    const { attachments } = this.conversion.options;
    for (const id of Object.keys(attachments)
      .map(Number)
      .sort((one, other) => one - other)) {
      if (this.conversion.named.has(id)) continue;
      this.attachment(id, {});
      this.flush();
    }
    const result = this.blocks;
    this.blocks = [];
    return result;
  }

  private flush(): void {
    for (const paragraph of paragraphs(this.inlines)) {
      const children = phrasing(paragraph);
      if (children.length > 0) this.blocks.push({ type: "paragraph", children });
    }
    this.inlines = [];
  }

  private block(...blocks: BlockContent[]): void {
    this.flush();
    this.blocks.push(...blocks);
  }

  private walk(nodes: readonly BbNode[], marks: Marks): void {
    for (const node of nodes) {
      if (typeof node === "string") this.text(node, marks);
      else if (node) this.tag(node, marks);
    }
  }

  private text(value: string, marks: Marks): void {
    const { options } = this.conversion;
    const text =
      options.smileys === false
        ? value
        : withSmileys(value, () => this.conversion.count("自定义表情换成了通用表情"));
    for (const [at, line] of text.split("\n").entries()) {
      if (at > 0) this.inlines.push({ type: "break", marks });
      this.line(line, marks);
    }
  }

  /** A line of text; a bare address in it is a link. */
  private line(line: string, marks: Marks): void {
    let at = 0;
    const add = (value: string, link?: string) => {
      if (value)
        this.inlines.push({ type: "text", value, marks: link === undefined ? marks : { ...marks, link } });
    };
    if (marks.link === undefined && /https?:\/\/|www\./i.test(line))
      for (const { start, end, url } of addressesIn(line)) {
        const address = newLink(this.conversion, url);
        if (address === null) continue;
        add(line.slice(at, start));
        add(line.slice(start, end), address);
        at = end;
      }
    add(line.slice(at));
  }

  private tag(tag: BbTag, marks: Marks): void {
    const name = tag.tag.toLowerCase();
    if (name === "hr") this.block({ type: "thematicBreak" });
    else if (name === "page") this.block({ type: "thematicBreak" });
    else if (isOpen(tag)) this.unfinished(tag, marks);
    else if (emphasised[name]) this.walk(contentOf(tag), { ...marks, [emphasised[name]]: true });
    else if (plain.has(name)) this.withoutFormat(tag, name, marks);
    else if (paid.has(name)) this.hidden(tag, marks);
    else (this.handlers[name] ?? this.unknown)(tag, marks);
  }

  private withoutFormat(tag: BbTag, name: string, marks: Marks): void {
    if (ownLine.has(name)) this.inlines.push({ type: "break", marks });
    this.walk(contentOf(tag), marks);
    if (ownLine.has(name)) this.inlines.push({ type: "break", marks });
  }

  /** A tag without its end. Of known formats it is dropped; anything else may be what was meant, such as `a[i]`. */
  private unfinished(tag: BbTag, marks: Marks): void {
    const name = tag.tag.toLowerCase();
    this.conversion.count("没有写完的标签，按文字保留");
    const hasValue = tagValue(this.conversion.source, tag) !== "";
    if (plain.has(name) && hasValue) return;
    this.text(tagSource(this.conversion.source, tag), marks);
  }

  /** Text for some readers; where it stays behind, it was cut out before (./hold.ts). */
  private hidden(tag: BbTag, marks: Marks): void {
    this.conversion.count("需回复或积分才能看的内容，已公开");
    this.walk(contentOf(tag), marks);
  }

  private readonly unknown = (tag: BbTag, marks: Marks): void => {
    this.conversion.count(`不认识的标签 [${tag.tag.slice(0, 20)}]，按文字保留`);
    const { source } = this.conversion;
    this.text(tagSource(source, tag), marks);
    this.walk(contentOf(tag), marks);
    this.text(source.slice(tag.end?.from, tag.end?.to), marks);
  };

  /** A link; its text stays also where the address must not be linked, with the address behind it. */
  private link(url: string, nodes: readonly BbNode[], marks: Marks): void {
    const address = newLink(this.conversion, url);
    if (address !== null) {
      this.walk(nodes, { ...marks, link: address });
      return;
    }
    this.walk(nodes, marks);
    const text = nodes.length === 1 ? nodes[0] : null;
    if (text !== url) this.text(` (${url})`, { ...marks, link: "" });
    this.conversion.count("不能打开的链接，地址按文字保留");
  }

  private image(url: string, marks: Marks, alt = ""): void {
    const address = newLink(this.conversion, url);
    if (address === null || /^mailto:|^tel:/i.test(address)) {
      this.text(url, { ...marks, link: "" });
      this.conversion.count("不能显示的图片，地址按文字保留");
    } else this.inlines.push({ type: "image", url: address, alt, marks });
  }

  private attachment(id: number, marks: Marks): void {
    const file = this.conversion.options.attachments[id];
    this.conversion.named.add(id);
    if (!file) {
      this.conversion.count("正文里的附件在旧库里没有");
      this.text(`[附件 ${id} 已不存在]`, marks);
    } else if (file.address === null) this.text(`[附件没有带来：${file.name}]`, { ...marks, link: "" });
    else if (file.isImage) this.inlines.push({ type: "image", url: file.address, alt: file.name, marks });
    else this.inlines.push({ type: "text", value: file.name, marks: { ...marks, link: file.address } });
  }

  private readonly attached = (tag: BbTag, marks: Marks): void => {
    const content = rawContent(this.conversion.source, tag).trim();
    if (/^\d{1,9}$/.test(content)) this.attachment(Number(content), marks);
    else this.unknown(tag, marks);
  };

  private readonly media = (tag: BbTag, marks: Marks): void => {
    const url = rawContent(this.conversion.source, tag).trim();
    this.conversion.count("音视频换成了链接");
    this.inlines.push({ type: "break", marks });
    this.link(url, [url], marks);
    this.inlines.push({ type: "break", marks });
  };

  private readonly toThing =
    (path: (id: string) => string) =>
    (tag: BbTag, marks: Marks): void =>
      this.link(path(tagValue(this.conversion.source, tag).split(",")[0] ?? ""), contentOf(tag), marks);

  private readonly handlers: Record<string, (tag: BbTag, marks: Marks) => void> = {
    url: (tag, marks) =>
      this.link(
        tagValue(this.conversion.source, tag) || rawContent(this.conversion.source, tag),
        contentOf(tag),
        marks,
      ),
    email: (tag, marks) => {
      const mail = tagValue(this.conversion.source, tag) || rawContent(this.conversion.source, tag);
      this.link(`mailto:${mail.trim()}`, contentOf(tag), marks);
    },
    thread: this.toThing((id) => `/forum.php?mod=viewthread&tid=${id}`),
    post: this.toThing((id) => `/forum.php?mod=redirect&goto=findpost&pid=${id}`),
    qq: (tag, marks) => {
      this.text("QQ：", marks);
      this.walk(contentOf(tag), marks);
    },
    img: (tag, marks) => this.image(rawContent(this.conversion.source, tag), marks),
    attach: this.attached,
    attachimg: this.attached,
    code: (tag) => {
      const value = rawContent(this.conversion.source, tag).replace(/^\n+|\s+$/g, "");
      this.block({ type: "code", value });
    },
    quote: (tag) => {
      const children = this.of(contentOf(tag));
      this.block(...(children.length > 0 ? [{ type: "blockquote" as const, children }] : []));
    },
    list: (tag) => this.list(tag),
    table: (tag, marks) => {
      const { source } = this.conversion;
      const { table, beside } = tableOf(tag, source, (nodes) => this.inCell(nodes));
      this.walk(beside, marks);
      this.block(...(table ? [table] : []));
    },
    sup: (tag, marks) => this.raised("sup", tag, marks),
    sub: (tag, marks) => this.raised("sub", tag, marks),
    // A password would be shown to everybody, and a background picture has no place.
    password: () => this.conversion.count("访问密码没有带来"),
    postbg: () => this.conversion.count("背景图没有带来"),
    index: (tag, marks) => this.walk(contentOf(tag), marks),
    ...Object.fromEntries([...linked].map((name) => [name, this.media])),
  };

  private raised(name: "sup" | "sub", tag: BbTag, marks: Marks): void {
    const isShort = contentOf(tag).every((node) => typeof node === "string" && !/[\n[\]]/.test(node));
    if (isShort) this.inlines.push({ type: "marker", value: `[${name}]`, marks });
    this.walk(contentOf(tag), marks);
    if (isShort) this.inlines.push({ type: "marker", value: `[/${name}]`, marks });
  }

  private list(tag: BbTag): void {
    const items: BbNode[][] = [[]];
    for (const node of contentOf(tag)) {
      const isItem = node !== null && typeof node !== "string" && node.tag === "*";
      if (isItem) items.push([]);
      else items.at(-1)?.push(node);
    }
    const [before = [], ...rest] = items;
    this.walk(before, {});
    const children = rest
      .map((nodes): ListItem => ({ type: "listItem", spread: false, children: this.of(nodes) }))
      .filter((item) => item.children.length > 0);
    const ordered = /^[1aAiI]$/.test(tagValue(this.conversion.source, tag));
    this.block(...(children.length > 0 ? [{ type: "list" as const, ordered, spread: false, children }] : []));
  }

  /** The content of a table's cell, where Markdown has no lines and blocks. */
  private inCell(nodes: readonly BbNode[]): PhrasingContent[] {
    const blocks = this.of(nodes);
    const texts: PhrasingContent[][] = [];
    const collect = (block: BlockContent | ListItem): void => {
      if (block.type === "paragraph") texts.push(block.children);
      else if (block.type === "code")
        texts.push([{ type: "inlineCode", value: block.value.replace(/\s*\n\s*/g, " ") }]);
      else if ("children" in block) for (const child of block.children) collect(child as BlockContent);
    };
    for (const block of blocks) collect(block);
    const blank = { type: "text" as const, value: " " };
    const flat = (content: PhrasingContent): PhrasingContent => {
      if (content.type === "break") return blank;
      return "children" in content
        ? ({ ...content, children: content.children.map(flat) } as PhrasingContent)
        : content;
    };
    return texts.flatMap((content, at) => [...(at > 0 ? [blank] : []), ...content.map(flat)]);
  }
}
