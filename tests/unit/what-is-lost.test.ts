import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallName, contract } from "contract";
import { expect, it } from "vitest";
import { callRows, callsWhere } from "../support/call-rows";

const sources = new Map(
  readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "utf8")]),
);
/** The files of the app that make a call by its name. */
const callersOf = (name: string) =>
  [...sources].flatMap(([path, source]) => (source.includes(`"${name}"`) ? [path] : []));

/** Calls with a question before them, with the files that ask it. */
const calls: [CallName, string[]][] = [];
/** Calls behind a part that is opened first: its file, and words that it contains. */
const opened: [CallName, readonly [string, string]][] = [];
for (const name of callsWhere(({ lost }) => typeof lost === "object")) {
  const { lost } = callRows[name];
  if (typeof lost === "object" && "asked" in lost) calls.push([name, [lost.asked].flat()]);
  if (typeof lost === "object" && "opened" in lost) opened.push([name, lost.opened]);
}

it("every writing call's row says how people are kept from losing something", () => {
  const writes = (name: CallName) => contract[name].effect !== "reads";
  expect(
    callsWhere(({ lost }, name) => writes(name) && lost === undefined),
    "the row in tests/support/calls says by `lost` how people are kept from losing something",
  ).toEqual([]);
  expect(
    callsWhere(({ lost }, name) => !writes(name) && lost !== undefined),
    "it only reads: its row needs no `lost`",
  ).toEqual([]);
});

it.each(calls)("%s is made in these places alone, each of which asks first: %s", (name, places) => {
  expect(callersOf(name)).toEqual(places);
  // The file asks itself, or passes the question to the code that acts (moderation/list-action.server.ts). The question
  // comes before the call, in whatever order the functions are written.
  for (const place of places) {
    const source = sources.get(place) ?? "";
    const at = source.indexOf(`call("${name}"`);
    const questions = [...source.matchAll(/askFirst\(tools, |\bquestion: \w+/g)].map(({ index }) => index);
    expect([place, questions.some((index) => at < 0 || index < at)]).toEqual([place, true]);
  }
});

it.each(opened)("%s is behind a part that is opened first", (_name, [place, words]) => {
  expect(sources.get(place)).toContain(words);
});

it("the form that asks a question also shows it", () => {
  for (const place of new Set(calls.flatMap(([, files]) => files))) {
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
