/**
 * `npm run trial`: stress tests of the built product, part by part, with bounds for the figures. It exits with 1 when a
 * figure misses its bound. `npm run trial -- NAME [NAME …]` runs only the named parts. `npm test` has a short form of
 * each part instead.
 */
import { ensureBuilt } from "../scripts/build.mjs";
import { type Part, Report } from "./report";

/** The parts are imported one by one, so that unused parts open nothing. */
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
  pages: () => import("./pages"),
  faults: () => import("./faults"),
  upgrade: () => import("./upgrade"),
  patroni: () => import("./patroni"),
  backup: () => import("./backup"),
  discuz: () => import("./discuz"),
  export: () => import("./export"),
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

// Arguments with `--` belong to a part (`--minutes=30`).
await main(process.argv.slice(2).filter((word) => !word.startsWith("--")));
