/**
 * Development: starts the gateway on a free port, and the portal with its front door (dev-portal.ts). The gateway is
 * restarted when its sources or those of its threads change. The portal applies changes of app/ without a reload, and
 * is restarted for changes of server/ and contract/. HOST, PORT and DATA_DIR have their usual meaning.
 */
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { context } from "esbuild";
import { bundling } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const watch = ["watch", "--clear-screen=false"];
const children = [];
let stopping = false;
function run(file, args, env) {
  const child = spawn(process.execPath, [require.resolve(file), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  children.push(child);
  // When one of the processes ends, the other one is stopped too.
  child.on("exit", (code) => stop(code ?? 1));
  return child;
}

function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill("SIGTERM");
  process.exitCode = code;
}
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));

async function gatewayAnswers(url) {
  while (!stopping) {
    const answers = await fetch(`${url}/gateway/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const isGiven = process.env.SESSION_SECRET || process.env.SESSION_SECRET_FILE;
const secret = isGiven ? {} : { SESSION_SECRET: "development-only-secret-of-32-characters" };
const gatewayUrl = process.env.GATEWAY_URL || `http://127.0.0.1:${await freePort()}`;
if (!process.env.GATEWAY_URL) {
  // The text workers and the reader of PDFs run bundles, which are built again after each change. That takes less time than the restart of the
  // gateway.
  const textWorker = await context({
    ...bundling,
    entryPoints: {
      "text-worker": "gateway/workers/worker.ts",
      "pdf-thread": "gateway/file-texts/pdf-thread.ts",
    },
    outdir: "build",
  });
  await textWorker.rebuild();
  await textWorker.watch();
  run("tsx/cli", [...watch, "--include=gateway/**/*.ts", "server/gateway-main.ts"], {
    HOST: "127.0.0.1",
    PORT: new URL(gatewayUrl).port,
    TRUST_PROXY: "1",
    ...secret,
    // Demo mode is on by default, also when the address of the site is set.
    DEMO: process.env.DEMO || "1",
  });
  await gatewayAnswers(gatewayUrl);
}
if (!stopping) {
  run("tsx/cli", [...watch, "--exclude=app/**", "scripts/dev-portal.ts"], {
    GATEWAY_URL: gatewayUrl,
    ...secret,
    DEMO: process.env.DEMO || "1",
  });
}
