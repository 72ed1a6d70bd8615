import type { LoaderFunctionArgs } from "@remix-run/node";
import { toPage } from "~/failure/explain.server";
import { csvOf } from "~/format/csv";
import { formatWhole } from "~/format/time";
import { paths } from "~/navigation/paths";
import { getScope } from "~/request/scope.server";
import { resultOf } from "~/screens/training/exams/attempt-rows";

const head = ["课程", "考试", "开始时间", "交卷时间", "得分", "总分", "百分比", "结果"];
/** A limit that no member's attempts reach. */
const pagesMost = 100;

/** /study/grades.csv: all of a member's exam attempts as a table. Redirects visitors to sign in. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  try {
    if (!(await scope.signedIn())) return await scope.redirect(paths.login(paths.study("grades")));
    const table = [head];
    for (let page = 1; page <= pagesMost; page += 1) {
      const { attempts, pages } = await scope.gateway.call("examAttempts", { page });
      for (const attempt of attempts)
        table.push([
          attempt.course.name,
          attempt.exam.name,
          formatWhole(attempt.startedAt),
          attempt.endedAt === null ? "" : formatWhole(attempt.endedAt),
          ...(attempt.state === "running"
            ? ["", String(attempt.total), ""]
            : [String(attempt.points), String(attempt.total), `${attempt.percent}%`]),
          resultOf(attempt),
        ]);
      if (page >= pages) break;
    }
    return new Response(csvOf(table), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent("成绩单.csv")}`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    throw toPage(scope, error, request);
  }
}
