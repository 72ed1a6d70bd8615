import { workbookOf } from "~/format/workbook";
import { publicAnswer } from "~/request/public-answer.server";
import { wholeTable } from "~/screens/products/list/whole-table.server";

/** /products/table.xlsx: the table of /products/table.csv for Excel. */
export const loader = publicAnswer(async ({ scope, request }) => {
  const table = await wholeTable(scope, request);
  return (
    table && {
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      body: await workbookOf(table.name, [table.head, ...table.rows]),
      saveAs: `${table.name}.xlsx`,
    }
  );
});
