import { logError, logWarning } from "contract/base/log";
import { and, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts } from "../../database/schema";
import type { FieldToCheck } from "../../sensitive-words/check";
import { refuseWords, withWords } from "../../sensitive-words/check-fields";
import { type WordList, wordListInForce } from "../../sensitive-words/list";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { costOf } from "../../text/cost/cost";
import type { Mentions } from "../../text/mentions";
import type { JobInput, JobOutput } from "../../workers/jobs";
import { WorkerLost } from "../../workers/lane";
import { checkFiles, pictureSizes } from "./written-files";

/** The people whom a text may mention by nickname; no query for a text without an `@`. */
export async function knownMentions(database: Database, names: string[]): Promise<Mentions> {
  if (names.length === 0) return new Map();
  const { id, nicknameFolded } = accounts;
  const rows = await database
    .select({ id, name: nicknameFolded })
    .from(accounts)
    // One parameter for all names: an imported board's texts have more than a statement takes.
    .where(and(sql`${nicknameFolded} = any(${sql.param(names)}::text[])`, isNull(accounts.closedAt)));
  return new Map(rows.map((row) => [row.name, row.id]));
}

type Asking = Pick<CallContext, "database" | "texts" | "caller">;

/** Renders in a worker; when the worker fails or ends, returns the escaped source. */
async function render(context: Asking, source: string, names: string[], words: WordList | null) {
  const { database, texts } = context;
  const [sizes, mentions] = [await pictureSizes(database, source), await knownMentions(database, names)];
  const job = (typed: boolean): JobInput<"render"> => ({ source, sizes, mentions, words, typed });
  const run = (typed: boolean) =>
    texts.run(
      "render",
      job(typed),
      typed ? source.length : costOf(source),
      accountOf(context as CallContext).id,
    );
  return run(false).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    const about = `账号 ${context.caller.account?.id}，${source.length} 个字符`;
    if (error instanceof WorkerLost) logWarning(`[网关] 一篇正文处理超时，按原样显示：${about}`);
    else logError(`[网关] 一篇正文没有排成，按原样显示：${about}`, error);
    return run(true);
  });
}

/**
 * Renders a text for a preview as it would be published, with the sizes of its pictures and links to the
 * people mentioned. `localImages` are the pictures that only its author sees.
 */
export async function previewed(
  context: Asking,
  content: string,
): Promise<{ html: string; asTyped: boolean; localImages: string[] }> {
  const fields = { content: { value: content, strictness: "markdown" } } as const;
  const inspected = await context.texts.run(
    "inspect",
    { fields, words: null },
    content.length,
    accountOf(context as CallContext).id,
  );
  const rendered = await render(context, content, inspected?.mentions ?? [], null);
  if (rendered === null) throw new Error("a preview needs no list of words");
  return { html: rendered.html, asTyped: rendered.asTyped, localImages: inspected?.localImages ?? [] };
}

/**
 * A text to store: its source with words replaced, its HTML, its search lexemes, and the words that need a review.
 */
export interface Publishable {
  source: string;
  html: string;
  lexemes: string;
  reviewed: string[];
}

/**
 * Checks and renders a text with its other fields. Throws what `publishable` throws. Call it before a transaction
 * begins, so that no transaction waits for a worker.
 */
async function publish(
  context: CallContext,
  fields: Record<string, FieldToCheck> & { content: FieldToCheck },
  standingTags: string[] = [],
) {
  const account = accountOf(context).id;
  const length = [fields.content.value].flat().join("").length;
  const inForce = await wordListInForce(context.database);
  const { looked, mentions, localImages } = await withWords(
    context,
    (words) => context.texts.run("inspect", { fields, words }, length, account),
    inForce,
  );
  if (looked.marks) refuseWords(looked.marks);
  const source = looked.texts.content?.[0] ?? "";
  const rendered: NonNullable<JobOutput<"render">> = await withWords(
    context,
    (words) => render(context, source, mentions, words),
    inForce,
  );
  checkFiles(localImages, rendered.html);
  if (!rendered.visible) {
    const refusal = new Refusal("CONTENT_EMPTY");
    throw new Refusal("CONTENT_EMPTY", { content: [refusal.message] });
  }
  // A word that Markdown or HTML splits has no span in the source: only the field is marked.
  if (rendered.words.refused) refuseWords({ content: [] });
  const { html } = rendered;
  const found = {
    html,
    ...(looked.texts.title
      ? { title: looked.texts.title[0] ?? "", tags: looked.texts.tags ?? standingTags }
      : {}),
  };
  const [lexemes = ""] = await context.texts.run("lexemes", { texts: [found] }, html.length, account);
  return {
    source,
    html,
    lexemes,
    reviewed: [...new Set([...looked.reviewed, ...rendered.words.reviewed])],
    texts: looked.texts,
  };
}

/**
 * Checks the words of a reply and renders it for publication. Throws beside the content: SENSITIVE_WORDS with the
 * words' spans, CONTENT_EMPTY for a text that shows nothing, TOO_MANY_FILES and LOCAL_IMAGE for its pictures and
 * links; and TEXTS_BUSY.
 */
export async function publishable(context: CallContext, content: string): Promise<Publishable> {
  const { texts: _texts, ...text } = await publish(context, {
    content: { value: content, strictness: "markdown" },
  });
  return text;
}

export type PublishableTopic = Publishable & { title: string };

/** As `publishable`, of a topic with its title and tags, each with its own spans. */
export async function publishableTopic(
  context: CallContext,
  { title, tags, content }: { title: string; tags: string[]; content: string },
): Promise<PublishableTopic> {
  const { texts, ...text } = await publish(context, {
    title: { value: title, strictness: "text" },
    tags: { value: tags, strictness: "name" },
    content: { value: content, strictness: "markdown" },
  });
  return { ...text, title: texts.title?.[0] ?? title };
}

/** As `publishable`, of a text that a moderator corrects: a reply without a title, or a topic, whose tags stay. */
export async function publishableCorrection(
  context: CallContext,
  { title, tags, content }: { title: string | null; tags: string[]; content: string },
): Promise<Publishable & { title: string | null }> {
  if (title === null) return { ...(await publishable(context, content)), title };
  const { texts, ...text } = await publish(
    context,
    { title: { value: title, strictness: "text" }, content: { value: content, strictness: "markdown" } },
    tags,
  );
  return { ...text, title: texts.title?.[0] ?? title };
}
