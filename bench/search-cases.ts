/** The searches of the scale bench: words that a third of all texts contain, a rare one, and both together. */

import type { Case } from "./scale";
import { commonWords } from "./search-texts";

const searching = (name: string, text: string, kind: "all" | "topics" | "posts"): Case => ({
  name: `搜索，${name}`,
  run: (ask) => ask("fullTextSearch", { text, kind }),
});

export const searchCases: Case[] = [
  searching("常见的中文词，全部", commonWords.chinese, "all"),
  searching("常见的中文词，主题", commonWords.chinese, "topics"),
  searching("常见的中文词，回复", commonWords.chinese, "posts"),
  searching("常见的英文词，全部", commonWords.latin, "all"),
  searching("常见的与没有的词", `${commonWords.chinese} 量子纠缠`, "topics"),
];
