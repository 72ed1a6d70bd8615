import { csvOf } from "~/format/csv";
import { publicAnswer } from "~/request/public-answer.server";
import { wholeTable } from "~/screens/products/list/whole-table.server";

/** /products/table.csv: a class's filtered list with every parameter, with the queries of the list's page. */
export const loader = publicAnswer(async ({ scope, request }) => {
  const table = await wholeTable(scope, request);
  return table && { type: "text/csv", body: csvOf([table.head, ...table.rows]), saveAs: `${table.name}.csv` };
});
