import { hasVisibleContent } from "contract/base/plain-text";
import type { FieldToCheck, LookedFields } from "../sensitive-words/check";
import { lookAtFields, lookAtShown } from "../sensitive-words/check";
import type { WordList } from "../sensitive-words/list";
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
    const typed = Object.fromEntries(
      Object.entries(fields).map(([name, { value }]) => [name, [value].flat()]),
    );
    const looked: LookedFields = matcher
      ? lookAtFields(matcher, fields)
      : { texts: typed, reviewed: [], marks: null };
    const content = looked.texts.content?.[0] ?? "";
    return { looked, mentions: possibleMentions(content), localImages: words ? localImages(content) : [] };
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
    const shown = html ?? asTyped(source);
    return {
      html: shown,
      asTyped: html === null,
      visible: hasVisibleContent(shown),
      words: matcher ? lookAtShown(matcher, shown) : { refused: false, reviewed: [] },
    };
  },

  /** What changed from one text to another; the two as a whole where comparing them takes too long. */
  async changes({ before, after }: { before: string; after: string }) {
    const [{ changesBetween, changedWhole }, { withinTime }] = await Promise.all([
      import("../text/changes"),
      import("../text/work-time"),
    ]);
    return withinTime(() => changesBetween(before, after)) ?? changedWhole(before, after);
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
