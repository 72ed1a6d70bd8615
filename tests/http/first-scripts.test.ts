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
  ["/forum/all", 4, 2, 97],
  ["/h5/forum/all", 4, 2, 97],
  ["/hsforum/thread-9-1-1.html", 3, 2, 101],
  ["/home", 4, 2, 98.5],
  ["/search?q=%E8%8A%AF%E7%89%87", 3, 2, 99],
  ["/products/details/110101", 4, 2, 98.5],
  ["/trainingClass", 5, 2, 100],
  ["/trainingClass/lessons/10101", 3, 2, 98.5],
  ["/h5/trainingClass/lessons/10101", 3, 2, 98.5],
  ["/eventActivities/details/1", 4, 2, 98.5],
])(
  "%s comes with %i scripts at most, %i sheets of 10 KB and %f KB of scripts, and nothing that reads forms by their schema",
  async (path, most, mostSheets, heaviest) => {
    const browser = visitor();
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    const scripts = named(page.html, "js");
    const sheets = named(page.html, "css");
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.length, scripts.join(" ")).toBeLessThanOrEqual(most);
    expect(weightOf(scripts)).toBeLessThanOrEqual(heaviest);
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length, sheets.join(" ")).toBeLessThanOrEqual(mostSheets);
    expect(weightOf(sheets), sheets.join(" ")).toBeLessThanOrEqual(10);
    for (const script of scripts) {
      const { html } = await browser.fetchPage(script);
      expect(/\bZod[A-Z]\w+/.exec(html), script).toBeNull();
    }
  },
);

test("a member's topic, the heaviest page that is read much, has 105 KB of scripts at most", async () => {
  const member = await signedIn("member");
  const scripts = named((await member.get("/hsforum/thread-9-1-1.html")).html, "js");
  // What its reply form is made of comes once the page is alive: the file that every editor shares.
  const [writing] = readdirSync("build/client/assets").filter((file) => /^writing-[\w-]{8}\.js$/.test(file));
  expect(scripts.length).toBeGreaterThan(2);
  expect(weightOf([...new Set([...scripts, `/assets/${writing}`])])).toBeLessThanOrEqual(105);
});
