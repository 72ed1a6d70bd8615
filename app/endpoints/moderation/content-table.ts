import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallResponse } from "contract";
import { numeric } from "contract/base/fields";
import { packId } from "contract/content/fields";
import { contentStates } from "contract/content/transitions";
import { z } from "zod";
import { toPage } from "~/failure/explain.server";
import { csvOf } from "~/format/csv";
import { Forbidden } from "~/gateway-client/errors";
import { notFound } from "~/request/not-found.server";
import { getScope, type Scope } from "~/request/scope.server";
import { columnTitle, firstColumns } from "~/screens/moderator/editing/table/columns";

const asked = z.object({ class: numeric(packId), as: z.enum(["csv", "xlsx"]) });
const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
/** How many products a call answers. */
const partSize = 500;

/** The whole table: a head that `checkContentTable` reads again, and a row a product. */
async function wholeTable(scope: Scope, productClass: number) {
  const rows: string[][] = [];
  let name = "";
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const part: CallResponse<"contentTable"> = await scope.gateway.call("contentTable", {
      class: productClass,
      page,
      size: partSize,
    });
    const { parameters } = part;
    name = part.name;
    if (page === 1) rows.push([...firstColumns, ...parameters.map(columnTitle(parameters))]);
    for (const { key, title, state, base, values } of part.products)
      rows.push([
        key,
        title,
        contentStates[state],
        base,
        ...parameters.map((each) => values[each.key] ?? ""),
      ]);
    pages = part.pages;
  }
  return { name: `${name} 参数`, rows };
}

/** /moderator/content/table: the parameters of a class's products as CSV or XLSX, for their editors. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    if (!(await scope.signedIn())) return await scope.redirect("/");
    const query = asked.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) return notFound(scope, "没有这张表");
    const { class: productClass, as } = query.data;
    const table = await wholeTable(scope, productClass);
    const body = as === "csv" ? csvOf(table.rows) : await context.writeWorkbook?.(table);
    if (!body)
      return new Response("XLSX 现在做不出来，请稍后再试，或下载 CSV\n", {
        status: 503,
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
    return new Response(body, {
      headers: {
        "content-type": types[as],
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${table.name}.${as}`)}`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof Forbidden) return scope.redirect("/");
    throw toPage(scope, error, request);
  }
}
