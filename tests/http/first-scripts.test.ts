import { expect, test } from "vitest";
import { visitor } from "./support";

/** The files of one kind that a page names, each once: Remix's own script names the screens' modules. */
const named = (text: string, ending: "js" | "css") => [
  ...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g)?.filter((file) => file.endsWith(`.${ending}`))),
];

/** Each file is a round trip on a slow link, and the library that schemas are written in weighs 16 KB. */
test.each([
  ["/forum/all", 4, 2],
  ["/h5/forum/all", 4, 2],
  ["/home", 5, 3],
  ["/trainingClass", 6, 3],
  ["/trainingClass/lessons/10101", 4, 3],
  ["/h5/trainingClass/lessons/10101", 4, 3],
  ["/eventActivities/details/1", 4, 3],
])(
  "%s comes with %i scripts at most, none of which reads forms by their schema",
  async (path, most, mostSheets) => {
    const browser = visitor();
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    const scripts = named(page.html, "js");
    const sheets = named(page.html, "css");
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.length, scripts.join(" ")).toBeLessThanOrEqual(most);
    expect(sheets.length).toBeGreaterThan(0);
    expect(sheets.length, sheets.join(" ")).toBeLessThanOrEqual(mostSheets);
    for (const script of scripts) {
      const { html } = await browser.fetchPage(script);
      expect(/\bZod[A-Z]\w+/.exec(html), script).toBeNull();
    }
  },
);
