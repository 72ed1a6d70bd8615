import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Services } from "../../server/context";
import { openMysqlTables } from "../read/mysql-tables";
import { openUploadedFiles } from "../read/uploaded-files";
import { Report } from "./report";
import { runImport } from "./run-import";

const usage = [
  "用法：npm run import:discuz -- --from mysql://用户:密码@主机/数据库?prefix=pre_ [选项]",
  "  --uploads 文件夹或网址   旧论坛的 data/attachment；不写就不带附件",
  "  --avatars 文件夹或网址   UCenter 的 data/avatar；不写就不带头像",
  "  --site 网址             旧论坛的网址（可多次），指向它的链接会改成站内的",
  "  --since 2024-01-01      只带来这天以后有新帖的主题和这天以后的新帖",
  "  --hidden show|hold      [hide] 里的内容公开（默认）或不带来",
  "  --name 名字             带来几个旧论坛时，各取一个名字（默认 discuz）",
  "  --report 文件           把报告写成 JSON",
  "  --dry-run               只说会带来什么，不写入任何内容",
].join("\n");

/** Where the command writes its lines; progress stands on a line that the next one replaces. */
export interface Terminal {
  say(line: string): void;
  progress(line: string): void;
}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: "string" },
        uploads: { type: "string" },
        avatars: { type: "string" },
        site: { type: "string", multiple: true, default: [] },
        since: { type: "string" },
        hidden: { type: "string", default: "show" },
        name: { type: "string", default: "discuz" },
        report: { type: "string" },
        "dry-run": { type: "boolean", default: false },
      },
    });
    const since = values.since === undefined ? null : new Date(values.since);
    const hosts = values.site.map((site) => new URL(site).host.toLowerCase());
    const isWrong =
      values.from === undefined ||
      (since !== null && Number.isNaN(since.getTime())) ||
      !["show", "hold"].includes(values.hidden) ||
      !/^[a-z0-9-]{1,30}$/.test(values.name);
    return isWrong ? null : { ...values, from: values.from ?? "", since, hosts };
  } catch {
    return null;
  }
}

/** `import:discuz`: returns the program's exit code. Throws OldDatabaseProblem. */
export async function main(args: string[], services: Services, terminal: Terminal): Promise<number> {
  const values = readArguments(args);
  if (!values) {
    terminal.say(usage);
    return 2;
  }
  const tables = await openMysqlTables(values.from);
  const report = new Report();
  const startedAt = performance.now();
  try {
    await runImport({
      services,
      tables,
      files: openUploadedFiles(values.uploads ?? null, values.avatars ?? null),
      options: {
        source: values.name,
        since: values.since,
        hosts: values.hosts,
        hidden: values.hidden === "hold" ? "hold" : "show",
        isDryRun: values["dry-run"],
      },
      report,
      progress: (stage, done) => terminal.progress(`${stage} ${done}`),
    });
  } finally {
    await tables.close();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const posts = report.came.帖子 ?? 0;
  terminal.say(
    values["dry-run"]
      ? "试运行：没有写入任何内容。"
      : `导入完成，用时 ${seconds.toFixed(1)} 秒${posts > 0 ? `（每秒 ${Math.round(posts / seconds)} 帖）` : ""}。`,
  );
  for (const line of report.lines()) terminal.say(line);
  if (values.report)
    await writeFile(values.report, `${JSON.stringify({ came: report.came, left: report.left }, null, 2)}\n`);
  return 0;
}
