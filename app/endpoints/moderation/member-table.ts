import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallResponse } from "contract";
import { longId } from "contract/base/fields";
import { tableRowsMax } from "contract/moderation/members/fields";
import { z } from "zod";
import { toPage } from "~/failure/explain.server";
import { csvOf } from "~/format/csv";
import { formatWhole } from "~/format/time";
import { Forbidden } from "~/gateway-client/errors";
import { flag } from "~/request/inputs.server";
import { notFound } from "~/request/not-found.server";
import { getScope } from "~/request/scope.server";
import { restrictionsOf, rolesOf, typeOf } from "~/screens/moderator/members/member-words";
import { filterOf, membersFilter } from "~/screens/moderator/members/members-query";

type Row = CallResponse<"memberTable">["items"][number];

const head = ["UID", "昵称", "注册时间", "最近来过", "主题", "全部帖子", "角色"];
const further = ["禁言和禁止访问", "处罚记录", "开发者类型", "地区", "备注数", "最近的备注"];
const contactHead = ["手机号", "邮箱"];

const cells = (contacts: boolean) => (row: Row) => [
  ...[String(row.person.uid), row.person.nickName, formatWhole(row.joinedAt), row.lastSeenDay],
  ...[String(row.topics), String(row.posts), rolesOf(row).join("；")],
  ...[restrictionsOf(row).join("；"), String(row.penalties), typeOf(row), row.region],
  ...[String(row.notes), row.note],
  ...(contacts ? [row.phone, row.email] : []),
];

const named = z.object({ table: longId, contacts: flag });

/**
 * /moderator/members.csv: the members of a filter as a table, for the administrator who entered it in the log a short
 * time ago. Redirects others to the start page.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const asked = named.safeParse(query);
    if (!(await scope.signedIn())) return await scope.redirect("/");
    if (!asked.success) return notFound(scope, "没有这份名单，请在「用户名单」里导出");
    const { table, contacts } = asked.data;
    const filter = filterOf(membersFilter.parse(query));
    const rows = [[...head, ...further, ...(contacts ? contactHead : [])]];
    for (let after: number | null = 0; after !== null && rows.length <= tableRowsMax; ) {
      const part: CallResponse<"memberTable"> = await scope.gateway.call("memberTable", {
        ...filter,
        table,
        contacts,
        after,
      });
      rows.push(...part.items.map(cells(contacts)));
      // A faulty gateway whose next position does not grow must not cause an endless loop.
      after = part.next !== null && part.next > after ? part.next : null;
    }
    return new Response(csvOf(rows.slice(0, tableRowsMax + 1)), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="members.csv"',
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof Forbidden) return scope.redirect("/");
    throw toPage(scope, error, request);
  }
}
