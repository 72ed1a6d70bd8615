import { publicAnswer } from "~/request/public-answer.server";
import { wholeTable } from "~/screens/products/list/whole-table.server";

/** The most cells of a workbook: the largest class with all its parameters. They take two seconds of a thread. */
const cellsMax = 300_000;

/** /products/table.xlsx: the table of /products/table.csv for Excel. */
export const loader = publicAnswer(async ({ scope, request, context }) => {
  const table = await wholeTable(scope, request);
  if (!table) return null;
  const { name } = table;
  const rows = [table.head, ...table.rows];
  const cells = rows.length * table.head.length;
  if (cells > cellsMax)
    return { refused: `这张表有 ${cells} 格，XLSX 最多 ${cellsMax} 格：多选几个条件，或下载 CSV` };
  return {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: async () => (await context.writeWorkbook?.({ name, rows })) ?? null,
    version: JSON.stringify([name, rows]),
    saveAs: `${name}.xlsx`,
  };
});
