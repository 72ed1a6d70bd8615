import { csvOf } from "~/format/csv";
import { formatWhole } from "~/format/time";
import type { Scope } from "~/request/scope.server";
import { resultOf } from "~/screens/training/exams/attempt-rows";

const head = ["课程", "考试", "开始时间", "交卷时间", "得分", "总分", "百分比", "结果"];
/** A limit that no member's attempts reach. */
const pagesMost = 100;

/** All of a member's exam attempts as a table. */
export async function gradesTable(scope: Scope): Promise<string> {
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
  return csvOf(table);
}
