import type { BbNode } from "./blocks";

/** A tag of the parser's tree, with the places of its beginning and its end in the source. */
export interface BbTag {
  tag: string;
  content?: unknown;
  start?: { from: number; to: number };
  end?: { from: number; to: number };
}

export const contentOf = (tag: BbTag): BbNode[] =>
  Array.isArray(tag.content) ? (tag.content as BbNode[]) : [];

/** Whether the tag has no end. */
export const isOpen = (tag: BbTag): boolean => tag.end === undefined;

/** The beginning of a tag as it was typed. */
export const tagSource = (source: string, { start }: BbTag): string =>
  start ? source.slice(start.from, start.to) : "";

/** What stands between the beginning and the end of a tag, as it was typed. */
export const rawContent = (source: string, { start, end }: BbTag): string =>
  start && end ? source.slice(start.to, end.from) : "";

/** The value of `[tag=VALUE]`, without quotes. */
export function tagValue(source: string, tag: BbTag): string {
  const match = /^\[[^=\]]*=([\s\S]*)\]$/.exec(tagSource(source, tag));
  return (match?.[1] ?? "")
    .trim()
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .trim();
}
