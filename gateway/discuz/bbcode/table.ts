import type { PhrasingContent, Table, TableCell, TableRow } from "mdast";
import type { BbNode } from "./blocks";
import { type BbTag, contentOf, isOpen, tagValue } from "./tags";

const columnsMaximum = 50;

const isTag = (node: BbNode, names: string[]): node is BbTag =>
  node !== null && typeof node !== "string" && !isOpen(node) && names.includes(node.tag.toLowerCase());

const isBlank = (node: BbNode) => node === null || (typeof node === "string" && !node.trim());

/** Splits the content of a table without rows: one row a line, cells between bars. */
function rowsOfLines(nodes: BbNode[]): BbNode[][][] {
  const rows: BbNode[][][] = [[[]]];
  for (const node of nodes) {
    const parts = typeof node === "string" ? node.split(/(\n|\|)/) : [node];
    for (const part of parts) {
      if (part === "\n") rows.push([[]]);
      else if (part === "|") rows.at(-1)?.push([]);
      else rows.at(-1)?.at(-1)?.push(part);
    }
  }
  return rows.filter((row) => !row.every((cell) => cell.every(isBlank)));
}

/**
 * A table in Markdown, whose first row is its head. A cell over several columns is followed by empty ones.
 * @param inCell makes the content of a cell
 * @returns also what stood between rows and cells, which has no place in the table
 */
export function tableOf(
  tag: BbTag,
  source: string,
  inCell: (nodes: BbNode[]) => PhrasingContent[],
): { table: Table | null; beside: BbNode[] } {
  const beside: BbNode[] = [];
  const cell = (nodes: BbNode[]): TableCell => ({ type: "tableCell", children: inCell(nodes) });
  const empty = (): TableCell => ({ type: "tableCell", children: [] });
  const inside = (nodes: BbNode[], names: string[]) =>
    nodes.filter((node): node is BbTag => {
      if (isTag(node, names)) return true;
      if (!isBlank(node)) beside.push(node);
      return false;
    });
  const hasRows = contentOf(tag).some((node) => isTag(node, ["tr"]));
  const rows: TableRow[] = hasRows
    ? inside(contentOf(tag), ["tr"]).map((row) => ({
        type: "tableRow",
        children: inside(contentOf(row), ["td", "th"]).flatMap((each) => {
          const span = Math.min(Number(/^(\d{1,2}),/.exec(tagValue(source, each))?.[1] ?? 1), columnsMaximum);
          return [cell(contentOf(each)), ...Array.from({ length: Math.max(0, span - 1) }, empty)];
        }),
      }))
    : rowsOfLines(contentOf(tag)).map((row) => ({ type: "tableRow", children: row.map(cell) }));
  const full = rows.filter((row) => row.children.length > 0);
  return { table: full.length > 0 ? { type: "table", children: full } : null, beside };
}
