/** The searches of the scale bench: words that a third of all texts contain, an absent one, both together, and suggestions. */

import type { Case } from "./scale";
import { commonWords } from "./search-texts";

const searching = (name: string, text: string, kind: "all" | "topics" | "posts"): Case => ({
  name: `搜索，${name}`,
  run: (ask) => ask("fullTextSearch", { text, kind }),
});

const suggesting = (name: string, text: string): Case => ({
  name: `建议，${name}`,
  run: (ask) => ask("searchSuggest", { text }),
});

export const searchCases: Case[] = [
  searching("常见的中文词，全部", commonWords.chinese, "all"),
  searching("常见的中文词，主题", commonWords.chinese, "topics"),
  searching("常见的中文词，回复", commonWords.chinese, "posts"),
  searching("常见的英文词，全部", commonWords.latin, "all"),
  searching("没有的词", "量子纠缠", "topics"),
  searching("常见的与没有的词", `${commonWords.chinese} 量子纠缠`, "topics"),
  suggesting("常见的开头", "dri"),
  // Titles begin with their topic's id: few topics have one that begins so.
  suggesting("少有的开头", "31415"),
];
