import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract } from "contract";
import { expect, it } from "vitest";
import { whatIsLost } from "../support/what-is-lost";

const sources = new Map(
  readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "utf8")]),
);
/** The files of the app that make a call by its name. */
const callersOf = (name: string) =>
  [...sources].flatMap(([path, source]) => (source.includes(`"${name}"`) ? [path] : []));

it("of every call that writes it is said what it costs, once", () => {
  const said = Object.values(whatIsLost).flatMap((names) =>
    Array.isArray(names) ? names : Object.keys(names),
  );
  const writes = Object.entries(contract).flatMap(([name, row]) => (row.effect === "reads" ? [] : [name]));
  expect([...said].sort()).toEqual(writes.sort());
});

it.each(Object.entries(whatIsLost.asked))("%s is made in one place, which asks first", (name, place) => {
  expect(callersOf(name)).toEqual([place]);
  // By itself, or by the question that it hands to what does it (moderation/chosen.server.ts). It comes before the call, whichever of the two the file has first by way of functions.
  const source = sources.get(place) ?? "";
  const called = source.indexOf(`call("${name}"`) >= 0 ? source.indexOf(`call("${name}"`) : source.length;
  const questions = [...source.matchAll(/askFirst\(tools, |\bquestion: \w+/g)].map(({ index }) => index);
  expect(questions.some((index) => index < called)).toBe(true);
});

it.each(Object.entries(whatIsLost.opened))(
  "%s is behind something that is opened first",
  (_name, [place, words]) => {
    expect(sources.get(place)).toContain(words);
  },
);

it("a question is drawn by the form that asks it", () => {
  for (const place of new Set(Object.values(whatIsLost.asked))) {
    const room = place.slice(0, place.lastIndexOf("/"));
    const near = [...sources].filter(
      ([path]) => path.startsWith(room) || path.startsWith(room.replace(/\/parts$/, "")),
    );
    expect([place, near.some(([, source]) => /<(QuestionBox|ModerationForm)/.test(source))]).toEqual([
      place,
      true,
    ]);
  }
});
