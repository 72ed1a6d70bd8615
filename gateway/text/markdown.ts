import rehypeHighlight from "rehype-highlight";
import rehypeSanitize from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import type { Attachments, PictureSizes } from "./addresses";
import { rehypeBlocks, rehypeCodeLanguages, remarkHeadings } from "./blocks";
import { isHostile, withinBounds } from "./bounds";
import { handlers, rehypeAddresses, remarkAddressEnds } from "./inlines";
import { aliases, grammars, plainWords } from "./languages";
import { hideMarkers, rehypeMarkers, remarkMarkersInCode } from "./markers";
import { type Mentions, remarkMentions } from "./mentions";
import { schema } from "./schema";

/**
 * A single `~` stays as typed: Chinese writes ranges with it (3~5 V). The CJK rules let `**注意：**请` be bold, which
 * plain CommonMark does not.
 */
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkCjkFriendly)
  .use(remarkMarkersInCode)
  .use(remarkAddressEnds)
  .use(remarkMentions)
  .use(remarkHeadings)
  .use(remarkRehype, { handlers })
  .use(rehypeMarkers)
  .use(rehypeAddresses)
  .use(rehypeCodeLanguages)
  .use(rehypeHighlight, { languages: grammars, aliases, plainText: plainWords })
  .use(rehypeBlocks)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The text as it was typed, for what cannot be rendered. */
function asTyped(source: string): string {
  const escaped = source.replace(/[&<>"]/g, (character) => escapes[character] ?? "");
  return `<p>${escaped.trim().replace(/\n/g, "<br>\n")}</p>`;
}

/** The serialiser leaves `>` in text as it is, which HTML allows and validators do not like. */
function escapeBrackets(html: string): string {
  return html.replace(/(<(?:[^>"]|"[^"]*")*>)|>/g, (_found, tag?: string) => tag ?? "&gt;");
}

export interface RenderOptions {
  /** What the text's `cid:` picture references stand for: name to the stored file's path (spec 9). */
  attachments?: Attachments;
  /** Pictures that stand in the text with their size, by address. */
  sizes?: PictureSizes;
  /** People whose `@昵称` becomes a link. */
  mentions?: Mentions;
}

/**
 * Renders GFM Markdown to HTML that is safe to put into a page as it is; called when a text is written, never when
 * it is read (design 2). Never throws: a text that is hostile or takes over a second comes out as it was typed.
 *
 * What comes out, for the style sheet:
 * - `<figure class="code" data-language="c"><figcaption>C</figcaption><pre tabindex="0"><code class="hljs language-c">…`;
 *   in a block of several lines an empty `<i>` stands at the head of each, for a CSS counter.
 * - `<section class="table-scroll" aria-label="表格" tabindex="0"><table>…`; cells have `align-left|center|right`.
 * - `<a class="zoom" href="…"><img loading="lazy" …></a>` for a picture that is not in a link; one of `sizes` with
 *   `width` and `height`, at most 480 high.
 * - `<a class="mention" href="/userhomepage?uid=…">@昵称</a>` for a person who is mentioned.
 * - `<a class="attachment" href="…">` for a link to an attachment of ours.
 * - Headings from h3 down, without ids; task lists as `ul.contains-task-list > li.task-list-item > input[disabled]`;
 *   footnotes as `div.footnote`.
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  const hidden = hideMarkers(source);
  if (isHostile(hidden)) return asTyped(source);
  const html = withinBounds(() => escapeBrackets(String(processor.processSync({ value: hidden, data: { ...options } }))));
  return html ?? asTyped(source);
}
