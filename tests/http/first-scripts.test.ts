import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { signedIn, visitor } from "./support";

/** The files of one kind that a page names, each once: Remix's own script names the screens' modules. */
const named = (text: string, ending: "js" | "css") => [
  ...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g)?.filter((file) => file.endsWith(`.${ending}`))),
];

/** Kilobytes of files as they are sent: the build has them compressed beside them. */
const weightOf = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(`build/client${file}.br`).size, 0) / 1_000;

/** Each file is a round trip on a slow link, and the library that schemas are written in weighs 16 KB. */
test.each([
  "/forum/all",
  "/h5/forum/all",
  "/hsforum/thread-9-1-1.html",
  "/home",
  "/search?q=%E8%8A%AF%E7%89%87",
  "/products/details/110101",
  "/trainingClass",
  "/trainingClass/lessons/10101",
  "/h5/trainingClass/lessons/10101",
  "/eventActivities/details/1",
])(
  "%s comes with 6 scripts, 3 sheets of 12 KB and 115 KB of scripts at most, and nothing that reads forms by their schema",
  async (path) => {
    const browser = visitor();
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    const scripts = named(page.html, "js");
    // A first visit has their text in the page.
    const sheets = named((await visitor({ cookie: "styles_kept=1" }).get(path)).html, "css");
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.length, scripts.join(" ")).toBeLessThanOrEqual(6);
    expect(weightOf(scripts)).toBeLessThanOrEqual(115);
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length, sheets.join(" ")).toBeLessThanOrEqual(3);
    expect(weightOf(sheets), sheets.join(" ")).toBeLessThanOrEqual(12);
    for (const script of scripts) {
      const { html } = await browser.fetchPage(script);
      expect(/\bZod[A-Z]\w+/.exec(html), script).toBeNull();
    }
  },
);

test("a member's topic, the heaviest page that is read much, has 120 KB of scripts at most", async () => {
  const member = await signedIn("member");
  const scripts = named((await member.get("/hsforum/thread-9-1-1.html")).html, "js");
  // What its reply form is made of comes once the page is alive: the file that every editor shares.
  const [writing] = readdirSync("build/client/assets").filter((file) => /^writing-[\w-]{8}\.js$/.test(file));
  expect(scripts.length).toBeGreaterThan(2);
  expect(weightOf([...new Set([...scripts, `/assets/${writing}`])])).toBeLessThanOrEqual(120);
});
