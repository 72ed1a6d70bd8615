import { workbookCellsMax, workbookInTurn } from "~/format/workbook";
import { publicAnswer } from "~/request/public-answer.server";
import { wholeTable } from "~/screens/products/list/whole-table.server";

/** /products/table.xlsx: the table of /products/table.csv for Excel. */
export const loader = publicAnswer(async ({ scope, request }) => {
  const table = await wholeTable(scope, request);
  if (!table) return null;
  const rows = [table.head, ...table.rows];
  const cells = rows.length * table.head.length;
  if (cells > workbookCellsMax)
    return { refused: `这张表有 ${cells} 格，XLSX 最多 ${workbookCellsMax} 格：多选几个条件，或下载 CSV` };
  return {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: () => workbookInTurn(table.name, rows),
    version: JSON.stringify([table.name, rows]),
    saveAs: `${table.name}.xlsx`,
  };
});
