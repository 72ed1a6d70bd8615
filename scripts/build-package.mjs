/**
 * Makes the built folder a package that can be copied anywhere: writes its package.json with the commands, the lock
 * file of its run-time dependencies, and the demo pack.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** The npm scripts that start a built program, changed for the built folder. */
function scriptsOf(all) {
  const started = Object.entries(all).map(([name, command]) => [
    name,
    /^node scripts\/run\.mjs (\S+)$/.exec(command)?.[1],
  ]);
  return Object.fromEntries(
    started.flatMap(([name, program]) => (program ? [[name, `node run.mjs ${program}`]] : [])),
  );
}

/** @param {string} root @param {string} build */
export function writePackage(root, build) {
  const { devDependencies: _, scripts, ...own } = readJson(join(root, "package.json"));
  writeJson(join(build, "package.json"), { ...own, scripts: scriptsOf(scripts) });
  const lock = readJson(join(root, "package-lock.json"));
  const { devDependencies: __, ...self } = lock.packages[""];
  const needed = Object.entries(lock.packages).filter(([name, { dev }]) => name !== "" && !dev);
  writeJson(join(build, "package-lock.json"), {
    ...lock,
    packages: { "": self, ...Object.fromEntries(needed) },
  });
  for (const name of ["node-version.mjs", "environment-file.mjs", "start-program.mjs"])
    cpSync(join(root, "scripts", name), join(build, name));
  writeFileSync(
    join(build, "run.mjs"),
    'import { startProgram } from "./start-program.mjs";\nawait startProgram(process.argv[2], import.meta.url);\n',
  );
  rmSync(join(build, "content"), { recursive: true, force: true });
  cpSync(join(root, "content/demo"), join(build, "content/demo"), { recursive: true });
}
