import { readdirSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.mjs";
import { isWhole, numberOf, sampleOf } from "./tests/support/tier";

const executablePath = findChromium();
if (!executablePath) throw new Error("没有 Chromium：运行 node scripts/find-chromium.mjs --install");

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };
const h5 = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

const scripted = [
  "accessibility.spec.ts",
  "chunks.spec.ts",
  "document.spec.ts",
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
  // Opens its pages without scripts by itself.
  "every-screen.spec.ts",
];
/** Tests of files for all projects that need the page's JavaScript, such as those with axe. */
const needsScripts = /@scripted/;
const onPhones = ["phone.spec.ts", "every-screen.spec.ts"];
/** What needs a wide window, or a keyboard. */
const onDesktops = ["narrow-window.spec.ts", "keyboard.spec.ts", "keyboard-moderators.spec.ts"];

/**
 * `npm test` takes a file through one shell with JavaScript, always the same one, but for these, which are
 * about the shells; the tests of accessibility.spec.ts are dealt out by their tags. A whole run takes all
 * through both.
 */
const inBothShells = ["accessibility.spec.ts", "shells.spec.ts", ...onDesktops, ...onPhones];
/**
 * What `npm test` opens without JavaScript, in the shell that the file has not with it: the path that all
 * take, and what only a browser can show of a page without scripts. Posting forms without a browser is what
 * tests/http does.
 */
const withoutScripts = ["complaint-frame.spec.ts", "main-path.spec.ts", "shells.spec.ts"];
/**
 * The rooms: what their pages do with scripts, after the HTTP tests have posted the same forms. `npm test` takes a third of
 * them, chosen by the commit; a run of named files takes each of them.
 */
const rooms = [
  "activities.spec.ts",
  "areas.spec.ts",
  "check-in.spec.ts",
  "editor.spec.ts",
  "follow.spec.ts",
  "messages.spec.ts",
  "moderation.spec.ts",
  "offline.spec.ts",
  "organising.spec.ts",
  "profile.spec.ts",
  "setting.spec.ts",
  "topic-scripted.spec.ts",
  "training.spec.ts",
  "writing-along.spec.ts",
];
const chosenRooms =
  process.env.TEST_ROOMS === "sample" ? sampleOf(rooms, rooms.length / 3, (name) => name) : rooms;
const specs = readdirSync("tests/browser").filter((name) => name.endsWith(".spec.ts"));
const isOnPhone = (name: string) => numberOf(name) % 2 === 1;
/** Files that a project leaves to another tier. */
const leftOut = (shell: "desktop" | "h5", hasScripts: boolean) => {
  if (isWhole) return [];
  const isLeft = (name: string) => rooms.includes(name) && !chosenRooms.includes(name);
  const elsewhere = specs.filter(
    (name) => isLeft(name) || isOnPhone(name) === ((shell === "desktop") === hasScripts),
  );
  return hasScripts
    ? elsewhere.filter((name) => !inBothShells.includes(name))
    : specs.filter((name) => elsewhere.includes(name) || !withoutScripts.includes(name));
};
/** Tests that one of the shells takes for both. */
const ofOtherShell = (tag: RegExp) => (isWhole ? [] : [tag]);

/** The built portal, in a data folder of the run's own, driven with and without JavaScript in both shells. */
export default defineConfig({
  testDir: "tests/browser",
  outputDir: "node_modules/.cache/portal-tests/browser",
  globalSetup: "./tests/browser/support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  // What fails is tried once more, alone, at the end of `npm test`.
  retries: 0,
  // Against a hang: the other tests run beside these.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
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
    {
      name: "desktop-js",
      use: { ...desktop, javaScriptEnabled: true },
      testIgnore: [...onPhones, ...leftOut("desktop", true)],
      grepInvert: ofOtherShell(/@h5/),
    },
    {
      name: "desktop-nojs",
      use: { ...desktop, javaScriptEnabled: false },
      testIgnore: [...onPhones, ...scripted, ...leftOut("desktop", false)],
      grepInvert: needsScripts,
    },
    {
      name: "h5-js",
      use: { ...h5, javaScriptEnabled: true },
      testIgnore: [...onDesktops, ...leftOut("h5", true)],
      grepInvert: ofOtherShell(/@desktop/),
    },
    {
      name: "h5-nojs",
      use: { ...h5, javaScriptEnabled: false },
      testIgnore: [...onDesktops, ...scripted, ...leftOut("h5", false)],
      grepInvert: needsScripts,
    },
  ],
});
