import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { type RunningProcess, startProcess } from "../tests/support/processes";
import { type Markup, readMarkup } from "./markup";

const require = createRequire(import.meta.url);
const folder = resolve("node_modules/.cache/portal-bench");

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

export interface Floor {
  origin: string;
  process: RunningProcess;
}

/** Starts a bare node:http server that sends these bytes. */
export async function startPlainFloor(name: string, body: Buffer): Promise<Floor> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.br`);
  writeFileSync(file, body);
  const running = await startProcess(["bench/plain-floor.mjs", file], {}, /已启动：(http:\S+)/);
  return { origin: running.found[1] ?? "", process: running };
}

/** Builds the bare Remix app. */
export function buildBareRemix(): void {
  const cli = require.resolve("@remix-run/dev/dist/cli.js");
  const { status } = spawnSync(
    process.execPath,
    [cli, "vite:build", "--config", "bench/bare-remix/vite.config.ts"],
    {
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (status !== 0) throw new Error("the bare Remix app was not built");
}

type BarePage = { html: string } | { elements: Markup[] };

async function serveBareRemix(page: BarePage, data: string): Promise<Floor> {
  const port = await freePort();
  const file = join(folder, `page-${port}.json`);
  writeFileSync(file, JSON.stringify({ page, data }));
  const running = await startProcess(
    ["node_modules/@remix-run/serve/dist/cli.js", join(folder, "bare-remix/server/index.js")],
    { HOST: "127.0.0.1", PORT: String(port), BENCH_PAGE: file, NODE_ENV: "production" },
    /\[remix-serve\]/,
  );
  return { origin: `http://127.0.0.1:${port}`, process: running };
}

/** The markup of a page's body, without the scripts that Remix adds. */
const bodyOf = (html: string) => /<body[^>]*>([\s\S]*?)<script/.exec(html)?.[1] ?? "";

/**
 * Starts a bare Remix page with remix-serve that sends as many bytes as this page of the portal: its markup, and text
 * of the length of its data. `whole` sends the markup as one string, the fastest possible page of React; `elements`
 * renders the same elements.
 */
export async function startBareRemix(html: string, form: "whole" | "elements"): Promise<Floor> {
  const page: BarePage = form === "whole" ? { html: bodyOf(html) } : { elements: readMarkup(html) };
  const empty = await serveBareRemix(page, "");
  const length = Buffer.byteLength(await (await fetch(empty.origin)).text());
  await empty.process.stop();
  return serveBareRemix(page, "数".repeat(Math.max(0, Math.floor((Buffer.byteLength(html) - length) / 3))));
}
