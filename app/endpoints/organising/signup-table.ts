import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallResponse } from "contract";
import { signupStates } from "contract/activities/constants";
import { toPage } from "~/failure/explain.server";
import { csvOf } from "~/format/csv";
import { formatWhole } from "~/format/time";
import { paths } from "~/navigation/paths";
import { asksToConfirm } from "~/request/confirm.server";
import { pathId } from "~/request/inputs.server";
import { notFound } from "~/request/not-found.server";
import { getScope } from "~/request/scope.server";

type Export = CallResponse<"activitySignupExport">;

const stateNames = Object.fromEntries(signupStates.map(({ code, name }) => [code, name]));
const head = [
  "编号",
  "姓名",
  "联系方式",
  "组别",
  "状态",
  "队伍",
  "现场报名",
  "报名时间",
  "签到时间",
  "签到人",
  "原因",
];

const cells = (fields: Export["fields"]) => (row: Export["items"][number]) => [
  ...[String(row.id), row.name, row.contact, row.category.name, stateNames[row.state] ?? row.state, row.team],
  ...[row.walkIn ? "是" : "", formatWhole(row.createdAt)],
  ...[row.checkedInAt ? formatWhole(row.checkedInAt) : "", row.checkedInBy, row.reason],
  ...fields.map(({ key }) => {
    const answer = row.answers.find((one) => one.key === key);
    return answer?.file?.name ?? answer?.text ?? "";
  }),
];

/** /activity/manage/{id}/signups.csv: all sign-ups of an activity with every answer, for its organisers. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    const parsedId = pathId.safeParse(params.id);
    if (!parsedId.success) return notFound(scope, "没有这个活动");
    const table: string[][] = [];
    let title = "";
    let after: number | null = 0;
    while (after !== null) {
      const part: Export = await scope.gateway.call("activitySignupExport", {
        activityId: parsedId.data,
        after,
      });
      if (title === "") table.push([...head, ...part.fields.map(({ label }) => label)]);
      title = part.title;
      table.push(...part.items.map(cells(part.fields)));
      // A faulty gateway whose next position does not grow must not cause an endless loop.
      after = part.next !== null && part.next > after ? part.next : null;
    }
    const name = encodeURIComponent(`${title}-报名.csv`);
    return new Response(csvOf(table), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="signups-${parsedId.data}.csv"; filename*=UTF-8''${name}`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (asksToConfirm(error)) return scope.redirect(paths.confirmIdentity(paths.manage(Number(params.id))));
    throw toPage(scope, error, request);
  }
}
