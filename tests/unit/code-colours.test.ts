import { readFileSync } from "node:fs";
import { grammars } from "gateway/text/languages";
import { schema } from "gateway/text/schema";
import type { Root } from "hast";
import hljs from "highlight.js/lib/core";
import rehypeSanitize from "rehype-sanitize";
import { unified } from "unified";
import { expect, it } from "vitest";

/** The names of everything that a grammar can mark: its scopes at any depth, and the kinds of its keywords. */
function scopesOf(grammar: unknown, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  if (typeof grammar !== "object" || grammar === null || seen.has(grammar)) return found;
  seen.add(grammar);
  for (const [key, value] of Object.entries(grammar)) {
    const names =
      typeof value === "object" && value && !Array.isArray(value) ? Object.values(value) : [value];
    if (["scope", "className", "beginScope", "endScope"].includes(key))
      for (const name of names) if (typeof name === "string" && name) found.add(name);
    if (key === "keywords" && typeof value === "object" && value && !Array.isArray(value))
      for (const kind of Object.keys(value)) if (!kind.startsWith("$")) found.add(kind);
    scopesOf(value, found, seen);
  }
  return found;
}

/** The classes that lowlight writes for a scope: `title.class.inherited` is `hljs-title class_ inherited__`. */
const classesOf = (scope: string) =>
  scope.split(".").map((word, depth) => (depth === 0 ? `hljs-${word}` : word + "_".repeat(depth)));

const sanitize = unified().use(rehypeSanitize, schema).freeze();
const classesAfter = (className: string[]) => {
  const tree: Root = {
    type: "root",
    children: [{ type: "element", tagName: "span", properties: { className }, children: [] }],
  };
  const [span] = sanitize.runSync(tree).children;
  return span?.type === "element" ? span.properties.className : null;
};

it.each(Object.entries(grammars))("every colour of %s stays in a text", (_name, language) => {
  const scopes = [...scopesOf(language(hljs))];
  expect(scopes.length).toBeGreaterThan(0);
  for (const scope of scopes) expect(classesAfter(classesOf(scope)), scope).toEqual(classesOf(scope));
});

it("knows the classes that the style sheet colours", () => {
  const styles = readFileSync("app/ui/prose.module.css", "utf8");
  const coloured = [...styles.matchAll(/\.(hljs-[\w-]+)/g)].map((match) => match[1] ?? "");
  expect(coloured.length).toBeGreaterThan(10);
  for (const name of coloured) expect(classesAfter([name]), name).toEqual([name]);
});

it("keeps no class of another kind", () => {
  expect(classesAfter(["hljs-1", "modal", "function", "hljs-"])).toEqual([]);
});
