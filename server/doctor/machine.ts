import { existsSync, statSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { secretVariables, type Variables } from "../../app/settings/portal-settings";
import type { Environment } from "../environment";
import {
  backendProgram,
  clientFolder,
  pdfProgram,
  pictureProgram,
  portalBuild,
  textWorker,
  workbookProgram,
} from "../paths";
import { type Finding, findingsOf } from "./finding";

const disk = findingsOf("磁盘");
const secret = findingsOf("密钥");
const program = findingsOf("程序文件");

const megabyte = 1024 * 1024;
/** Free bytes below which the embedded database refuses uploads, and below which a warning is due. */
const [full, low] = [64 * megabyte, 1024 * megabyte];

/** The folder, or its nearest parent that exists. */
function existing(folder: string): string {
  for (let at = folder; ; at = dirname(at)) if (existsSync(at) || at === dirname(at)) return at;
}

/** Checks the free space of the data folder, or of the folder for temporary files. */
export async function examineDisk({ databaseUrl, dataDir, portal }: Environment): Promise<Finding[]> {
  const isEmbedded = !databaseUrl && portal.gatewayUrls.length === 0;
  const folder = isEmbedded ? existing(dataDir) : tmpdir();
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${folder} 还剩 ${(free / megabyte).toFixed(0)} MB（共 ${((blocks * bsize) / megabyte).toFixed(0)} MB）`;
  const advice = "清理或扩大磁盘；旧备份请移到别处。";
  if (files > 0 && ffree === 0) return [disk.error(`${folder} 的 inode 用完了`, "删除大量的小文件。")];
  if (free < full) return [disk.error(message, advice)];
  return [free < low ? disk.warn(message, advice) : disk.ok(message)];
}

/** Checks that the built folder is complete. */
export function examineProgram(): Finding[] {
  const missing = [
    backendProgram,
    textWorker,
    pdfProgram,
    pictureProgram,
    workbookProgram,
    portalBuild,
    clientFolder,
  ].filter((file) => !existsSync(file));
  return [
    missing.length > 0
      ? program.error(`缺少 ${missing.join("、")}`, "在源码里运行 npm run build，再把整个 build/ 复制过来。")
      : program.ok(`完整，Node ${process.versions.node}`),
  ];
}

/** Whether other users may read a file. */
const isOpen = (mode: number) => (mode & 0o077) !== 0;
/** A random secret has more different characters than this. */
const differentMinimum = 12;

function weakness(value: string): string | null {
  if (new Set(value).size < differentMinimum) return "只有很少几种字符";
  if (/change.?me|password|secret|example|0123456789|abcdefgh/i.test(value)) return "像示例或常见的词";
  return null;
}

/** Checks the length and number of secrets and the rights of their files. */
export async function examineSecrets(
  { portal: { sessionSecrets, siteUrl }, dataDir, demo }: Environment,
  variables: Variables,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [at, value] of sessionSecrets.entries()) {
    const weak = weakness(value);
    if (weak)
      findings.push(
        secret.warn(
          `SESSION_SECRET 的第 ${at + 1} 个${weak}`,
          "用 openssl rand -base64 32 生成新的放在最前，旧的留 30 天。",
        ),
      );
  }
  if (sessionSecrets.length > 2)
    findings.push(
      secret.warn(
        `SESSION_SECRET 有 ${sessionSecrets.length} 个，换下的都还有效`,
        "换下满 30 天的就从列表里去掉。",
      ),
    );
  for (const name of secretVariables) {
    const file = variables[`${name}_FILE`]?.trim();
    const found = file ? await stat(file).catch(() => null) : null;
    if (found && isOpen(found.mode))
      findings.push(
        secret.warn(
          `${name}_FILE 的文件别人也能读（权限 ${(found.mode & 0o777).toString(8)}）`,
          `chmod 600 ${file}，并让运行门户的用户拥有它。`,
        ),
      );
  }
  for (const [path, rights] of [
    [join(dataDir, "session-secret"), "600"],
    [join(dataDir, "database"), "700"],
  ] as const) {
    const found = statSync(path, { throwIfNoEntry: false });
    const folder = statSync(dataDir, { throwIfNoEntry: false });
    // The rights of the folder protect its files too.
    if (found && folder && isOpen(found.mode) && isOpen(folder.mode))
      findings.push(secret.error(`${path} 别人也能读`, `chmod ${rights} ${path}；chmod 700 ${dataDir}。`));
  }
  if (demo && siteUrl)
    findings.push(
      secret.error("演示模式开着，而 SITE_URL 是公开的地址：演示账号的密码人人知道", "设 DEMO=0。"),
    );
  if (findings.length > 0) return findings;
  return [
    secret.ok(
      sessionSecrets.length === 0
        ? "第一次启动会在数据文件夹里生成"
        : `SESSION_SECRET ${sessionSecrets.length} 个，长度 ${sessionSecrets.map(({ length }) => length).join("、")}，别人读不到`,
    ),
  ];
}
