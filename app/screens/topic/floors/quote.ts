import { applyEdit } from "~/editor/textarea/text-edit";
import { replyField } from "~/navigation/paths";
import type { TopicPage } from "../model/topic-page";
import styles from "./quote.module.css";

/** What is selected within one post's text, and where its first line ends; null for anything else. */
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

/** A text as Markdown's quotation. */
const asQuotation = (text: string): string =>
  `${text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")}\n\n`;

/** Puts a quotation at the end of what stands in the reply form. */
function insert(quotation: string): void {
  const field = document.getElementById(replyField);
  if (!(field instanceof HTMLTextAreaElement)) return;
  const { length } = field.value;
  const gap =
    length === 0 ? "" : field.value.endsWith("\n\n") ? "" : field.value.endsWith("\n") ? "\n" : "\n\n";
  applyEdit(field, { start: length, end: length, text: gap + quotation });
}

let button: HTMLButtonElement | undefined;

/** A small button beside a selection in a post: it opens the reply form at the post, with the words quoted. */
export function offerQuote(
  page: TopicPage,
  navigate: (to: string, options: { preventScrollReset: boolean }) => void,
): void {
  const found = selectedPost();
  button?.remove();
  if (!found) return;
  const { pid, text, at } = found;
  const offered = document.createElement("button");
  offered.type = "button";
  offered.className = styles.quote ?? "";
  offered.textContent = "引用";
  const left = Math.max(8, Math.min(at.left, window.innerWidth - 80)) + window.scrollX;
  Object.assign(offered.style, { left: `${left}px`, top: `${at.bottom + window.scrollY + 8}px` });
  // The selection stays until the button was pressed.
  offered.addEventListener("pointerdown", (event) => event.preventDefault());
  offered.addEventListener("click", () => {
    offered.remove();
    getSelection()?.removeAllRanges();
    const isFirst = page.topic.floors.some((floor) => floor.pid === pid && floor.floor === 1);
    navigate(page.at({ replyTo: isFirst ? 0 : pid }), { preventScrollReset: true });
    insert(asQuotation(text));
  });
  document.body.append(offered);
  button = offered;
  const away = () => {
    if (getSelection()?.isCollapsed === false) return;
    document.removeEventListener("selectionchange", away);
    offered.remove();
  };
  document.addEventListener("selectionchange", away);
}
