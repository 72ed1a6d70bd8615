import type { Element, Nodes, Root } from "hast";
import { type Handle, toMdast } from "hast-util-to-mdast";
import type { ListItem, Nodes as MdastNodes, PhrasingContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Options, toMarkdown } from "mdast-util-to-markdown";
import { cjkFriendlyToMarkdown } from "mdast-util-to-markdown-cjk-friendly";
import { cjkFriendlyGfmStrikethroughToMarkdown } from "mdast-util-to-markdown-cjk-friendly-gfm-strikethrough";
import { visit } from "unist-util-visit";
import { tidy } from "./tidy";

/** Superscript and subscript in our own Markdown syntax (spec 9). */
const inBrackets =
  (name: "sup" | "sub"): Handle =>
  (state, node) => [
    { type: "html", value: `[${name}]` },
    ...(state.all(node) as PhrasingContent[]),
    { type: "html", value: `[/${name}]` },
  ];

/** An underscore within a word is not emphasis: `GPIO_NUM_4` needs no escapes. */
const withoutEscapes = (text: string) => text.replace(/(?<=[A-Za-z0-9])\\_(?=[A-Za-z0-9])/g, "_");

const options: Options = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",
  rule: "-",
  extensions: [
    gfmToMarkdown({ tablePipeAlign: false }),
    cjkFriendlyToMarkdown(),
    cjkFriendlyGfmStrikethroughToMarkdown(),
    { handlers: { text: (...parameters) => withoutEscapes(defaultHandlers.text(...parameters)) } },
  ],
};

/** Whether a list item is one paragraph, maybe with nested lists: such items get no empty lines between them. */
const isClose = ({ children }: ListItem): boolean =>
  children.every(({ type }, at) => type === "list" || (type === "paragraph" && at === 0));

/**
 * Makes lists compact. Writes the box of a task here, because the serializer that is used for Chinese paragraphs does
 * not know tasks.
 */
function compactLists(tree: MdastNodes): void {
  visit(tree, "list", (list) => {
    list.spread = !list.children.every(isClose);
    for (const item of list.children) {
      item.spread = list.spread;
      const [head] = item.children;
      if (typeof item.checked === "boolean" && head?.type === "paragraph")
        head.children.unshift({ type: "html", value: item.checked ? "[x] " : "[ ] " });
    }
  });
}

/** Converts a tree of pasted HTML to Markdown. The HTML is untrusted. */
export function htmlToMarkdown(tree: Root | Element): string {
  tidy(tree);
  const mdast = toMdast(tree as Nodes, {
    handlers: { sup: inBrackets("sup"), sub: inBrackets("sub"), u: (state, node) => state.all(node) },
  });
  compactLists(mdast);
  return toMarkdown(mdast, options).trim();
}
