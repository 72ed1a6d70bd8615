import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeProblem, SettingsError } from "../../app/settings/portal-settings";

function unusable(dataDir: string, error: unknown): SettingsError {
  return new SettingsError([
    describeProblem("DATA_DIR", dataDir, `应为可读写的文件夹（${(error as Error).message}）`),
  ]);
}

/**
 * Creates the data folder if it is missing; only its owner can read it. Throws SettingsError when it cannot be created.
 */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * The secret that signs the portal's cookie, kept in the data folder so that a restart signs nobody out. The first
 * start creates it, readable by the owner only. Throws SettingsError when the folder cannot be written.
 */
export function readSessionSecret(dataDir: string): string {
  makeDataFolder(dataDir);
  const file = join(dataDir, "session-secret");
  try {
    // `wx`: if two processes start at once, one writes the secret and both read it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(dataDir, error);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new SettingsError([
      `数据文件夹里的 ${file} 已损坏：删除它后重新启动，会生成新的（所有人需重新登录）`,
    ]);
  chmodSync(file, 0o600);
  return secret;
}
