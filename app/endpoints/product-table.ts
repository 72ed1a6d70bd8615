import { id } from "contract/base/fields";
import { publicAnswer } from "~/request/public-answer.server";
import { readFilters } from "~/screens/products/list/filters";

/**
 * A cell as RFC 4180 writes it. What a spreadsheet would take for a formula is kept a text; a number with its sign is
 * one.
 */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** /products/table.csv: a class's filtered list with every parameter; the query is the list's own. */
export const loader = publicAnswer(async ({ scope, request }) => {
  const search = new URL(request.url).searchParams;
  const asked = id.safeParse(search.get("id") ?? undefined);
  if (!asked.success) return null;
  const { name, head, rows } = await scope.gateway.call("productTable", {
    id: asked.data,
    filters: readFilters(search),
    order: search.get("order") ?? "",
  });
  const lines = [head, ...rows].map((row) => row.map(cell).join(","));
  // The mark at the beginning tells Excel that it is UTF-8.
  return { type: "text/csv", body: `\ufeff${lines.join("\r\n")}\r\n`, saveAs: `${name}.csv` };
});
