import { and, inArray, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts } from "../database/schema";
import { type Mentions, possibleMentions } from "../text/mentions";
import { hasVisibleContent } from "../text/plain-text";
import { renderMarkdown } from "../text/markdown";
import { Refusal } from "../refusal";
import { checkFields, checkShown } from "../words/check";
import { matcherOf } from "../words/list";
import type { Matcher } from "../words/matcher";
import { checkFiles, pictureSizes } from "./written-files";

/** The people whom a text may mention by nickname; no query for a text without an `@`. */
async function knownMentions(database: Database, content: string): Promise<Mentions> {
  const names = possibleMentions(content);
  if (names.length === 0) return new Map();
  const { id, nicknameFolded } = accounts;
  const rows = await database
    .select({ id, name: nicknameFolded })
    .from(accounts)
    .where(and(inArray(nicknameFolded, names), isNull(accounts.closedAt)));
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Renders a text as it is published, with the sizes of its pictures and links to the people mentioned: the same for a preview. */
export async function rendered(database: Database, content: string): Promise<string> {
  const [sizes, mentions] = [await pictureSizes(database, content), await knownMentions(database, content)];
  return renderMarkdown(content, { sizes, mentions });
}

/** A text as it is written down: its source with words replaced, its HTML, and the words that ask for a moderator. */
export interface Publishable {
  source: string;
  html: string;
  reviewed: string[];
}

/** Renders a text whose words were looked at. Throws as `publishable` does. */
async function render(database: Database, source: string, matcher: Matcher, reviewed: string[]): Promise<Publishable> {
  const html = await rendered(database, source);
  checkFiles(source, html);
  if (!hasVisibleContent(html)) {
    const refusal = new Refusal("CONTENT_EMPTY");
    throw new Refusal("CONTENT_EMPTY", { content: [refusal.message] });
  }
  return { source, html, reviewed: [...new Set([...reviewed, ...checkShown(matcher, html)])] };
}

/**
 * Looks at the words of a reply and renders it for publication. Throws, beside the content: SENSITIVE_WORDS with the spans
 * that are meant, CONTENT_EMPTY when nothing of it can be seen, TOO_MANY_FILES and LOCAL_IMAGE for what it shows and links to.
 */
export async function publishable(database: Database, content: string): Promise<Publishable> {
  const matcher = await matcherOf(database);
  const { texts, reviewed } = checkFields(matcher, { content: { value: content, strictness: "markdown" } });
  return render(database, texts.content[0] ?? content, matcher, reviewed);
}

export type PublishableTopic = Publishable & { title: string };

/** As `publishable`, of a topic with its title and tags, each with its own spans. */
export async function publishableTopic(
  database: Database,
  { title, tags, content }: { title: string; tags: string[]; content: string },
): Promise<PublishableTopic> {
  const matcher = await matcherOf(database);
  const { texts, reviewed } = checkFields(matcher, {
    title: { value: title, strictness: "text" },
    tags: { value: tags, strictness: "name" },
    content: { value: content, strictness: "markdown" },
  });
  return { ...(await render(database, texts.content[0] ?? content, matcher, reviewed)), title: texts.title[0] ?? title };
}
