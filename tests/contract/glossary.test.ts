import { expect, it } from "vitest";
import { startCommunityEditing } from "../support/community-editing";
import { changePack } from "../support/content";

const { gateway, load, folder } = startCommunityEditing();

const termsOf = async (id: number) =>
  (await gateway().ok("lessonById", { id })).terms.map(({ term, text }) => `${term}：${text}`);

it("a lesson has the terms of the pack's glossary that are in its text; without one it has none", async () => {
  expect(await termsOf(1020)).toEqual([]);
  const terms =
    "terms: [{ term: 没有的词, text: 不会出现 }, { term: 课程正文, also: [课文], text: 一节课的文字 }]\n";
  await changePack(folder(), { "glossary.yaml": terms });
  await load();
  expect(await termsOf(1020)).toEqual(["课程正文：一节课的文字"]);
  await changePack(folder(), {
    "glossary.yaml": "terms: [{ term: DMA, text: 甲 }, { term: 通道, also: [dma], text: 乙 }]\n",
  });
  await expect(load()).rejects.toThrow(/glossary\.yaml/);
  await changePack(folder(), { "glossary.yaml": "terms: []\n" });
  await load();
  expect(await termsOf(1020)).toEqual([]);
});
