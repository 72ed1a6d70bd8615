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

/** The serialiser leaves `>` in text and values as it is, which HTML allows and validators do not like. */
function escapeBrackets(html: string): string {
  return html.replace(/(<(?:[^>"]|"[^"]*")*)?>/g, (_found, tag?: string) =>
    tag === undefined ? "&gt;" : `${tag.replaceAll(">", "&gt;")}>`,
  );
}

let prepared = false;
/**
 * Makes every language's colouring ready. It is made on first use otherwise, and one that is stopped half way
 * stays broken for as long as the thread lives. A thread does it before its first text.
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

/** The operator's own texts have the time of one of so many characters: two seconds. */
const trustedLength = 135_000;

export interface RenderOptions {
  /** What the text's `cid:` picture references stand for: name to the stored file's path (spec 9). */
  attachments?: Attachments;
  /** Pictures that stand in the text with their size, by address. */
  sizes?: PictureSizes;
  /** People whose `@昵称` becomes a link. */
  mentions?: Mentions;
}

/**
 * Renders GFM Markdown to HTML that is safe to put into a page as it is; called when a text is written, never
 * when it is read. Never throws: a text that is hostile, takes seconds (work-time.ts) or would become too
 * large (size.ts) comes out as it was typed. For texts of the operator's own: what members write is rendered
 * by `renderedWithin`, in a worker thread.
 *
 * What comes out, for the style sheet:
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
 * As `renderMarkdown`, with null for a text that can only be shown as it was typed, and within the time that
 * was begun before.
 */
export function renderedWithin(source: string, options: RenderOptions = {}): string | null {
  prepareRenderer();
  const hidden = hideMarkers(source);
  if (isHostile(hidden)) return null;
  const process = (diagrams: boolean) =>
    ofSize(
      markUnseen(
        escapeBrackets(String(processor.processSync({ value: hidden, data: { ...options, diagrams } }))),
      ),
    );
  const html = withinTime(() => withinSize(() => process(true)));
  if (html !== null || !hasDiagram(source)) return html;
  // Its diagrams were too much, not its words.
  beginWork(source.length);
  return withinTime(() => withinSize(() => process(false)));
}
