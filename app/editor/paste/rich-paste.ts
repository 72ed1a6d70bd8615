import { fenceAt } from "../textarea/formatting";
import { applyEdit } from "../textarea/text-edit";

/** HTML that Markdown can express. Word writes lists as paragraphs with an `mso-list` style. */
const structure =
  /<(?:h[1-6]|[uo]l|li|table|pre|code|a\s|strong|b|em|i|del|s|strike|blockquote|hr|su[bp])[\s>/]|mso-list:/i;
/** Word sends half a megabyte of HTML for one page. More than this is pasted as plain text. */
const htmlMaximum = 2_000_000;
const pasteMessage = "粘贴的格式已转成 Markdown；只要纯文本请用 Ctrl+Shift+V";

/** Adds the line ends that an inserted text needs around it, so that its blocks remain blocks. */
function withLineEnds(markdown: string, before: string, after: string): string {
  if (!/\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |```|\|)/.test(markdown)) return markdown;
  const missing = (text: RegExpExecArray | null) => "\n".repeat(Math.max(0, 2 - (text?.[0].length ?? 0)));
  const head = before === "" ? "" : missing(/\n*$/.exec(before));
  return head + markdown + (after === "" ? "\n" : missing(/^\n*/.exec(after)));
}

/**
 * Converts pasted text to Markdown when it has headings, lists, tables or links. Text that only has colours, and text
 * pasted into a code block, is left to the browser. The converter loads with the first such paste. Returns a function
 * that removes the listener.
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
        const text = markdown ? withLineEnds(markdown, value.slice(0, start), value.slice(end)) : plain;
        applyEdit(textarea, { start, end, text });
        if (markdown && markdown !== plain.trim()) announce(pasteMessage);
      });
  };
  textarea.addEventListener("paste", onPaste);
  return () => textarea.removeEventListener("paste", onPaste);
}
