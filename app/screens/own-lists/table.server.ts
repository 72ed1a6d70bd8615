import type { LoaderFunctionArgs } from "@remix-run/node";
import { toPage } from "~/failure/explain.server";
import { productStanding } from "~/format/standing";
import { paths } from "~/navigation/paths";
import { longPathId } from "~/request/inputs.server";
import { notFound } from "~/request/not-found.server";
import { getScope, type Scope } from "~/request/scope.server";
import type { Table } from "~/settings/portal-context";
import { numberGoneWords } from "./thing-name";

const head = ["类别", "型号或标题", "产品或版本", "数量", "状态", "备注", "地址"];

/** One of the member's lists as a table: parts with quantities, then documents and topics. */
async function tableOf(scope: Scope, id: number): Promise<Table> {
  const { name, parts, resources, topics } = await scope.gateway.call("ownList", { id });
  const rows = [
    ...parts.map((part) => [
      ...["型号", part.number || part.name, part.name, String(part.quantity)],
      ...[
        part.numberGone ? numberGoneWords : productStanding(part),
        part.note,
        scope.origin + paths.product(part.product),
      ],
    ]),
    ...resources.map(({ title, version, delisted, note, pk_rm_resource }) => [
      ...["文档", title, version, "", delisted ? "已下架" : "", note],
      scope.origin + paths.resource(pk_rm_resource),
    ]),
    ...topics.map(({ tid, title, note }) => [
      ...["主题", title ?? "", "", "", title === null ? "看不到" : "", note],
      scope.origin + paths.topic(tid),
    ]),
  ];
  return { name, rows: [head, ...rows] };
}

/**
 * Makes the loader of a list's file. Visitors are led to sign in; another person's list is a 404.
 * @param write the body; null when it cannot be made now
 */
export function listFile(
  ending: "csv" | "xlsx",
  type: string,
  write: (table: Table, context: LoaderFunctionArgs["context"]) => Promise<BodyInit | null>,
) {
  return async ({ request, context, params }: LoaderFunctionArgs): Promise<Response> => {
    const scope = await getScope({ request, context });
    try {
      const id = longPathId.safeParse(params.id);
      if (!id.success) return notFound(scope, "没有这份清单");
      if (!(await scope.signedIn())) return await scope.redirect(paths.login(paths.ownList(id.data)));
      const table = await tableOf(scope, id.data);
      const body = await write(table, context);
      if (body === null)
        return new Response("这份文件现在做不出来，请稍后再试，或下载 CSV\n", {
          status: 503,
          headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
        });
      const name = encodeURIComponent(`${table.name}.${ending}`);
      return new Response(body, {
        headers: {
          "content-type": type,
          "content-disposition": `attachment; filename="list-${id.data}.${ending}"; filename*=UTF-8''${name}`,
          "cache-control": "no-store",
        },
      });
    } catch (error) {
      throw toPage(scope, error, request);
    }
  };
}
