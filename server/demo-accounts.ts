import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "gateway/content/pack/parse/yaml";
import { membersFile } from "gateway/content/pack/schemas/community";

/** The members of a pack who can sign in in demo mode, one line each: how to sign in, and who they are. */
export async function demoAccounts(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "members.yaml"), "utf8").catch(() => "");
  const members = parseYaml(membersFile, text, "members.yaml", [])?.value.members ?? [];
  return members.flatMap(({ phone, email, password, nickname, role, muted, intro }) => {
    if (!password) return [];
    const part = role === "admin" ? "管理员" : muted ? "禁言中" : phone ? "" : "未绑定手机";
    return [`${phone ?? email}  密码 ${password}  ${nickname}${part ? `（${part}）` : ""}：${intro}`];
  });
}
