import type { LoaderFunctionArgs } from "@remix-run/node";
import { usageRows } from "contract/analytics/constants";
import { explain, toPage } from "~/failure/explain.server";
import { getScope } from "~/request/scope.server";
import { numbersPage, orHome, readNumbers } from "~/screens/moderator/numbers/numbers.server";
import { numbersQuery } from "~/screens/moderator/numbers/numbers-query";
import { csvPages } from "~/screens/moderator/numbers/table-lines";

/**
 * /moderator/numbers.csv: a table of the numbers with the queries of its screen, sent page by page as it is read; with
 * `by=day` the sums of each day. A file that is cut off says so in its last line. It has no people. Who may not see it goes
 * to the start page.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    const search = new URL(request.url).searchParams;
    const query = numbersQuery.parse(Object.fromEntries(search));
    if (!(await scope.signedIn())) return await scope.redirect("/");
    const { of, from, to, problems } = await numbersPage(scope, query);
    const [wrong] = Object.values(problems);
    if (wrong)
      return new Response(`${wrong}。`, {
        status: 400,
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
    const byDay = search.get("by") === "day";
    const size = byDay ? 1 : usageRows.file;
    const read = (page: number) => readNumbers(scope, { of, from, to, page, size, sums: byDay }, query);
    // The first page is read before anything is sent, so that its failure is an ordinary one.
    const first = await read(1).catch(orHome(scope));
    const pages = csvPages(first, { of, byDay }, read, (error) => explain(scope, error));
    const text = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const { done, value } = await pages.next();
        if (done) stream.close();
        else stream.enqueue(text.encode(value));
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="numbers-${of}.csv"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    throw toPage(scope, error, request);
  }
}
