import writeXlsxFile from "write-excel-file/node";
import type { Table } from "../../app/settings/portal-context";

/** Characters that the name of a sheet may not have. */
const notInNames = /[[\]:*?/\\]/g;
const nameMaximum = 31;
const [narrow, wide] = [10, 40];

/** The width of a column in characters, by its longest text; a Chinese character takes two. */
function widthOf(rows: string[][], at: number): number {
  let longest = 0;
  for (const row of rows) {
    const length = (row[at] ?? "").replace(/[^\x00-\x7f]/g, "xx").length;
    if (length > longest) longest = length;
  }
  return Math.min(wide, Math.max(narrow, longest + 2));
}

/**
 * The thread's program: a table as an Excel workbook, its first row in bold. Every cell is a text, so that none can be a
 * formula.
 */
export default async function workbookOf({ name, rows }: Table): Promise<Uint8Array<ArrayBuffer>> {
  const cells = rows.map((row, at) =>
    row.map((value) => ({
      value,
      type: String,
      format: "@",
      ...(at === 0 ? { fontWeight: "bold" as const } : {}),
    })),
  );
  const file = writeXlsxFile(cells, {
    sheet: name.replace(notInNames, " ").slice(0, nameMaximum) || "表",
    columns: (rows[0] ?? []).map((_, at) => ({ width: widthOf(rows, at) })),
    stickyRowsCount: 1,
  });
  return new Uint8Array(await file.toBuffer());
}
