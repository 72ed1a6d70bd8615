import { hasVisibleContent } from "contract/base/plain-text";
import type { WordLevel } from "contract/moderation/words/fields";
import type { ProductTable } from "../content/tables/reading/table";
import type { BbcodeOptions } from "../discuz/bbcode/context";
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
import type { TextPage } from "../text/comparing/document-changes";
import type { Mentions } from "../text/mentions";
import { matcherFor } from "./matchers";

/** Jobs on members' texts, which may be deliberately slow to process. */
export const writingJobs = {
  /**
   * Checks a text before the database is queried: its sensitive words (with a list), possible mentions, and pictures
   * that only the author can see. @returns null when the worker needs the list's words
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
      localImages: localImages(content),
    };
  },

  /**
   * Renders a text, and checks the visible result (with a list).
   * @param typed whether to skip rendering, because a worker crashed on this text. @returns null when the worker needs
   * the list's words
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
      words: matcher ? checkRendered(matcher, visibleHtml) : nothingFound,
    };
  },

  /**
   * Renders texts of an imported forum, and checks them as `render` does. @returns null when the worker needs the list's
   * words
   */
  async renderSeveral({
    texts,
    words,
  }: {
    texts: Omit<RenderJob, "words" | "typed">[];
    words: WordList | null;
  }) {
    const matcher = words && matcherFor(words);
    if (words && !matcher) return null;
    const { renderedTogether } = await import("../text/markdown");
    const htmls = renderedTogether(texts);
    return texts.map(({ source }, at) => {
      const html = htmls[at] ?? asTyped(source);
      return { html, words: matcher ? checkRendered(matcher, html) : nothingFound };
    });
  },

  /**
   * Converts posts of an imported forum to Markdown, and checks them (with a list) as `inspect` does. @returns null when
   * the worker needs the list's words
   */
  async bbcode({ texts, words }: { texts: OldPost[]; words: WordList | null }) {
    const matcher = words && matcherFor(words);
    if (words && !matcher) return null;
    const [{ bbcodeToMarkdown }, { possibleMentions }] = await Promise.all([
      import("../discuz/bbcode/convert"),
      import("../text/mentions"),
    ]);
    return texts.map(({ text, options, after, title }) => {
      const { markdown, counts } = bbcodeToMarkdown(text, options);
      const typed = [markdown, after].filter(Boolean).join("\n\n");
      if (!matcher) return { source: typed, counts, words: [], mentions: [] };
      const fields: Record<string, FieldToCheck> = { content: { value: typed, strictness: "markdown" } };
      if (title !== undefined) fields.title = { value: title, strictness: "text" };
      const looked = lookAtFields(matcher, fields);
      const marked = (looked.marks?.content ?? []).map(({ start, end }) => typed.slice(start, end));
      const source = looked.texts.content?.[0] ?? typed;
      return {
        source,
        counts,
        words: [
          ...marked,
          ...looked.reviewed,
          ...(title !== undefined && looked.marks?.title ? [title] : []),
        ],
        mentions: possibleMentions(source),
      };
    });
  },

  /**
   * Checks published texts: returns, for each, the words that would now prevent immediate publication. @returns null
   * when the worker needs the list's words
   */
  async scan({ texts, words }: { texts: StandingText[]; words: WordList }) {
    const matcher = matcherFor(words);
    return matcher && texts.map((text) => wordsAgainst(matcher, text));
  },

  /** Marks in texts the words that caused their review. */
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

  /** Reads a table of parameters from an XLSX file, and compares it with what stands. */
  async readWorkbook({ content, table }: { content: Uint8Array; table: ProductTable }) {
    const { readWorkbook } = await import("../content/tables/reading/read-workbook");
    return readWorkbook(content, table);
  },

  /** Reads a table of parameters from a CSV file, and compares it with what stands. */
  async readTable({ file, table }: { file: string; table: ProductTable }) {
    const { readTable } = await import("../content/tables/reading/read-file");
    return readTable(file, table);
  },

  /** The changes from one text to another; both whole texts when the comparison takes too long. */
  async changes({ before, after }: { before: string; after: string }) {
    const [{ changesBetween, wholeChange }, { withinTime }] = await Promise.all([
      import("../text/comparing/changes"),
      import("../text/cost/work-time"),
    ]);
    return withinTime(() => changesBetween(before, after)) ?? wholeChange(before, after);
  },

  /** What changed from one document to another, by page. @returns null when the comparison takes too long */
  async documentChanges({ before, after }: { before: TextPage[]; after: TextPage[] }) {
    const [{ documentChanges }, { withinTime }] = await Promise.all([
      import("../text/comparing/document-changes"),
      import("../text/cost/work-time"),
    ]);
    return withinTime(() => documentChanges(before, after));
  },
};

interface RenderJob {
  source: string;
  sizes: PictureSizes;
  mentions: Mentions;
  words: WordList | null;
  typed: boolean;
}

const nothingFound: ReturnType<typeof checkRendered> = { refused: false, reviewed: [] };

/** A post of an imported forum: what stands after its text in Markdown, and the title that is checked with it. */
interface OldPost {
  text: string;
  options: BbcodeOptions;
  after?: string;
  title?: string;
}

/**
 * Jobs on words: checks of short texts, and search lexemes of accepted texts. Each costs one pass over the text. Only
 * this thread has the dictionary.
 */
export const wordJobs = {
  /** Finds the list's words in short fields. @returns null when the worker needs the list's words */
  async check({ fields, words }: { fields: Record<string, FieldToCheck>; words: WordList }) {
    const matcher = matcherFor(words);
    return matcher && lookAtFields(matcher, fields);
  },

  /** Tries the list on a text. @returns null when the worker needs the list's words */
  async tryWords({ text, words }: { text: string; words: WordList }) {
    const matcher = matcherFor(words);
    return matcher && tryWords(matcher, text);
  },

  /** Compares imported words with those of the list. @returns null when the worker needs the list's words */
  async readWords({ text, level, words }: { text: string; level: WordLevel; words: WordList }) {
    const matcher = matcherFor(words);
    const { readWords } = await import("../sensitive-words/read-csv");
    return matcher && readWords(matcher, { text, level });
  },

  /** The word of the list that equals a typed one in any spelling. @returns null when the worker needs the list */
  async sameWord({ typed, words }: { typed: string; words: WordList }) {
    const matcher = matcherFor(words);
    const { sameWord } = await import("../sensitive-words/read-csv");
    return matcher && { same: sameWord(matcher, typed) };
  },

  /** The lexemes of texts in PostgreSQL's form, without the window marks of their rows. */
  async lexemes({
    texts,
  }: {
    texts: { title?: string; tags?: string[]; html: string }[];
  }): Promise<string[]> {
    const [{ lexemesOf }, { plainText }] = await Promise.all([
      import("../search/index/document"),
      import("contract/base/plain-text"),
    ]);
    return texts.map(({ html, ...names }) => lexemesOf({ ...names, text: plainText(html) }));
  },

  /** The words of each run of Chinese characters. */
  async segment({ runs }: { runs: string[] }): Promise<string[][]> {
    const { wordsOf } = await import("../search/index/segment");
    return runs.map((run) => wordsOf(run));
  },
};

export type Jobs = typeof writingJobs & typeof wordJobs;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
