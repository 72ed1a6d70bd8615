import type { Database } from "../../database/open";
import { knownMentions } from "../../forum/writing/publish";
import { pictureSizes } from "../../forum/writing/written-files";
import { withWords } from "../../sensitive-words/check-fields";
import type { Services } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { costOf } from "../../text/cost/cost";
import type { BbcodeOptions, Counts } from "../bbcode/context";
import type { Converted } from "../bbcode/convert";
import type { ImportContext } from "./import-context";

/** A text to bring: in BBCode, with what stands after it in Markdown (the result of a poll). */
export interface OldText {
  text: string;
  options: BbcodeOptions;
  after?: string;
}

/** A text as it is stored, with the words that need a moderator's look. */
export interface RenderedText {
  source: string;
  html: string;
  words: string[];
  counts: Counts;
}

type Rendering = { services: Pick<Services, "database" | "texts"> };

const lengthOf = (texts: OldText[]) => texts.reduce((sum, { text }) => sum + text.length, 0);

/** Converts texts in a worker; one that it cannot finish, or that fails, keeps its codes as text. */
async function convertAll({ services }: Rendering, texts: OldText[]): Promise<Converted[]> {
  const run = (some: OldText[]) =>
    services.texts.run(
      "bbcode",
      { texts: some.map(({ text, options }) => ({ text, options })) },
      lengthOf(some) + some.length * 500,
      null,
    );
  const alone = async (text: OldText): Promise<Converted> => {
    const [converted] = await run([text]).catch(async (error: unknown) => {
      if (error instanceof Refusal) throw error;
      const off = { ...text.options, codes: false, smileys: false };
      return run([{ ...text, options: off }]);
    });
    if (!converted) throw new Error("a worker did not convert a text");
    return converted;
  };
  try {
    return await run(texts);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const converted: Converted[] = [];
    for (const text of texts) converted.push(await alone(text));
    return converted;
  }
}

/** Renders as a member's text is rendered (forum/writing/publish.ts), checks its words, but refuses nothing. */
async function renderMarkdown(
  { services }: Rendering,
  typed: string,
  { isTrusted = false }: { isTrusted?: boolean } = {},
): Promise<Omit<RenderedText, "counts">> {
  const { texts } = services;
  const database: Database = services.database;
  const content = { value: typed, strictness: "markdown" as const };
  const { looked, mentions } = isTrusted
    ? { looked: null, mentions: [] }
    : await withWords(services, (words) =>
        texts.run("inspect", { fields: { content }, words }, typed.length, null),
      );
  const source = looked?.texts.content?.[0] ?? typed;
  const [sizes, people] = [await pictureSizes(database, source), await knownMentions(database, mentions)];
  const run = (asTyped: boolean) =>
    withWords(services, (words) =>
      texts.run(
        "render",
        { source, sizes, mentions: people, words, typed: asTyped },
        asTyped ? source.length : costOf(source),
        null,
      ),
    );
  const rendered = await run(false).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return run(true);
  });
  const marked = (looked?.marks?.content ?? []).map(({ start, end }) => typed.slice(start, end));
  const words = isTrusted ? [] : [...marked, ...(looked?.reviewed ?? []), ...rendered.words.reviewed];
  // A word that only the result shows has no place in the source.
  const hidden = !isTrusted && rendered.words.refused && words.length === 0 ? ["敏感词"] : [];
  return { source, html: rendered.html, words: [...new Set([...words, ...hidden])] };
}

/** Converts and renders texts. */
export async function renderAll(rendering: Rendering, texts: OldText[]): Promise<RenderedText[]> {
  if (texts.length === 0) return [];
  const converted = await convertAll(rendering, texts);
  return Promise.all(
    converted.map(async ({ markdown, counts }, at) => {
      const after = texts[at]?.after;
      const source = [markdown, after].filter(Boolean).join("\n\n");
      return { ...(await renderMarkdown(rendering, source)), counts };
    }),
  );
}

/** One text of the board's operator, such as a section's rules. */
export async function renderOne(
  context: ImportContext,
  text: string,
  { isTrusted }: { isTrusted: boolean },
): Promise<{ source: string; html: string }> {
  if (!text.trim()) return { source: "", html: "" };
  const options = {
    links: {},
    hosts: context.options.hosts,
    attachments: {},
    hidden: context.options.hidden,
  };
  const [converted] = await convertAll(context, [{ text: text.replace(/<br\s*\/?>/gi, "\n"), options }]);
  return renderMarkdown(context, converted?.markdown ?? "", { isTrusted });
}
