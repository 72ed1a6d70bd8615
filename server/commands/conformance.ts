import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { gatewaySessionCookie } from "contract/base/wire";
import { overHttp, type SessionRole, sessionRoles } from "../conformance/ask";
import { examine } from "../conformance/examine";
import { reportOf } from "../conformance/report";
import { type Level, levels, reaches } from "../conformance/result";
import { endSafelyOnUncaught } from "../last-words";
import { failWith, StartError } from "../start-error";

const usage = `用法：npm run conformance -- --url 网关地址 [--session 角色=会话]… [--write 版块编号] [--level ${Object.keys(levels).join("|")}] [--json]
角色：${sessionRoles.join("、")}。会话是 ${gatewaySessionCookie} 的值，或者整个 Cookie。`;

const isRole = (text: string): text is SessionRole => (sessionRoles as readonly string[]).includes(text);
const isLevel = (text: string): text is Level => Object.hasOwn(levels, text);

/** Gateways count calls by the minute, as the contract's limits do. */
const limitMilliseconds = 61_000;

/** The sessions of the arguments: the Cookie header by its role. Throws when one is not as it should be. */
function readSessions(all: readonly string[]): Map<SessionRole, string> {
  return new Map(
    all.map((text) => {
      const [, role = "", value = ""] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
      if (!isRole(role)) throw new StartError(usage);
      const isWhole = value.includes(`${gatewaySessionCookie}=`);
      return [role, isWhole ? value : `${gatewaySessionCookie}=${value}`];
    }),
  );
}

function readArguments() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: {
        url: { type: "string" },
        session: { type: "string", multiple: true, default: [] },
        write: { type: "string" },
        level: { type: "string", default: "complete" },
        json: { type: "boolean", default: false },
      },
    });
    const { url = "", session, write, level, json } = values;
    if (!/^https?:/.test(url) || !URL.canParse(url) || !isLevel(level)) throw new StartError(usage);
    if (write !== undefined && !/^[1-9]\d{0,8}$/.test(write)) throw new StartError(usage);
    const section = write === undefined ? undefined : Number(write);
    return { url, sessions: readSessions(session), section, level, json };
  } catch {
    throw new StartError(usage);
  }
}

/**
 * `npm run conformance`: asks a gateway every call of the contract and says what it answers wrongly. It only reads, unless a
 * section to write into is named.
 * @returns 1 below the level
 */
async function main(): Promise<number> {
  const { url, sessions, section, level, json } = readArguments();
  const waitForLimit = (name: string) => {
    process.stderr.write(`${name} 次数已用完，等 ${limitMilliseconds / 1_000} 秒再试\n`);
    return pause(limitMilliseconds);
  };
  const results = await examine({ transport: overHttp(url), sessions, section, waitForLimit });
  const isReached = reaches(level, results);
  const text = json ? JSON.stringify({ ok: isReached, level, results }, null, 2) : reportOf(results, level);
  process.stdout.write(`${text}\n`);
  return isReached ? 0 : 1;
}

endSafelyOnUncaught();
main().then((code) => process.exit(code), failWith("没有检查完"));
