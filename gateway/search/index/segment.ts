import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Jieba } from "@node-rs/jieba";
import { ownWords } from "./dictionary";

let loaded: Jieba | undefined;

/** The dictionary, loaded on first use. Loading takes a quarter of a second and 60 MB of memory. */
function jieba(): Jieba {
  if (!loaded) {
    // This reads the file directly: the package's module would also load a second large dictionary.
    loaded = Jieba.withDict(readFileSync(createRequire(import.meta.url).resolve("@node-rs/jieba/dict.txt")));
    loaded.loadDict(Buffer.from(ownWords.map((word) => `${word} 20000 n`).join("\n")));
  }
  return loaded;
}

/**
 * The words of a run of Chinese characters, in order and without gaps. It does not guess unknown words: a guess depends
 * on the neighbouring characters, but a text and a query must be segmented in the same way.
 */
export function wordsOf(run: string): string[] {
  return jieba().cut(run, false);
}

/** The shorter words inside a word of the dictionary, such as 功耗 in 低功耗. */
export function wordsInside(word: string): string[] {
  return [...word].length < 3
    ? []
    : jieba()
        .cutForSearch(word, false)
        .filter((inner) => inner !== word && [...inner].length > 1);
}
