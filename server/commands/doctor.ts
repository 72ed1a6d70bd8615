import { parseArgs } from "node:util";
import { examine } from "../doctor/examine";
import type { Finding } from "../doctor/finding";
import { endSafelyOnUncaught } from "../last-words";
import { failWith, StartError } from "../start-error";

const usage = "用法：npm run doctor -- [--mail 邮箱] [--sms 手机号] [--json]";

function readArguments() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: {
        mail: { type: "string" },
        sms: { type: "string" },
        json: { type: "boolean", default: false },
      },
    });
    if (values.mail !== undefined && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(values.mail))
      throw new StartError(usage);
    if (values.sms !== undefined && !/^1\d{10}$/.test(values.sms)) throw new StartError(usage);
    return values;
  } catch {
    throw new StartError(usage);
  }
}

const words = { ok: "正常", warn: "警告", error: "错误" } as const;

function asText(findings: readonly Finding[]): string {
  const lines = findings.map(({ part, level, message, advice }) => {
    const line = `[${words[level]}] ${part}：${message}`;
    return advice === undefined ? line : `${line}\n       → ${advice}`;
  });
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  const sum = `共 ${findings.length} 项：${count("ok")} 项正常，${count("warn")} 项警告，${count("error")} 项错误。`;
  return [...lines, "", sum].join("\n");
}

/**
 * `npm run doctor`: checks everything that a start with the same environment would use, and says what to do. It changes
 * nothing and may run beside the portal.
 * @returns 1 if there are errors
 */
async function main(): Promise<number> {
  const { mail, sms, json } = readArguments();
  const findings = await examine(process.env, { mail, sms });
  const isWell = findings.every(({ level }) => level !== "error");
  process.stdout.write(`${json ? JSON.stringify({ ok: isWell, findings }, null, 2) : asText(findings)}\n`);
  return isWell ? 0 : 1;
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有检查"));
