import type { Services } from "../../server/context";
import { costOf } from "../../text/cost/cost";
import { knownMentions } from "./publish";
import { pictureSizes } from "./written-files";

/** A text that was published before, with its HTML and search document. */
export interface Readied {
  /** The title of a topic; null for a reply. */
  title: string | null;
  source: string;
  html: string;
  lexemes: string;
}

/**
 * Renders a text and its search document again. Call it before a transaction begins, so that no transaction waits for
 * a worker.
 */
export async function readyAgain(
  { database, texts }: Pick<Services, "database" | "texts">,
  { title, source, tags }: { title: string | null; source: string; tags: string[] },
): Promise<Readied> {
  const fields = { content: { value: source, strictness: "markdown" } } as const;
  const inspected = await texts.run("inspect", { fields, words: null }, source.length, null);
  const [sizes, mentions] = [
    await pictureSizes(database, source),
    await knownMentions(database, inspected?.mentions ?? []),
  ];
  const job = { source, sizes, mentions, words: null, typed: false };
  const rendered = await texts.run("render", job, costOf(source), null);
  if (rendered === null) throw new Error("a text of old needs no list of words");
  const { html } = rendered;
  const found = { html, ...(title === null ? {} : { title, tags }) };
  const [lexemes = ""] = await texts.run("lexemes", { texts: [found] }, html.length, null);
  return { title, source, html, lexemes };
}
