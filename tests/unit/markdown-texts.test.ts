import { readFileSync } from "node:fs";
import { renderMarkdown } from "gateway/text/markdown";
import { expect, it } from "vitest";

/** The rendered text in short form: on one line, without its paragraph, and ordinary links as `<a>`. */
const visibleText = (source: string) =>
  renderMarkdown(source)
    .trim()
    .replaceAll(' rel="nofollow ugc noopener" target="_blank"', "")
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, (link, to, text) => (to === text ? `<a>${text}</a>` : link))
    .replace(/^<p>(.*)<\/p>$/s, "$1")
    .replaceAll("\n", "\\n");

const lines = readFileSync("tests/fixtures/markdown-texts.tsv", "utf8").trimEnd().split("\n").slice(1);

it("has at least 120 texts, each once", () => {
  expect(lines.length).toBeGreaterThanOrEqual(120);
  expect(new Set(lines.map((line) => line.split("\t")[0])).size).toBe(lines.length);
});

it.each(lines.map((line) => line.split("\t") as [string, string]))("shows %s", (typed, html) => {
  expect(visibleText(typed.replaceAll("\\n", "\n"))).toBe(html);
});
