import type { LoaderFunctionArgs } from "@remix-run/node";
import { logActions } from "contract/moderation/actions";
import type { LogRow } from "contract/moderation/calls";
import { toPage } from "~/failure/explain.server";
import { csvOf } from "~/format/csv";
import { formatWhole } from "~/format/time";
import { Forbidden } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { asksToConfirm } from "~/request/confirm.server";
import { moderatesSomething } from "~/request/offices";
import { getScope } from "~/request/scope.server";
import { withDays } from "~/screens/moderator/fields/filter-query";
import { logQuery } from "~/screens/moderator/log/log-query";
import { changesOf, targetName } from "~/screens/moderator/log/words";

const head = ["编号", "时间", "操作人", "操作", "版块", "对象", "涉及的用户", "变化", "理由", "操作批次"];
const rowsAtOnce = 1_000;
/** The most rows of a file; the dates of the filter select a smaller part. */
const rowsMost = 20_000;

const cells = (row: LogRow): string[] => [
  String(row.id),
  formatWhole(row.at),
  row.operator?.nickName ?? "系统",
  logActions[row.action],
  row.section?.name ?? "",
  targetName(row),
  row.person ? `${row.person.nickName}（${row.person.uid}）` : "",
  changesOf(row).join("；"),
  row.reason,
  row.batch === null ? "" : String(row.batch),
];

/**
 * /moderator/log.csv: the moderators' log as a table, with the queries of its screen. Redirects everyone but
 * moderators to the start page.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    const query = logQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    const me = (await scope.signedIn()) ? await scope.personal() : null;
    if (!me || !moderatesSomething(me)) return await scope.redirect("/");
    const table = [head];
    for (let before: number | undefined; table.length <= rowsMost; ) {
      const { rows, more } = await scope.gateway.call("managementLog", {
        ...withDays(query),
        before,
        limit: rowsAtOnce,
      });
      table.push(...rows.map(cells));
      before = rows.at(-1)?.id;
      if (!more) break;
    }
    return new Response(csvOf(table), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="moderation-log.csv"',
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (asksToConfirm(error))
      return scope.redirect(
        paths.confirmIdentity(paths.moderation("log", Object.fromEntries(new URL(request.url).searchParams))),
      );
    if (error instanceof Forbidden) return scope.redirect("/");
    throw toPage(scope, error, request);
  }
}
