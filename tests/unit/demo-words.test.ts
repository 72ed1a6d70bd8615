import { readPackFolder } from "gateway/content/pack/pack-files";
import { parsePack } from "gateway/content/pack/parse-pack";
import { createMatcher } from "gateway/sensitive-words/matcher";
import { expect, it } from "vitest";

it("the demo's own texts contain none of the demo's sensitive words", async () => {
  const { pack, problems } = await parsePack(await readPackFolder("content/demo"));
  expect(problems).toEqual([]);
  const words = (pack?.words ?? []).map(({ word, level, replacement = null }) => ({
    word,
    level,
    replacement,
  }));
  expect(new Set(words.map(({ level }) => level))).toEqual(new Set(["refuse", "review", "replace"]));
  const matcher = createMatcher(words);
  expect(matcher.find("急需代-開-發-票").length).toBe(1);
  const texts = (pack?.topics ?? []).flatMap((topic) => [
    topic.title,
    ...topic.tags,
    topic.source,
    ...topic.replies.map(({ source }) => source),
  ]);
  const names = (pack?.members ?? []).flatMap(({ nickname, intro = "" }) => [nickname, intro]);
  expect(
    [...texts, ...names].flatMap((text) => matcher.find(text).map((hit) => text.slice(hit.start, hit.end))),
  ).toEqual([]);
});
