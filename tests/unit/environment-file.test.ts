import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const own = mkdtempSync(join(tmpdir(), "environment-file-"));
const file = join(own, "portal.env");
afterAll(() => rmSync(own, { recursive: true, force: true }));

const reader = new URL("../../scripts/environment-file.mjs", import.meta.url).href;
const program = `const { readEnvironmentFile } = await import(${JSON.stringify(reader)});
const own = { ENV_FILE: process.argv[1], SITE_NAME: "先给的" };
readEnvironmentFile(own);
process.stdout.write(JSON.stringify(own));`;

function read(text: string | null): { code: number | null; said: string; read: Record<string, string> } {
  rmSync(file, { force: true });
  if (text !== null) writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", program, file],
    { encoding: "utf8" },
  );
  return { code: status, said: stderr, read: stdout ? JSON.parse(stdout) : {} };
}

it("reads the file of the units, whose values a shell could not read; what is set already stays", () => {
  const { code, read: found } = read(
    '# 一行注释 # 还有\nSITE_NAME=文件里的\nMAIL_FROM=Community <noreply@example.com>\nSMS_HOOK_TOKEN="a#b"\nSESSION_SECRET=\n# DEMO=1 # no\n',
  );
  expect(code).toBe(0);
  expect(found).toEqual({
    ENV_FILE: file,
    SITE_NAME: "先给的",
    MAIL_FROM: "Community <noreply@example.com>",
    SMS_HOOK_TOKEN: "a#b",
    SESSION_SECRET: "",
  });
});

it.each(["SMS_HOOK_TOKEN=ab#cd", "SMS_HOOK_TOKEN=    # openssl rand", "export SMS_HOOK_TOKEN = ab # a word"])(
  "refuses what systemd would read otherwise, without the value: %s",
  (line) => {
    const { code, said } = read(`SITE_NAME=社区\n${line}\n`);
    expect([code, said]).toEqual([1, expect.stringMatching(/SMS_HOOK_TOKEN 的值有 #.*双引号/)]);
    expect(said).not.toContain("ab");
  },
);

it("says that the file cannot be read", () => {
  expect(read(null)).toMatchObject({ code: 1, said: expect.stringContaining("读不了（ENOENT）") });
});
