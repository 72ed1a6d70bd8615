import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { unstyledClasses } from "../support/unstyled";
import { signedIn, visitor } from "./support";

/** The files of one kind that a page names, each once. Remix's own script names the screens' modules. */
const filesIn = (text: string, ending: "js" | "css") => [
  ...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g)?.filter((file) => file.endsWith(`.${ending}`))),
];

/** Kilobytes of files as they are sent: compressed, unless compression makes a file no smaller. */
const weightOf = (files: string[]) =>
  files
    .map((file) => `build/client${file}`)
    .reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0) / 1_000;

/** The schema library, and Conform: `__intent__` is the field name by which it knows its own buttons. */
const kits = /\bZod[A-Z]\w+|__intent__/;

/** The forms of what few pages have above them (app/shells/notices/rare). */
const rareParts = /"\/(?:banner\/close|see-as\/end)"/;

/** Each file is a round trip on a slow link, and the schema library weighs 16 KB. */
test.each([
  "/forum/all",
  "/h5/forum/all",
  "/hsforum/thread-9-1-1.html",
  "/home",
  "/search?q=%E8%8A%AF%E7%89%87",
  "/products/index",
  "/products/details/110101",
  "/products/compare?ids=110101,110102",
  "/resources/index",
  "/resources/videos",
  "/devCenter/index",
  "/universityTalents",
  "/information/index",
  "/trainingClass",
  "/trainingClass/lessons/10101",
  "/h5/trainingClass/lessons/10101",
  "/trainingClass/details/101",
  "/trainingClass/exams/1",
  "/trainingClass/lecturers",
  "/trainingClass/lecturers/1",
  "/trainingClass/lives",
  "/eventActivities/index",
  "/eventActivities/details/1",
  "/tags",
  "/tags/1",
  "/userhomepage?uid=1",
])(
  "%s comes with 6 scripts, 3 sheets of 12 KB and 115.5 KB of scripts at most, and neither the form kit nor the schema library",
  async (path) => {
    const browser = visitor();
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(unstyledClasses(page.html)).toEqual([]);
    const scripts = filesIn(page.html, "js");
    // On a first visit the styles are inside the page.
    const withSheets = visitor();
    await withSheets.jar.setCookie("styles_kept=1", withSheets.origin);
    const again = (await withSheets.get(path)).html;
    expect(unstyledClasses(again)).toEqual([]);
    const sheets = filesIn(again, "css");
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.length, scripts.join(" ")).toBeLessThanOrEqual(6);
    expect(weightOf(scripts)).toBeLessThanOrEqual(115.5);
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length, sheets.join(" ")).toBeLessThanOrEqual(3);
    expect(weightOf(sheets), sheets.join(" ")).toBeLessThanOrEqual(12);
    for (const script of scripts) {
      const { html } = await browser.fetchPage(script);
      expect(kits.exec(html), script).toBeNull();
      expect(rareParts.exec(html), script).toBeNull();
    }
  },
);

/** The files, and all files that they import before they run. */
function withImports(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(`build/client${file}`, "utf8");
    const imported = [...text.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g)];
    withImports(
      imported.map(([, name]) => `/assets/${name}`),
      found,
    );
  }
  return found;
}

test("a member's topic, the heaviest page that people often read, has at most 120 KB of scripts and 15 KB of HTML, and no form kit", async () => {
  const member = await signedIn("member");
  await member.jar.setCookie("styles_kept=1", member.origin);
  const { html } = await member.get("/hsforum/thread-9-1-1.html");
  expect(unstyledClasses(html)).toEqual([]);
  const scripts = filesIn(html, "js");
  expect(scripts.length).toBeGreaterThan(2);
  // The reply form's code loads after hydration, what checks it when somebody goes into it.
  const [writing] = readdirSync("build/client/assets").filter((file) => /^writing-[\w-]{7}\.js$/.test(file));
  const all = [...withImports([...scripts, `/assets/${writing}`])];
  expect(weightOf(all)).toBeLessThanOrEqual(120);
  for (const script of all)
    expect(kits.exec(readFileSync(`build/client${script}`, "utf8")), script).toBeNull();
  expect(brotliCompressSync(html).length / 1_000).toBeLessThanOrEqual(15);
});
