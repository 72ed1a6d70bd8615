import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Jieba } from "@node-rs/jieba";
import { ownWords } from "./dictionary";

let loaded: Jieba | undefined;

/** The dictionary, read on first use: a quarter of a second and some 60 MB. */
function jieba(): Jieba {
  if (!loaded) {
    // The file itself: its module would read, and keep, a second one as large that nothing here uses.
    loaded = Jieba.withDict(readFileSync(createRequire(import.meta.url).resolve("@node-rs/jieba/dict.txt")));
    loaded.loadDict(Buffer.from(ownWords.map((word) => `${word} 20000 n`).join("\n")));
  }
  return loaded;
}

/**
 * The words of a run of Chinese characters, in order and without gaps. No guessing of unknown words: a guess
 * depends on what stands around, and a text and a query must be cut the same way.
 */
export function wordsOf(run: string): string[] {
  return jieba().cut(run, false);
}

/** The shorter words inside a word of the dictionary, as 功耗 is in 低功耗. */
export function wordsInside(word: string): string[] {
  return [...word].length < 3
    ? []
    : jieba()
        .cutForSearch(word, false)
        .filter((inner) => inner !== word && [...inner].length > 1);
}
