import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.mjs";

const executablePath = findChromium();
if (!executablePath) throw new Error("没有 Chromium：运行 node scripts/find-chromium.mjs --install");

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };
const h5 = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

const scripted = [
  "accessibility.spec.ts",
  "chunks.spec.ts",
  "follow.spec.ts",
  "islands.spec.ts",
  "looks.spec.ts",
  "network.spec.ts",
  "offline.spec.ts",
  "scripted.spec.ts",
  "narrow-window.spec.ts",
  "topic-scripted.spec.ts",
  "uploads.spec.ts",
  "editor.spec.ts",
  "search.spec.ts",
];
/** Tests of files for all projects that need the page's JavaScript, such as those with axe. */
const needsScripts = /@scripted/;
const onPhones = "phone.spec.ts";
/** What needs a wide window, or a keyboard. */
const onDesktops = ["narrow-window.spec.ts", "keyboard.spec.ts"];

/** The built portal, in a data folder of the run's own, driven with and without JavaScript in both shells. */
export default defineConfig({
  testDir: "tests/browser",
  outputDir: "node_modules/.cache/portal-tests/browser",
  globalSetup: "./tests/browser/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  // One that passes at its second try is told of at the end of `npm test` (decision 190).
  retries: 1,
  // Against a hang: the other tests run beside these.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    trace: "off",
    // It would take requests out of the tests' sight; offline.spec.ts has it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop-js", use: { ...desktop, javaScriptEnabled: true }, testIgnore: onPhones },
    {
      name: "desktop-nojs",
      use: { ...desktop, javaScriptEnabled: false },
      testIgnore: [onPhones, ...scripted],
      grepInvert: needsScripts,
    },
    { name: "h5-js", use: { ...h5, javaScriptEnabled: true }, testIgnore: onDesktops },
    {
      name: "h5-nojs",
      use: { ...h5, javaScriptEnabled: false },
      testIgnore: [...onDesktops, ...scripted],
      grepInvert: needsScripts,
    },
  ],
});
