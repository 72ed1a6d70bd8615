import { isDatabaseAway } from "../../database/failures";
import { knownMentions } from "../../forum/writing/publish";
import { pictureSizes } from "../../forum/writing/written-files";
import { withWords } from "../../sensitive-words/check-fields";
import type { Services } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { costOf } from "../../text/cost/cost";
import type { JobInput } from "../../workers/jobs";
import type { BbcodeOptions, Counts } from "../bbcode/context";
import type { ImportContext } from "./import-context";

/** A text to bring: in BBCode, with what stands after it in Markdown (the result of a poll) and a new topic's title. */
export interface OldText {
  text: string;
  options: BbcodeOptions;
  after?: string;
  title?: string;
}

/** A text as it is stored, with the words that need a moderator's look. */
export interface RenderedText {
  source: string;
  html: string;
  words: string[];
  counts: Counts;
}

type Rendering = { services: Pick<Services, "database" | "texts"> };

/** Each text takes some time, however short it is. */
const lengthAtLeast = 500;

/**
 * Runs a job on all texts at once: a message to a worker costs more than most texts. When it fails, each text goes
 * alone, and one that fails alone goes as `plainly` makes it.
 */
async function together<Text, Result>(
  texts: Text[],
  run: (some: Text[]) => Promise<Result[]>,
  plainly: (text: Text) => Text,
): Promise<Result[]> {
  const unlessRefused = (error: unknown) => {
    if (error instanceof Refusal || isDatabaseAway(error)) throw error;
    return null;
  };
  const all = await run(texts).catch(unlessRefused);
  if (all) return all;
  const results: Result[] = [];
  for (const text of texts)
    results.push(...((await run([text]).catch(unlessRefused)) ?? (await run([plainly(text)]))));
  return results;
}

/**
 * Converts texts, and renders them as members' texts are rendered (forum/writing/publish.ts): checks their words, but
 * refuses nothing.
 * @param isTrusted texts of the board's operator, whose words nobody checks
 */
export async function renderAll(
  { services }: Rendering,
  texts: OldText[],
  { isTrusted = false }: { isTrusted?: boolean } = {},
): Promise<RenderedText[]> {
  if (texts.length === 0) return [];
  const { database, texts: workers } = services;
  const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length + lengthAtLeast, 0);
  const converted = await together(
    texts,
    (some) => {
      const length = sum(some.map(({ text }) => text.length));
      return isTrusted
        ? workers.run("bbcode", { texts: some, words: null }, length, null).then((found) => found ?? [])
        : withWords(services, (words) => workers.run("bbcode", { texts: some, words }, length, null));
    },
    (text) => ({ ...text, options: { ...text.options, codes: false, smileys: false } }),
  );
  const people = await knownMentions(database, [...new Set(converted.flatMap(({ mentions }) => mentions))]);
  const jobs: Omit<JobInput<"render">, "words">[] = [];
  for (const { source, mentions } of converted)
    jobs.push({
      source,
      sizes: await pictureSizes(database, source),
      mentions: new Map([...people].filter(([name]) => mentions.includes(name))),
      typed: false,
    });
  const rendered = await together(
    jobs,
    (some) =>
      withWords(services, async (words) => {
        const [job] = some;
        const length = sum(some.map(({ source }) => costOf(source)));
        // As it was typed, or several.
        if (!job?.typed) return workers.run("renderSeveral", { texts: some, words }, length, null);
        const plain = await workers.run("render", { ...job, words }, job.source.length, null);
        return plain && [plain];
      }),
    (job) => ({ ...job, typed: true }),
  );
  return converted.map(({ source, counts, words }, at) => {
    const { html = "", words: found = { refused: false, reviewed: [] } } = rendered[at] ?? {};
    if (isTrusted) return { source, html, counts, words: [] };
    const all = [...words, ...found.reviewed];
    // A word that only the result shows has no place in the source.
    const hidden = found.refused && all.length === 0 ? ["敏感词"] : [];
    return { source, html, counts, words: [...new Set([...all, ...hidden])] };
  });
}

/** One text of the board's operator, such as a section's rules. */
export async function renderOne(
  context: ImportContext,
  text: string,
): Promise<{ source: string; html: string }> {
  if (!text.trim()) return { source: "", html: "" };
  const options = {
    links: {},
    hosts: context.options.hosts,
    attachments: {},
    hidden: context.options.hidden,
  };
  const [rendered] = await renderAll(context, [{ text: text.replace(/<br\s*\/?>/gi, "\n"), options }], {
    isTrusted: true,
  });
  return { source: rendered?.source ?? "", html: rendered?.html ?? "" };
}
