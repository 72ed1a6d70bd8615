/**
 * `npm run trial`: the built product tried by force, part by part, with figures that are held to bounds; it
 * ends with 1 when one is missed. `npm run trial -- NAME [NAME …]` runs the named parts alone. Not part of
 * `npm test`, which has the short form of each part.
 */
import { ensureBuilt } from "../scripts/build.mjs";
import { type Part, Report } from "./report";

/** Loaded one by one: a part that is not asked for opens nothing. */
const parts: Record<string, () => Promise<{ part: Part }>> = {
  database: () => import("./database"),
  texts: () => import("./texts"),
  redis: () => import("./redis"),
  codes: () => import("./codes"),
  captcha: () => import("./captcha"),
  requests: () => import("./requests"),
  uploads: () => import("./uploads"),
  visitors: () => import("./visitors"),
  sharing: () => import("./sharing"),
  "cut-off": () => import("./cut-off"),
  drip: () => import("./drip"),
  clocks: () => import("./clocks"),
  events: () => import("./events"),
  overload: () => import("./overload"),
  deploy: () => import("./deploy"),
  upgrade: () => import("./upgrade"),
  patroni: () => import("./patroni"),
  backup: () => import("./backup"),
  soak: () => import("./soak"),
};

async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(`没有这个部分：${unknown.join("、")}。有：${Object.keys(parts).join("、")}`);
    process.exitCode = 2;
    return;
  }
  await ensureBuilt("all");
  const missed: string[] = [];
  for (const [name, load] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const { part } = await load();
    console.info(`\n${name}：${part.about}`);
    const report = new Report(name);
    await part.run(report);
    report.print();
    if (report.missed > 0) missed.push(name);
  }
  if (missed.length > 0) {
    console.error(`没有达到要求的部分：${missed.join("、")}`);
    process.exitCode = 1;
  }
}

// What begins with `--` is a part's own (`--minutes=30`).
await main(process.argv.slice(2).filter((word) => !word.startsWith("--")));
