import { cutText } from "contract/base/plain-text";
import type { Nodes } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { isHostile } from "./cost/bounds";
import { withinTime } from "./cost/work-time";
import { remarkSyntax } from "./syntax";

/**
 * An address that works only on the author's computer: a file, a drive, a network share, or data of another page.
 */
const local = /^(?:file:|blob:|data:|[A-Za-z]:[\\/%]|\\)/i;
const anywhere = /file:|blob:|data:|[A-Za-z]:[\\/]|\\\\/i;
/**
 * A picture whose name has spaces, which Markdown reads as text. Each part has a maximal length, so that a text with
 * many beginnings does not cost quadratic time.
 */
const unparsed = /!\[[^\]\n]{0,500}\]\(\s{0,50}<?((?:file:|blob:|data:|[A-Za-z]:[\\/]|\\)[^\n)]*)\)/gi;
const htmlImage =
  /<(?:img|v:imagedata)\b[^>]{0,1000}?\bsrc\s{0,50}=\s{0,50}["']?((?:file:|blob:|data:|[A-Za-z]:[\\/])[^"'>\s]*)/gi;

const parser = unified().use(remarkParse).use(remarkSyntax).freeze();

/** The unescaped name of the file, which the author knows. */
function nameOf(address: string): string {
  if (/^(?:data|blob):/i.test(address)) return "粘贴的图片";
  let path = address.replace(/[?#].*$/s, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // The path is not percent-encoded correctly, so it stays unchanged.
  }
  return cutText((path.split(/[\\/]/).filter(Boolean).at(-1) ?? "图片").trim(), 60);
}

/**
 * The names of pictures that only the author can see (`file:///…`, `C:\…`, `data:`, `blob:`), without repetitions. Code
 * is ignored. The result is empty for a text that is too slow to parse, because it is shown as plain text.
 */
export function localImages(source: string): string[] {
  if (!anywhere.test(source) || isHostile(source)) return [];
  const names: string[] = [];
  const found = (addresses: Iterable<RegExpMatchArray>) => {
    for (const match of addresses) names.push(nameOf(match[1] ?? ""));
  };
  withinTime(() =>
    visit(parser.parse(source), (node: Nodes) => {
      if ((node.type === "image" || node.type === "definition") && local.test(node.url))
        names.push(nameOf(node.url));
      if (node.type === "paragraph" || node.type === "html") {
        const text = source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
        found(text.matchAll(htmlImage));
        // Only where the parser saw no picture: inline code and pictures are nodes of their own.
        if (node.type === "paragraph")
          for (const child of node.children) if (child.type === "text") found(child.value.matchAll(unparsed));
      }
    }),
  );
  return [...new Set(names)];
}
