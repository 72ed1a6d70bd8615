import { markUnseen } from "contract/base/unseen";
import rehypeHighlight from "rehype-highlight";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import type { Attachments, PictureSizes } from "./addresses";
import { asTyped } from "./as-typed";
import { rehypeBlocks, rehypeCodeLanguages, remarkHeadings } from "./blocks";
import { isHostile } from "./cost/bounds";
import { costOf, hasDiagram } from "./cost/cost";
import { ofSize, rehypeSize, remarkSize, withinSize } from "./cost/size";
import { beginWork, withinTime } from "./cost/work-time";
import { rehypeDiagrams } from "./diagrams/diagrams";
import { formulaHandlers, remarkFormulas } from "./formulas/formulas";
import { remarkFormulaSyntax } from "./formulas/syntax";
import { handlers, rehypeAddresses } from "./inlines";
import { aliases, grammars, plainWords } from "./languages";
import { hideMarkers, rehypeMarkers, remarkMarkersInCode } from "./markers";
import { type Mentions, remarkMentions } from "./mentions";
import { schema } from "./schema";
import { remarkSyntax } from "./syntax";

const processor = unified()
  .use(remarkParse)
  .use(remarkSyntax)
  .use(remarkFormulaSyntax)
  .use(remarkSize)
  .use(remarkMarkersInCode)
  .use(remarkMentions)
  .use(remarkHeadings)
  .use(remarkFormulas)
  .use(remarkRehype, { handlers: { ...handlers, ...formulaHandlers } })
  .use(rehypeMarkers)
  .use(rehypeAddresses)
  .use(rehypeDiagrams)
  .use(rehypeCodeLanguages)
  .use(rehypeHighlight, { languages: grammars, aliases, plainText: plainWords })
  .use(rehypeBlocks)
  .use(rehypeSize)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

/** Escapes `>` in texts and values: the serialiser does not, which HTML allows but validators criticise. */
function escapeBrackets(html: string): string {
  return html.replace(/(<(?:[^>"]|"[^"]*")*)?>/g, (_found, tag?: string) =>
    tag === undefined ? "&gt;" : `${tag.replaceAll(">", "&gt;")}>`,
  );
}

let prepared = false;
/**
 * Compiles the grammars of all languages. Each thread calls this before its first text. Otherwise a grammar is compiled
 * on first use, and if a time limit stops the compilation, the grammar stays broken in that thread.
 */
export function prepareRenderer(): void {
  if (prepared) return;
  prepared = true;
  processor.processSync(
    Object.keys(grammars)
      .map((name) => `\`\`\`${name}\na\n\`\`\``)
      .join("\n\n"),
  );
}

/** Texts of the operator get the time of a text with this length: two seconds. */
const trustedLength = 135_000;

export interface RenderOptions {
  /** The stored files behind the text's `cid:` pictures: name to path (spec 9). */
  attachments?: Attachments;
  /** The sizes of known pictures, by address. */
  sizes?: PictureSizes;
  /** People whose `@昵称` becomes a link. */
  mentions?: Mentions;
}

/**
 * Renders GFM Markdown to safe HTML. Call it when a text is written, not when it is read. It never throws: a text that
 * is hostile, takes seconds (work-time.ts) or becomes too large (size.ts) is returned as escaped source. It is for
 * texts of the operator; a worker thread renders members' texts with `renderedWithin`.
 *
 * The structures of the result, for the style sheet:
 * - `<figure class="code" data-language="c"><figcaption>C</figcaption><pre tabindex="0"><code class="hljs
 *   language-c">…`; in a block of several lines an empty `<i>` stands at the head of each, for a CSS counter.
 * - `<section class="table-scroll" aria-label="表格" tabindex="0"><table>…`; cells have
 *   `align-left|center|right`.
 * - `<a class="zoom" href="…"><img loading="lazy" …></a>` for a picture that is not in a link; one of `sizes`
 *   with `width` and `height`, at most 480 high.
 * - `<a class="mention" href="/userhomepage?uid=…">@昵称</a>` for a person who is mentioned.
 * - `<a class="attachment" href="…">` for a link to an attachment of ours.
 * - `<math alttext="…">` for `$…$`; `<div|span class="formula"><math display="block">` for `$$…$$`; `<code
 *   class="formula-error" title="…">` for one that cannot be set.
 * - `<figure class="diagram"><section class="diagram-scroll"><svg role="img">…<details><summary>源码…` for a
 *   diagram.
 * - `<span class="unseen" title="…">U+202E</span>` in code, for a character that draws nothing.
 * - Headings from h3 down, without ids; task lists as `ul.contains-task-list > li.task-list-item >
 *   input[disabled]`; footnotes as `div.footnote`.
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  beginWork(trustedLength + costOf(source));
  return renderedWithin(source, options) ?? asTyped(source);
}

/**
 * Like `renderMarkdown`, but returns null for a text that can only be shown as source. Call `beginWork` before it.
 */
export function renderedWithin(source: string, options: RenderOptions = {}): string | null {
  prepareRenderer();
  const hidden = hideMarkers(source);
  if (isHostile(hidden)) return null;
  const html = withinTime(() => processed(hidden, options, true));
  if (html !== null || !hasDiagram(source)) return html;
  // The diagrams took too much time or room, so it renders the text again without them.
  beginWork(source.length);
  return withinTime(() => processed(hidden, options, false));
}

function processed(hidden: string, options: RenderOptions, diagrams: boolean): string | null {
  return withinSize(() =>
    ofSize(
      markUnseen(
        escapeBrackets(String(processor.processSync({ value: hidden, data: { ...options, diagrams } }))),
      ),
    ),
  );
}

/** Each of several texts takes at least the time of this many characters. */
const lengthAtLeast = 500;

/**
 * Renders several texts like `renderedWithin`, in the time of all of them together: to watch the time of each costs as
 * much as a short text. So a slow text may use the time of the others. When they do not finish in it, each gets its own
 * time.
 */
export function renderedTogether(texts: readonly ({ source: string } & RenderOptions)[]): (string | null)[] {
  const [first, ...others] = texts;
  if (first && others.length === 0) {
    const { source, ...options } = first;
    beginWork(costOf(source));
    return [renderedWithin(source, options)];
  }
  prepareRenderer();
  beginWork(texts.reduce((sum, { source }) => sum + costOf(source) + lengthAtLeast, 0));
  const all = withinTime(() =>
    texts.map(({ source, ...options }) => {
      const hidden = hideMarkers(source);
      return isHostile(hidden) ? null : processed(hidden, options, true);
    }),
  );
  return texts.map((text, at) => {
    const { source, ...options } = text;
    // One that took too much room may fit without its diagrams.
    if (all && (typeof all[at] === "string" || !hasDiagram(source))) return all[at] ?? null;
    beginWork(costOf(source));
    return renderedWithin(source, options);
  });
}
