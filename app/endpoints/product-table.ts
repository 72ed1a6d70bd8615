import { id } from "contract/base/fields";
import { csvOf } from "~/format/csv";
import { publicAnswer } from "~/request/public-answer.server";
import { readFilters } from "~/screens/products/list/filters";

/** /products/table.csv: a class's filtered list with every parameter, with the queries of the list's page. */
export const loader = publicAnswer(async ({ scope, request }) => {
  const search = new URL(request.url).searchParams;
  const parsedId = id.safeParse(search.get("id") ?? undefined);
  if (!parsedId.success) return null;
  const { name, head, rows } = await scope.gateway.call("productTable", {
    id: parsedId.data,
    filters: readFilters(search),
    order: search.get("order") ?? "",
  });
  return { type: "text/csv", body: csvOf([head, ...rows]), saveAs: `${name}.csv` };
});
