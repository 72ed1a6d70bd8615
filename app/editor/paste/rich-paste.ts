import { fenceAt } from "../textarea/formatting";
import { applyEdit } from "../textarea/text-edit";

/** What Markdown has words for; Word writes its lists as paragraphs with a style. */
const structure =
  /<(?:h[1-6]|[uo]l|li|table|pre|code|a\s|strong|b|em|i|del|s|strike|blockquote|hr|su[bp])[\s>/]|mso-list:/i;
/** Word sends half a megabyte with a page. More than this is pasted as plain text. */
const htmlMaximum = 2_000_000;
const pasteMessage = "粘贴的格式已转成 Markdown；只要纯文本请用 Ctrl+Shift+V";

/** What stands before and after text that is put between, so that its blocks are blocks. */
function apart(markdown: string, before: string, after: string): string {
  if (!/\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |```|\|)/.test(markdown)) return markdown;
  const missing = (text: RegExpExecArray | null) => "\n".repeat(Math.max(0, 2 - (text?.[0].length ?? 0)));
  const head = before === "" ? "" : missing(/\n*$/.exec(before));
  return head + markdown + (after === "" ? "\n" : missing(/^\n*/.exec(after)));
}

/**
 * Text with headings, lists, tables or links that is pasted into a text area becomes Markdown; what only has colours
 * stays the text that the browser pastes, as does everything within a block of code. The code that knows how comes
 * with the first such paste. Gives back what ends it.
 */
export function listenToRichPaste(
  textarea: HTMLTextAreaElement,
  announce: (message: string) => void,
): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const html = event.clipboardData?.getData("text/html") ?? "";
    const plain = event.clipboardData?.getData("text/plain") ?? "";
    if (event.defaultPrevented || !plain || html.length > htmlMaximum || !structure.test(html)) return;
    if (fenceAt(textarea.value, textarea.selectionStart)) return;
    event.preventDefault();
    void import("./markdown-of")
      .then(({ markdownOf }) => markdownOf(html))
      .catch(() => null)
      .then((markdown) => {
        const { value, selectionStart: start, selectionEnd: end } = textarea;
        const text = markdown ? apart(markdown, value.slice(0, start), value.slice(end)) : plain;
        applyEdit(textarea, { start, end, text });
        if (markdown && markdown !== plain.trim()) announce(pasteMessage);
      });
  };
  textarea.addEventListener("paste", onPaste);
  return () => textarea.removeEventListener("paste", onPaste);
}
