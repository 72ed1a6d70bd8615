import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Services } from "../../server/context";
import { OldDatabaseProblem, openMysqlTables } from "../read/mysql-tables";
import type { OldTables } from "../read/old-tables";
import { checkFolder, openUploadedFiles } from "../read/uploaded-files";
import { Report } from "../write/report";
import { checkTables, runImport } from "./run-import";

const usage = [
  "用法：DISCUZ_URL=mysql://用户:密码@主机/数据库?prefix=pre_ npm run import:discuz -- --uploads 文件夹 [选项]",
  "  --from 地址             旧论坛的数据库，代替 DISCUZ_URL（别的用户看得到命令行里的密码）",
  "  --uploads 文件夹或网址   旧论坛的 data/attachment",
  "  --no-uploads            不带附件",
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

function readArguments(args: string[], fromEnvironment: string | undefined) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: "string" },
        uploads: { type: "string" },
        "no-uploads": { type: "boolean", default: false },
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
    const from = values.from ?? fromEnvironment;
    const isWrong =
      from === undefined ||
      (values.uploads !== undefined && values["no-uploads"]) ||
      (since !== null && Number.isNaN(since.getTime())) ||
      !["show", "hold"].includes(values.hidden) ||
      !/^[a-z0-9-]{1,30}$/.test(values.name);
    return isWrong ? null : { ...values, isTyped: values.from !== undefined, from, since, hosts };
  } catch {
    return null;
  }
}

function hasPassword(address: string): boolean {
  try {
    return new URL(address).password !== "";
  } catch {
    return false;
  }
}

/** Throws OldDatabaseProblem for folders that are not the board's, and when nobody said what becomes of its attachments. */
async function checkFiles(
  tables: OldTables,
  {
    uploads,
    avatars,
    "no-uploads": isWithout,
  }: { uploads?: string; avatars?: string; "no-uploads": boolean },
): Promise<void> {
  if (uploads !== undefined) await checkFolder("--uploads", uploads, "forum");
  if (avatars !== undefined) await checkFolder("--avatars", avatars);
  if (uploads !== undefined || isWithout || !(await tables.has("forum_attachment"))) return;
  const count = await tables.count("forum_attachment");
  if (count > 0)
    throw new OldDatabaseProblem(
      `旧论坛有 ${count} 个附件：请用 --uploads 指出 data/attachment，或用 --no-uploads 表明不带附件（以后也补不上）`,
    );
}

/**
 * `import:discuz`: returns the program's exit code. Throws OldDatabaseProblem. The report is printed and written also
 * after a failure: what came before it is here.
 * @param address the board's database where the arguments do not name it
 */
export async function main(
  args: string[],
  services: Services,
  terminal: Terminal,
  address?: string,
): Promise<number> {
  const values = readArguments(args, address);
  if (!values?.from) {
    terminal.say(usage);
    return 2;
  }
  if (values.isTyped && hasPassword(values.from))
    terminal.say("注意：命令行里的密码，这台机器上别的用户看得到；请改用 DISCUZ_URL 或 DISCUZ_URL_FILE。");
  const tables = await openMysqlTables(values.from);
  const report = new Report();
  const startedAt = performance.now();
  let isDone = false;
  let hasStarted = false;
  try {
    await checkTables(tables);
    await checkFiles(tables, values);
    hasStarted = true;
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
    isDone = true;
  } finally {
    if (hasStarted) {
      const seconds = (performance.now() - startedAt) / 1_000;
      const posts = report.came.帖子 ?? 0;
      const rate = posts > 0 ? `（每秒 ${Math.round(posts / seconds)} 帖）` : "";
      const done = values["dry-run"]
        ? "试运行：没有写入任何内容。"
        : `导入完成，用时 ${seconds.toFixed(1)} 秒${rate}。`;
      terminal.say(isDone ? done : "没有完成；下面是到此为止的情况，再运行一次会接着做。");
      for (const line of report.lines()) terminal.say(line);
      if (values.report)
        await writeFile(
          values.report,
          `${JSON.stringify({ done: isDone, came: report.came, left: report.left, told: report.told }, null, 2)}\n`,
        );
    }
    // A connection that was lost cannot be closed, and must not hide why.
    await tables.close().catch(() => undefined);
  }
  return 0;
}
