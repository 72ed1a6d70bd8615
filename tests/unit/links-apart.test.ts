import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawerMarkup, legalMarkup, panelMarkup } from "../../app/shells/header/navigation.server";

const link = (id: string) => ({ id, name: id, linkurl: `/${id}`, children: [] });
const entries = [{ ...link("a"), children: [{ ...link("b"), children: [link("c"), link("d")] }] }];

it("the navigation of every page reads as separate words without its styles", () => {
  for (const html of [
    panelMarkup(entries as never),
    drawerMarkup("产品", "/products", entries as never),
    legalMarkup([], "desktop"),
  ]) {
    expect(html.match(/<a /g)?.length).toBeGreaterThan(2);
    expect(html).not.toContain("</a><a");
  }
});

/** Links that React writes without a blank between them: two in a row, or one for each of a list. */
const together =
  /<\/(?:Link|PostLink|a)>\n\s*<(?:Link|PostLink|a)\b|=> \(\n\s*<(?:Link|a)\b(?:(?!<\/(?:Link|a)>)[\s\S])*<\/(?:Link|a)>\n\s*\)\)\}/;

it("no screen, list or shell writes two links without a blank between them", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    // The navigation's markup gets its blanks as a whole: see above.
    .filter((file) => file.endsWith(".tsx") && !file.endsWith("navigation.server.tsx"));
  expect(files.length).toBeGreaterThan(250);
  const wrong = files.filter((file) => together.test(readFileSync(`app/${file}`, "utf8")));
  expect(wrong).toEqual([]);
});
