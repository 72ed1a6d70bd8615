import { type CallResult, type Level, reaches, type Standing } from "./result";

const names: Record<Standing, string> = {
  supported: "支持",
  missing: "没有",
  wrong: "有误",
  notTried: "没有试",
};
const count = (results: readonly CallResult[], standing: Standing) =>
  results.filter((one) => one.standing === standing).length;

const sums = (results: readonly CallResult[]) =>
  (Object.entries(names) as [Standing, string][])
    .map(([standing, name]) => `${name} ${count(results, standing)}`)
    .join("，");

/** The report of one group: its numbers, what is missing, what is wrong with each request, what was not tried and why. */
function groupReport(group: string, results: CallResult[]): string[] {
  const missing = results.filter(({ standing }) => standing === "missing").map(({ name }) => name);
  const wrong = results.flatMap((one) =>
    one.wrong.map(
      ({ request, expected, got }) =>
        `  有误 ${one.name}：${request}\n       应为 ${expected}\n       答了 ${got}`,
    ),
  );
  const left = results.flatMap(({ name, left = [] }) =>
    left.length > 0 ? [`  留下了（${name} 没有成功，请手工删除）：${left.join("、")}`] : [],
  );
  const untried = results.filter(({ standing }) => standing === "notTried");
  const reasons = [...new Set(untried.map(({ reason = "" }) => reason))];
  return [
    `[${group}] ${sums(results)}`,
    ...(missing.length > 0 ? [`  没有 ${missing.join("、")}`] : []),
    ...wrong,
    ...left,
    ...reasons.map((reason) => {
      const ones = untried.filter((one) => one.reason === reason).map(({ name }) => name);
      return `  没有试（${reason}）：${ones.join("、")}`;
    }),
  ];
}

/** The whole report for people. */
export function reportOf(results: readonly CallResult[], level: Level): string {
  const groups = [...new Set(results.map(({ group }) => group))];
  return [
    ...groups.flatMap((group) =>
      groupReport(
        group,
        results.filter((one) => one.group === group),
      ),
    ),
    "",
    `共 ${results.length} 项：${sums(results)}。${reaches(level, results) ? "达到" : "没有达到"} ${level} 级。`,
  ].join("\n");
}
