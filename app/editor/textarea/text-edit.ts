/**
 * Changes the text of a text area so that the browser's undo can revert the change, and that forms, drafts and
 * counters get an `input` event. All code that writes into the editor uses these functions.
 */

/**
 * One change: `text` replaces the range from `start` to `end` (UTF-16 offsets). Then the range `select` is selected;
 * by default the caret goes to the end of `text`.
 */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
  select?: readonly [number, number];
}

/** The state before a change: the whole text and its selection. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

export function selectedIn(textarea: HTMLTextAreaElement): Selected {
  return { text: textarea.value, start: textarea.selectionStart, end: textarea.selectionEnd };
}

/** Applies an edit. The text area gets the focus: the browser's undo needs it. */
export function applyEdit(
  textarea: HTMLTextAreaElement | HTMLInputElement,
  { start, end, text, select }: TextEdit,
): void {
  textarea.focus();
  textarea.setSelectionRange(start, end);
  // The browser's undo records `insertText`. Where the browser does not support it, the text is set directly.
  const done =
    text === "" && start === end
      ? true
      : text === ""
        ? document.execCommand("delete")
        : document.execCommand("insertText", false, text);
  if (!done) {
    textarea.setRangeText(text, start, end, "end");
    textarea.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
  }
  const [from, to] = select ?? [start + text.length, start + text.length];
  textarea.setSelectionRange(from, to);
}

/** Replaces the selection by text. */
export function insertText(textarea: HTMLTextAreaElement, text: string): void {
  applyEdit(textarea, { start: textarea.selectionStart, end: textarea.selectionEnd, text });
}

/** Replaces the range from `start` to `end` by text. The selection stays on the same characters. */
export function replaceRange(textarea: HTMLTextAreaElement, start: number, end: number, text: string): void {
  const moved = (offset: number) => {
    if (offset <= start) return offset;
    return offset >= end ? offset + text.length - (end - start) : start + text.length;
  };
  applyEdit(textarea, {
    start,
    end,
    text,
    select: [moved(textarea.selectionStart), moved(textarea.selectionEnd)],
  });
}
