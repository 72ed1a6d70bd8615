import { parse } from "@bbob/parser";
import type { BlockContent, Root } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { mathToMarkdown } from "mdast-util-math";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { cjkFriendlyToMarkdown } from "mdast-util-to-markdown-cjk-friendly";
import { cjkFriendlyGfmStrikethroughToMarkdown } from "mdast-util-to-markdown-cjk-friendly-gfm-strikethrough";
import { type BbNode, Blocks } from "./blocks";
import { decodeReferences, decodeTitle, withoutControls } from "./characters";
import { type BbcodeOptions, Conversion, type Counts } from "./context";
import { cutHeld } from "./hold";

const writing: Options = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",
  rule: "-",
  extensions: [
    gfmToMarkdown({ tablePipeAlign: false }),
    mathToMarkdown(),
    cjkFriendlyToMarkdown(),
    cjkFriendlyGfmStrikethroughToMarkdown(),
  ],
};

export interface Converted {
  markdown: string;
  counts: Counts;
}

/** Texts that nest deeper are shown without their codes: each level costs the stack of several functions. */
const depthMaximum = 60;

function depthOf(nodes: BbNode[]): number {
  let deepest = 0;
  const waiting = nodes.map((node) => ({ node, depth: 1 }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.node === "string" || !next.node || !Array.isArray(next.node.content)) continue;
    deepest = Math.max(deepest, next.depth);
    for (const node of next.node.content as BbNode[]) waiting.push({ node, depth: next.depth + 1 });
  }
  return deepest;
}

function treeOf(conversion: Conversion): BbNode[] {
  const { source, options } = conversion;
  if (options.codes === false) return [source];
  const nodes = parse(source, {
    contextFreeTags: ["code", "attach", "attachimg"],
    caseFreeTags: true,
  }) as BbNode[];
  if (depthOf(nodes) <= depthMaximum) return nodes;
  conversion.count("嵌套太深，按文字保留");
  return [source];
}

/** What earlier versions of the board wrote before the topic's title, when nobody typed one. */
const automaticTitle = /^(?:re|回复)\s*[:：]/i;

/** A reply's own title in bold. */
function subjectOf({ subject = "" }: BbcodeOptions): BlockContent[] {
  const value = decodeTitle(subject).replace(/\s+/g, " ").trim();
  if (!value || automaticTitle.test(value)) return [];
  return [{ type: "paragraph", children: [{ type: "strong", children: [{ type: "text", value }] }] }];
}

/**
 * Converts a post of the board to this portal's Markdown. Never throws. Text is never lost: what has no counterpart
 * (colours, sizes) leaves its content, and an unknown or unfinished tag stays as it was typed.
 */
export function bbcodeToMarkdown(text: string, options: BbcodeOptions): Converted {
  const typed = withoutControls(decodeReferences(text.replace(/\r\n?/g, "\n")));
  const held = options.hidden === "hold" ? cutHeld(typed) : null;
  const conversion = new Conversion(held?.text ?? typed, options);
  for (let at = 0; at < (held?.count ?? 0); at += 1) conversion.count("需回复或积分才能看的内容，没有带来");
  // The board showed them inside the text that stays behind, and not at the end.
  for (const aid of held?.attachments ?? []) conversion.named.add(aid);
  const blocks = new Blocks(conversion);
  const content = [
    ...subjectOf(options),
    ...blocks.of(treeOf(conversion)),
    ...blocks.unnamed(),
  ] as BlockContent[];
  const root: Root = { type: "root", children: content };
  return { markdown: toMarkdown(root, writing).trim(), counts: conversion.counts };
}
