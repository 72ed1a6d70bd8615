// Finds a Chromium for the browser tests: CHROMIUM_PATH, Debian's headless shell or Chromium, or Playwright's own.
// `node scripts/find-chromium.mjs --install` installs one if none is found, or fails with instructions.
// `--install-shell` installs Debian's headless shell even when there is another browser, which it uses if that fails.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const shell = "/usr/bin/chromium-headless-shell";
const installMilliseconds = 10 * 60_000;

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The Chromium for tests, or undefined without one. Throws when CHROMIUM_PATH cannot be run, because using another
 * browser would hide the mistake.
 */
export function findChromium(environment = process.env) {
  const ownPath = environment.CHROMIUM_PATH;
  if (ownPath) {
    if (!runs(ownPath))
      throw new Error(`CHROMIUM_PATH 指向的文件无法执行 / CHROMIUM_PATH cannot be executed: ${ownPath}`);
    return ownPath;
  }
  // The shell is preferred, because it draws no window and opens a page in half the time.
  const present = [shell, "/usr/bin/chromium", "/usr/bin/chromium-browser", chromium.executablePath()];
  return present.find((path) => path && runs(path));
}

function attempt(command, args, environment = {}) {
  console.error(`> ${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    timeout: installMilliseconds,
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

/**
 * Installs Debian's headless shell, or else Playwright's download, or else Debian's whole browser. Returns the path or
 * undefined.
 */
function installChromium() {
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const fromDebian = (name) =>
    attempt("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], quiet) && findChromium();
  const isDebian = process.getuid?.() === 0 && runs("/usr/bin/apt-get");
  if (isDebian) attempt("apt-get", ["update", "-q"], quiet);
  if (isDebian && fromDebian("chromium-headless-shell")) return findChromium();
  if (findChromium()) return findChromium();
  const playwright = fileURLToPath(new URL("../node_modules/@playwright/test/cli.js", import.meta.url));
  if (attempt(process.execPath, [playwright, "install", "chromium"]) && findChromium()) return findChromium();
  return isDebian && fromDebian("chromium") ? findChromium() : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let path;
  try {
    const wanted = process.argv.includes("--install-shell")
      ? !process.env.CHROMIUM_PATH && !runs(shell)
      : !findChromium();
    path = wanted && /^--install/.test(process.argv[2] ?? "") ? installChromium() : findChromium();
  } catch (error) {
    console.error(error.message);
  }
  if (!path) {
    console.error(
      [
        "没有找到 Chromium，浏览器测试无法运行。请任选其一：",
        "  1. 运行 npx playwright install --with-deps chromium",
        "  2. 用系统的包管理器安装，例如 sudo apt-get install chromium",
        "  3. 把环境变量 CHROMIUM_PATH 设为已有的 Chromium 或 Chrome 的路径",
        "No Chromium was found, so the browser tests cannot run. Do one of these:",
        "  1. npx playwright install --with-deps chromium",
        "  2. install it with the system's packages, such as sudo apt-get install chromium",
        "  3. set CHROMIUM_PATH to a Chromium or Chrome that is there",
      ].join("\n"),
    );
    process.exit(1);
  }
  console.log(path);
}
