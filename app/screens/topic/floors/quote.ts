import { applyEdit } from "~/editor/textarea/text-edit";
import { replyField } from "~/navigation/paths";
import type { TopicPage } from "../model/topic-page";
import styles from "./quote.module.css";

/** The selection within one post's text, with the position of its first line; null for any other selection. */
function selectedPost(): { pid: number; text: string; at: DOMRect } | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const post = (node: Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>("[data-text]");
  const from = post(range.startContainer);
  const text = selection.toString().trim();
  if (!from || from !== post(range.endContainer) || text === "") return null;
  return {
    pid: Number(from.closest("[id^='post-']")?.id.slice("post-".length)),
    text,
    at: range.getBoundingClientRect(),
  };
}

/** The text as a Markdown quotation. */
const asQuotation = (text: string): string =>
  `${text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")}\n\n`;

/** Appends a quotation to the text in the reply form. */
function insert(quotation: string): void {
  const field = document.getElementById(replyField);
  if (!(field instanceof HTMLTextAreaElement)) return;
  const { length } = field.value;
  const gap =
    length === 0 ? "" : field.value.endsWith("\n\n") ? "" : field.value.endsWith("\n") ? "\n" : "\n\n";
  applyEdit(field, { start: length, end: length, text: gap + quotation });
}

let button: HTMLButtonElement | undefined;

/**
 * Shows a small button beside a selection in a post. It opens the reply form for that post, with the selected text as
 * a quotation.
 */
export function offerQuote(
  page: TopicPage,
  navigate: (to: string, options: { preventScrollReset: boolean }) => void,
): void {
  const selected = selectedPost();
  button?.remove();
  if (!selected) return;
  const { pid, text, at } = selected;
  const quoteButton = document.createElement("button");
  quoteButton.type = "button";
  quoteButton.className = styles.quote ?? "";
  quoteButton.textContent = "引用";
  const offset = Math.max(8, Math.min(at.left, window.innerWidth - 80)) + window.scrollX;
  Object.assign(quoteButton.style, { left: `${offset}px`, top: `${at.bottom + window.scrollY + 8}px` });
  // Without this, pressing the button would clear the selection.
  quoteButton.addEventListener("pointerdown", (event) => event.preventDefault());
  quoteButton.addEventListener("click", () => {
    quoteButton.remove();
    getSelection()?.removeAllRanges();
    const isFirst = page.topic.floors.some((floor) => floor.pid === pid && floor.floor === 1);
    navigate(page.at({ replyTo: isFirst ? 0 : pid }), { preventScrollReset: true });
    insert(asQuotation(text));
  });
  document.body.append(quoteButton);
  button = quoteButton;
  const away = () => {
    if (getSelection()?.isCollapsed === false) return;
    document.removeEventListener("selectionchange", away);
    quoteButton.remove();
  };
  document.addEventListener("selectionchange", away);
}
