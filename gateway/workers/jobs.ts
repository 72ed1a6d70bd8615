import { hasVisibleContent } from "contract/base/plain-text";
import type { WordLevel } from "contract/moderation/words/fields";
import type { FieldToCheck, LookedFields } from "../sensitive-words/check";
import {
  checkRendered,
  lookAtFields,
  type StandingText,
  tryWords,
  wordsAgainst,
} from "../sensitive-words/check";
import type { WordList } from "../sensitive-words/list";
import type { TextToMark } from "../sensitive-words/mark";
import type { PictureSizes } from "../text/addresses";
import { asTyped } from "../text/as-typed";
import type { Mentions } from "../text/mentions";
import { matcherFor } from "./matchers";

/** Jobs on members' texts, which may be crafted to be slow. */
export const writingJobs = {
  /**
   * Looks at a text before the database is asked what it names: its words (with a list), the people it may
   * mention, the pictures that only its author could see. @returns null when the worker needs the list's
   * words
   */
  async inspect({ fields, words }: { fields: Record<string, FieldToCheck>; words: WordList | null }) {
    const matcher = words && matcherFor(words);
    if (words && !matcher) return null;
    const [{ localImages }, { possibleMentions }] = await Promise.all([
      import("../text/local-images"),
      import("../text/mentions"),
    ]);
    const lists = Object.fromEntries(
      Object.entries(fields).map(([name, { value }]) => [name, [value].flat()]),
    );
    const checkedFields: LookedFields = matcher
      ? lookAtFields(matcher, fields)
      : { texts: lists, reviewed: [], marks: null };
    const content = checkedFields.texts.content?.[0] ?? "";
    return {
      looked: checkedFields,
      mentions: possibleMentions(content),
      localImages: words ? localImages(content) : [],
    };
  },

  /**
   * Renders a text, and looks at what readers will see of it (with a list).
   * @param typed renders nothing: a worker was lost over this text. @returns null when the worker needs the
   * list's words
   */
  async render({ source, sizes, mentions, words, typed }: RenderJob) {
    const matcher = words && matcherFor(words);
    if (words && !matcher) return null;
    const html = typed
      ? null
      : (await import("../text/markdown")).renderedWithin(source, { sizes, mentions });
    const visibleHtml = html ?? asTyped(source);
    return {
      html: visibleHtml,
      asTyped: html === null,
      visible: hasVisibleContent(visibleHtml),
      words: matcher ? checkRendered(matcher, visibleHtml) : { refused: false, reviewed: [] },
    };
  },

  /**
   * Looks through texts that stand: by place, the words for which they would not be published at once. @returns null
   * when the worker needs the list's words
   */
  async scan({ texts, words }: { texts: StandingText[]; words: WordList }) {
    const matcher = matcherFor(words);
    return matcher && texts.map((text) => wordsAgainst(matcher, text));
  },

  /** Marks in texts the words that they wait for. */
  async mark({ texts }: { texts: TextToMark[] }) {
    const { markTexts } = await import("../sensitive-words/mark");
    return markTexts(texts);
  },

  /** The text of the QR code in a picture (RGBA); null when none can be read. */
  async readQr(picture: { width: number; height: number; pixels: Uint8Array }): Promise<string | null> {
    const { default: decodeQR } = await import("qr/decode.js");
    const { width, height, pixels: data } = picture;
    try {
      return decodeQR({ width, height, data });
    } catch {
      return null;
    }
  },

  /** What changed from one text to another; the two as a whole where comparing them takes too long. */
  async changes({ before, after }: { before: string; after: string }) {
    const [{ changesBetween, wholeChange }, { withinTime }] = await Promise.all([
      import("../text/changes"),
      import("../text/cost/work-time"),
    ]);
    return withinTime(() => changesBetween(before, after)) ?? wholeChange(before, after);
  },
};

interface RenderJob {
  source: string;
  sizes: PictureSizes;
  mentions: Mentions;
  words: WordList | null;
  typed: boolean;
}

/**
 * Words: short texts, and the documents of those that were accepted; each costs one pass. The dictionary is
 * here alone.
 */
export const wordJobs = {
  /** Looks for the list's words in short fields. @returns null when the worker needs the list's words */
  async check({ fields, words }: { fields: Record<string, FieldToCheck>; words: WordList }) {
    const matcher = matcherFor(words);
    return matcher && lookAtFields(matcher, fields);
  },

  /** Tries the list on a text. @returns null when the worker needs the list's words */
  async tryWords({ text, words }: { text: string; words: WordList }) {
    const matcher = matcherFor(words);
    return matcher && tryWords(matcher, text);
  },

  /** Reads words that are imported, beside those of the list. @returns null when the worker needs the list's words */
  async readWords({ text, level, words }: { text: string; level: WordLevel; words: WordList }) {
    const matcher = matcherFor(words);
    const { readWords } = await import("../sensitive-words/read-csv");
    return matcher && readWords(matcher, { text, level });
  },

  /** The word of the list that a typed one is, however it is spelled. @returns null when the worker needs the list */
  async sameWord({ typed, words }: { typed: string; words: WordList }) {
    const matcher = matcherFor(words);
    const { sameWord } = await import("../sensitive-words/read-csv");
    return matcher && { same: sameWord(matcher, typed) };
  },

  /** The lexemes of texts, as PostgreSQL reads them, without the marks of their rows. */
  async lexemes({
    texts,
  }: {
    texts: { title?: string; tags?: string[]; html: string }[];
  }): Promise<string[]> {
    const [{ lexemesOf }, { plainText }] = await Promise.all([
      import("../search/index/document"),
      import("contract/base/plain-text"),
    ]);
    return texts.map(({ html, ...named }) => lexemesOf({ ...named, text: plainText(html) }));
  },

  /** The words of runs of Chinese characters, each run's by itself. */
  async segment({ runs }: { runs: string[] }): Promise<string[][]> {
    const { wordsOf } = await import("../search/index/segment");
    return runs.map((run) => wordsOf(run));
  },
};

export type Jobs = typeof writingJobs & typeof wordJobs;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
