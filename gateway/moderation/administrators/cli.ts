import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { anyRecipient } from "contract/account/identity";
import { id } from "contract/base/fields";
import { and, asc, eq, isNull } from "drizzle-orm";
import { contactsOf, findAccount, maskContact } from "../../account/contacts";
import { hashPassword } from "../../account/password";
import type { Database } from "../../database/open";
import { accounts } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify } from "../../messages/notify";
import type { Account, Services } from "../../server/context";
import { endAllSessions } from "../../server/sessions/sessions";
import { writeLog } from "../write-log";
import { isAdministrator, lockAdministrators, setAdministrator } from "./administrators";

/** How the command speaks with the person at the terminal. */
export interface Terminal {
  say(line: string): void;
  /** Asks a yes-or-no question; false also when nobody can answer. */
  confirm(question: string): Promise<boolean>;
}

const usage = [
  "用法：npm run admin -- list",
  "      npm run admin -- grant 谁 [--yes]            设为管理员",
  "      npm run admin -- revoke 谁 [--yes]           不再是管理员",
  "      npm run admin -- reset-password 谁 [--yes]   换一个随机密码，并在所有设备上退出登录",
  "  谁     邮箱、手机号或 UID",
  "  --yes  不询问，直接执行（脚本用）",
].join("\n");

/** The reason, as a sentence for the terminal, why the command changed nothing. */
class Declined extends Error {}

async function accountBy(database: Database, text: string): Promise<Account> {
  const [uid, recipient] = [id.safeParse(text), anyRecipient.safeParse(text)];
  const byContact = recipient.success ? await findAccount(database, recipient.data) : undefined;
  const [byId] =
    !byContact && uid.success ? await database.select().from(accounts).where(eq(accounts.id, uid.data)) : [];
  const account = byContact ?? byId;
  if (!account) throw new Declined(`没有邮箱、手机号或 UID 是 ${text} 的账号。`);
  if (account.closedAt) throw new Declined(`UID ${account.id} 的账号已经注销。`);
  return account;
}

const nameOf = (account: Account): string =>
  [`${account.nickname}（UID ${account.id}）`, ...contactsOf(account).map(maskContact)].join("  ");

async function list({ database, now }: Services, { say }: Terminal): Promise<void> {
  const rows = await database.select().from(accounts).where(isAdministrator).orderBy(asc(accounts.id));
  if (rows.length === 0) say("还没有管理员。");
  for (const row of rows) {
    const isBanned = row.bannedUntil !== null && row.bannedUntil > now();
    say(nameOf(row) + (isBanned ? "  （被禁止访问）" : ""));
  }
}

async function grant({ database, now }: Services, account: Account): Promise<string> {
  if (account.bannedUntil && account.bannedUntil > now())
    throw new Declined(`${nameOf(account)} 被禁止访问，不能设为管理员。先请现有的管理员恢复。`);
  const change = { accountId: account.id, admin: true, at: now(), operatorId: null, by: "command" } as const;
  const changed = await transact(database, (transaction) => setAdministrator(transaction, change));
  return changed ? "已设为管理员，对方会收到通知。" : "对方已经是管理员，没有改动。";
}

async function revoke({ database, now }: Services, account: Account): Promise<string> {
  const at = now();
  const change = { accountId: account.id, admin: false, at, operatorId: null, by: "command" } as const;
  const changed = await transact(database, async (transaction) => {
    const able = await lockAdministrators(transaction, at);
    if (able.every((id) => id === account.id) && account.admin)
      throw new Declined("这是最后一位能登录的管理员，不能免去。先用 grant 任命另一位。");
    return setAdministrator(transaction, change);
  });
  return changed ? "已不再是管理员，对方会收到通知。" : "对方不是管理员，没有改动。";
}

/** Leaves out characters that look alike. */
const characters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const passwordLength = 20;

async function resetPassword({ database, now }: Services, account: Account): Promise<string> {
  const password = Array.from(
    { length: passwordLength },
    () => characters[randomInt(characters.length)],
  ).join("");
  const passwordHash = await hashPassword(password);
  const at = now();
  await transact(database, async (transaction) => {
    const changed = await transaction
      .update(accounts)
      .set({ passwordHash })
      .where(and(eq(accounts.id, account.id), isNull(accounts.closedAt)))
      .returning({ id: accounts.id });
    if (changed.length === 0) throw new Declined("账号刚刚注销了，没有改动。");
    await endAllSessions(transaction, account.id, at);
    await notify(transaction, [account.id], { event: "passwordChanged", actorId: null, at });
    await writeLog(transaction, {
      at,
      operatorId: null,
      action: "resetPassword",
      targetKind: "person",
      targetId: account.id,
      personId: account.id,
      after: { by: "command" },
    });
  });
  return `新密码：${password}\n只显示这一次；对方登录后请在“个人设置”里改掉。`;
}

interface Command {
  asks(who: string): string;
  run(services: Services, account: Account): Promise<string>;
}

const commands: Record<string, Command> = {
  grant: {
    asks: (who) => `把 ${who} 设为管理员？管理员能处理所有版块的内容、装载内容、任免其他管理员。`,
    run: grant,
  },
  revoke: { asks: (who) => `让 ${who} 不再是管理员？`, run: revoke },
  "reset-password": {
    asks: (who) => `给 ${who} 换一个随机密码？原来的密码作废，所有设备都要重新登录。`,
    run: resetPassword,
  },
};

function parse(argv: string[]): { name: string; who: string | undefined; yes: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: { yes: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [name = "", who, ...rest] = positionals;
    const isWhole = name === "list" ? who === undefined : name in commands && who !== undefined;
    return isWhole && rest.length === 0 ? { name, who, yes: values.yes } : null;
  } catch {
    // The arguments have an unknown option: the usage text lists the valid ones.
    return null;
  }
}

/**
 * `npm run admin`: lists administrators, appoints or dismisses one, or gives somebody a new password. Every change is
 * in the moderators' log.
 * @param argv the words after `--`
 * @returns the exit code: 0, or 1 after it printed what was wrong
 */
export async function main(argv: string[], services: Services, terminal: Terminal): Promise<number> {
  const invocation = parse(argv);
  if (!invocation) {
    terminal.say(usage);
    return 1;
  }
  const command = commands[invocation.name];
  try {
    if (!command || invocation.who === undefined) {
      await list(services, terminal);
      return 0;
    }
    const account = await accountBy(services.database, invocation.who);
    if (!invocation.yes && !(await terminal.confirm(command.asks(nameOf(account))))) {
      terminal.say("没有确认，什么也没有改。脚本里请加 --yes。");
      return 1;
    }
    terminal.say(await command.run(services, account));
    return 0;
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    terminal.say(error.message);
    return 1;
  }
}
