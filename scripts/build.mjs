/**
 * The build makes a folder that can be copied anywhere: the portal (Remix's Vite build), the programs around it
 * (bundled by esbuild without their packages), the migrations, the demo pack and its database, a package.json with the
 * commands, and the assets with their compressed forms. A fingerprint of the sources in `build/` tells whether a new build is necessary.
 *
 *   node scripts/build.mjs              builds everything
 *   node scripts/build.mjs --if-needed  builds only if there is no build, or if a source has changed
 *
 * BUILD_DEMO=0 leaves out the demo's database, for a site that does not begin with the demo.
 */
import "./node-version.mjs";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { runChild } from "./build-child.mjs";
import { prepareDemo } from "./build-demo.mjs";
import { writePackage } from "./build-package.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const build = join(root, "build");

/** The sources of each part. `package-lock.json` represents the packages. */
const shared = [
  "contract",
  "gateway",
  "server",
  "app",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "scripts/build.mjs",
  "scripts/build-child.mjs",
  "scripts/build-demo.mjs",
  "scripts/build-package.mjs",
  "scripts/environment-file.mjs",
  "scripts/node-version.mjs",
  "scripts/start-program.mjs",
];
const sources = {
  programs: [...shared, "server.ts"],
  all: [...shared, "server.ts", "public", "remix.config.js", "vite.config.ts"],
  /** What decides about the demo's database: pages and front door do not. */
  demo: [
    "contract",
    "gateway",
    "content/demo",
    "server/data",
    "server/commands/prepare-demo.ts",
    "package-lock.json",
    "scripts/build-child.mjs",
    "scripts/build-demo.mjs",
  ],
};
/** The programs that people and services start. Each has its own start file, which first checks the version of Node. */
const started = {
  main: "server.ts",
  gateway: "server/gateway-main.ts",
  "content-load": "server/commands/content-load.ts",
  "content-check": "server/commands/content-check.ts",
  "content-export": "server/commands/content-export.ts",
  "audit-verify": "server/commands/audit-verify.ts",
  admin: "server/commands/admin.ts",
  "import-discuz": "server/commands/import-discuz.ts",
  doctor: "server/commands/doctor.ts",
  conformance: "server/commands/conformance.ts",
  migrate: "server/commands/migrate.ts",
  backup: "server/commands/backup.ts",
  restore: "server/commands/restore.ts",
  export: "server/commands/export.ts",
  import: "server/commands/import.ts",
  files: "server/commands/files.ts",
};
const programs = {
  ...Object.fromEntries(Object.entries(started).map(([name, source]) => [`${name}-program`, source])),
  // Programs of threads: the backend (server/backend), text workers (gateway/workers), PDFs
  // (gateway/file-texts), pictures (server/pictures), certificates (server/certificates) and workbooks
  // (server/workbooks).
  backend: "server/backend/thread.ts",
  "text-worker": "gateway/workers/worker.ts",
  "pdf-thread": "gateway/file-texts/pdf-thread.ts",
  "topic-picture": "server/pictures/topic-picture.ts",
  certificate: "server/certificates/certificate.ts",
  workbook: "server/workbooks/workbook.ts",
};

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A hash over the names and contents of the sources. It ignores times, which a checkout changes. */
function fingerprint(part) {
  const hash = createHash("sha256");
  for (const path of sources[part].flatMap((name) => filesUnder(join(root, name)))) {
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

const stampOf = (part) => join(build, `fingerprint-${part}`);
const isCurrent = (part) =>
  existsSync(stampOf(part)) && readFileSync(stampOf(part), "utf8") === fingerprint(part);

function canBuild() {
  try {
    createRequire(import.meta.url).resolve("esbuild");
    return true;
  } catch {
    return false;
  }
}

/** The options for bundling a program. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  // Packages stay outside of the bundle; modules by our own path aliases (tsconfig.json) are included.
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
};

async function buildPrograms() {
  const esbuild = await import("esbuild");
  for (const name of existsSync(build) ? readdirSync(build) : []) {
    if (/\.js(\.map)?$/.test(name)) rmSync(join(build, name));
  }
  await esbuild.build({ ...bundling, entryPoints: programs, outdir: build, splitting: true });
  for (const name of Object.keys(started))
    writeFileSync(
      join(build, `${name}.js`),
      `import "./node-version.mjs";\nawait import("./${name}-program.js");\n`,
    );
  rmSync(join(build, "migrations"), { recursive: true, force: true });
  cpSync(join(root, "gateway/database/migrations"), join(build, "migrations"), { recursive: true });
  writePackage(root, build);
}

async function buildPortal(signal) {
  for (const part of ["client", "server"]) rmSync(join(build, part), { recursive: true, force: true });
  const remix = createRequire(import.meta.url).resolve("@remix-run/dev/dist/cli.js");
  const env = { ...process.env, NODE_ENV: "production" };
  await runChild(
    [remix, "vite:build", "--logLevel", "error"],
    { cwd: root, env, signal },
    "门户构建失败，原因见上。",
  );
}

/** Runs the parts at once. When one fails, the others are ended before this throws. */
async function together(...parts) {
  const stopping = new AbortController();
  const results = await Promise.allSettled(
    parts.map((part) =>
      part(stopping.signal).catch((error) => {
        // The first failure is the reason of the others.
        if (!stopping.signal.aborted) stopping.abort(error);
        throw error;
      }),
    ),
  );
  if (stopping.signal.aborted) throw stopping.signal.reason;
  return results.map(({ value }) => value);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Writes each asset also as .br and .gz if that is smaller. The front door sends these files directly.
 */
async function compressAssets() {
  const compressible = /\.(?:m?js|css|svg|html|json|txt|xml|webmanifest|ico)$/;
  const compress = async (path) => {
    const content = readFileSync(path);
    const [brotli, gzipped] = await Promise.all([
      compressBrotli(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
      compressGzip(content, { level: 9 }),
    ]);
    if (brotli.length < content.length) writeFileSync(`${path}.br`, brotli);
    if (gzipped.length < content.length) writeFileSync(`${path}.gz`, gzipped);
  };
  // Node compresses in threads of its own, as many files at once as it has.
  await Promise.all(
    filesUnder(join(build, "client"))
      .filter((path) => compressible.test(path))
      .map(compress),
  );
}

/**
 * Builds a part if it is missing or its sources have changed. @param {"all" | "programs"} part
 */
export async function ensureBuilt(part, { force = false } = {}) {
  const built = part === "all" ? isCurrent("all") : isCurrent("all") || isCurrent("programs");
  if (built && !force) return;
  if (!canBuild()) {
    // Without development packages nothing can be built, so an existing build is used.
    if (existsSync(stampOf("all"))) return;
    throw new Error("还没有构建，也没有安装构建工具：请先运行 npm ci 和 npm run build。");
  }
  const begun = performance.now();
  const say = (line) => console.info(`${line}（${Math.round((performance.now() - begun) / 1000)} 秒）`);
  const withDemo = process.env.BUILD_DEMO !== "0";
  const whole = `正在构建：门户${withDemo ? "、程序和演示数据" : "和程序"}，约一分钟……`;
  console.info(part === "all" ? whole : "正在构建网关……");
  // An interrupted build must not look current.
  rmSync(stampOf("all"), { force: true });
  rmSync(stampOf("programs"), { force: true });
  mkdirSync(build, { recursive: true });
  const [all, own] = [fingerprint("all"), fingerprint("programs")];
  // Programs of other code than the prepared database's could not use it.
  rmSync(join(build, "demo"), { recursive: true, force: true });
  if (part === "all") {
    // Each of the two keeps one processor busy.
    const [, placeDemo] = await together(
      (signal) => buildPortal(signal).then(() => say("门户已构建")),
      async (signal) => {
        if (!withDemo) return null;
        const place = await prepareDemo(root, build, bundling, fingerprint("demo"), signal);
        if (place) say("演示数据已备好");
        return place;
      },
    );
    placeDemo?.();
  }
  await buildPrograms();
  if (part === "all") {
    await compressAssets();
    writeFileSync(stampOf("all"), all);
    say("构建完成");
  }
  writeFileSync(stampOf("programs"), own);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt("all", { force: process.argv[2] !== "--if-needed" }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
