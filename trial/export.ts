import { join } from "node:path";
import { openPglite, openPostgres } from "gateway/database/open";
import { runProcess } from "../tests/support/processes";
import { wrongCounters } from "../tests/support/wrong-counters";
import { type Cost, watchCost } from "./memory";
import { boardPosts, startMoving } from "./old-board";
import type { Part, Report } from "./report";

/** What a program may need, whatever the community's size: the dictionary of the search alone takes 60. */
const megabytesMaximum = 500;
const counted = [
  "accounts",
  "sections",
  "topics",
  "posts",
  "uploads",
  "files",
  "likes",
  "follows",
  "imported_ids",
];

/** Runs a built program to its end, and measures it. */
async function measured(program: string[], environment: Record<string, string>): Promise<Cost> {
  let watched: ReturnType<typeof watchCost> | undefined;
  const { code, output } = await runProcess(program, { DEMO: "0", ...environment }, (pid) => {
    watched = watchCost(pid);
  });
  const cost = watched?.stop() as Cost;
  if (code !== 0) throw new Error(`${program.join(" ")} ended with ${code}: ${output}`);
  return cost;
}

function tell(report: Report, what: string, cost: Cost): void {
  report.figure(`${what}，用了`, cost.seconds, "s");
  report.figure(`${what}，处理器时间`, cost.processorSeconds, "s");
  report.figure(`${what}，每秒`, boardPosts / cost.seconds, "帖");
  report.figure(`${what}，内存最高`, cost.megabytes, "MB", { atMost: megabytesMaximum });
}

/** Takes a whole community out, and into both kinds of database. */
export const part: Part = {
  about: `导出 ${boardPosts} 帖的社区，再导入到两种数据库`,
  async run(report) {
    const moving = await startMoving();
    try {
      await moving.create("community");
      await moving.create("other");
      await moving.board("3.5", "board");
      await moving.import("board", "community");
      const folder = join(moving.at, "export");
      const from = { DATABASE_URL: moving.urlOf("community") };
      tell(report, "导出", await measured(["build/export.js", folder, "--with-passwords"], from));
      const into = { DATABASE_URL: moving.urlOf("other") };
      tell(report, "检查", await measured(["build/import.js", folder, "--dry-run"], into));
      tell(report, "导入 PostgreSQL", await measured(["build/import.js", folder], into));
      const data = join(moving.at, "data");
      const pglite = await measured(["build/import.js", folder], { DATA_DIR: data });
      report.figure("导入 PGlite，用了", pglite.seconds, "s");
      report.figure("导入 PGlite，处理器时间", pglite.processorSeconds, "s");
      report.figure("导入 PGlite，内存最高", pglite.megabytes, "MB");
      const columns = counted.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ");
      const [expected] = await moving.ask("community", `select ${columns}`);
      for (const open of [
        () => openPostgres(moving.urlOf("other")),
        () => openPglite(join(data, "database")),
      ]) {
        const database = await open();
        try {
          const { rows } = (await database.database.execute(`select ${columns}`)) as unknown as {
            rows: unknown[];
          };
          const isSame = JSON.stringify(rows[0]) === JSON.stringify(expected);
          report.figure(`${database.engine}：行数相同`, Number(isSame), "", { exactly: 1 });
          if (!isSame) console.error(expected, rows[0]);
          const { likeNotices: _, ...wrong } = await wrongCounters(database.database);
          report.figure(`${database.engine}：不对的计数`, Object.values(wrong).flat().length, "个", {
            exactly: 0,
          });
        } finally {
          await database.close();
        }
      }
    } finally {
      await moving.stop();
    }
  },
};
