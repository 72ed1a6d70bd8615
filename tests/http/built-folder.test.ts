import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { runProcess, startProcess } from "../support/processes";

/** The built folder, copied away from its sources, with the packages that `npm ci` would install there. */
let folder: string;
let dataDir: string;
let scripts: Record<string, string>;
beforeAll(async () => {
  const own = await mkdtemp(join(tmpdir(), "built-"));
  [folder, dataDir] = [join(own, "portal"), join(own, "data")];
  await cp("build", folder, { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await copyDemoData(dataDir);
  await mkdir(join(folder, "made"));
  scripts = JSON.parse(await readFile(join(folder, "package.json"), "utf8")).scripts;
}, 240_000);
afterAll(() => rm(join(folder, ".."), { recursive: true, force: true }));

/** The command that `npm run NAME -- WORDS` runs there. */
const commandOf = (name: string, words: string[] = []) => {
  const [node, file = "", ...more] = (scripts[name] ?? "").split(" ");
  expect(node, name).toBe("node");
  return [join(folder, file), ...more, ...words];
};

/** The arguments of each command and its expected output. */
const commands: Record<string, { words?: string[]; says: RegExp }> = {
  "content:check": { words: ["content/demo"], says: /检查通过/ },
  "content:load": { words: ["content/demo", "--demo", "--dry-run"], says: /检查通过，没有写入任何内容/ },
  "content:export": { words: ["made/pack"], says: /没有内容是站内改过的/ },
  "audit:verify": { says: /首尾相连，没有改动/ },
  doctor: { says: /\[正常\] 程序文件：完整/ },
  migrate: { words: ["--dry-run"], says: /已是最新/ },
  backup: { words: ["made/site.backup"], says: /已备份到/ },
  export: { words: ["made/community"], says: /已导出到/ },
  admin: { words: ["list"], says: new RegExp(`${demoAccounts.admin.nickname}（UID \\d+）`) },
};
/** The commands that read what another has written. */
const backOf: Record<string, { name: string; says: RegExp }> = {
  backup: { name: "restore", says: /已恢复/ },
  export: { name: "import", says: /已导入/ },
};
/** Those that need another server, a form or files that are not there: they have tests of their own. */
const elsewhere = ["conformance", "files", "import:discuz"];
const servers: Record<string, { path: string; holds: string }> = {
  start: { path: "/forum/all", holds: "<h1" },
  gateway: { path: "/gateway/readyz", holds: '"ready":true' },
};

describe("the built folder, copied elsewhere", { timeout: 240_000 }, () => {
  test("has every command that starts a built program, and the packages that they need", async () => {
    const own = JSON.parse(await readFile("package.json", "utf8"));
    const started = Object.keys(own.scripts).filter((name) =>
      own.scripts[name].startsWith("node scripts/run.mjs "),
    );
    expect(Object.keys(scripts).sort()).toEqual(started.sort());
    expect(
      [...Object.keys(commands), "restore", "import", ...elsewhere, ...Object.keys(servers)].sort(),
    ).toEqual(started.sort());
    const [own_, lock] = await Promise.all(
      ["package.json", "package-lock.json"].map(async (name) =>
        JSON.parse(await readFile(join(folder, name), "utf8")),
      ),
    );
    expect(own_.devDependencies).toBeUndefined();
    expect(lock.packages[""].dependencies).toEqual(own_.dependencies);
    const packages = Object.entries(lock.packages as Record<string, { dev?: boolean }>);
    expect(packages.filter(([, { dev }]) => dev)).toEqual([]);
    for (const name of Object.keys(own.dependencies))
      expect(lock.packages).toHaveProperty([`node_modules/${name}`]);
  });

  test.each(Object.keys(commands))("npm run %s works there", async (name) => {
    const { words = [], says } = commands[name] ?? { says: /^$/ };
    const inFolder = words.map((word) => (/^(content|made)\//.test(word) ? join(folder, word) : word));
    const { code, output } = await runProcess(commandOf(name, inFolder), { DATA_DIR: dataDir });
    expect(output).toMatch(says);
    expect(code, output).toBe(0);
    const back = backOf[name];
    if (!back) return;
    const read = await runProcess(commandOf(back.name, inFolder), { DATA_DIR: join(folder, back.name) });
    expect([read.code, read.output]).toEqual([0, expect.stringMatching(back.says)]);
  });

  test.each(Object.keys(servers))("npm run %s answers there", async (name) => {
    const running = await startProcess(
      commandOf(name),
      { PORT: "0", DATA_DIR: dataDir },
      /已启动：(http:\/\/\S+)/,
    );
    try {
      const { path = "", holds = "" } = servers[name] ?? {};
      const answer = await fetch(new URL(path, running.found[1]));
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(holds)]);
    } finally {
      expect(await running.stop()).toBe(0);
    }
  });
});
