/**
 * Changing a text area's text so that the browser's undo takes the change back, and that forms, drafts and
 * counters hear of it (an `input` event). Everything that writes into the editor goes through here.
 */

/**
 * One change: what stands from `start` to `end` (UTF-16 offsets) becomes `text`; then `select` is selected,
 * by default the end of it.
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

/** Makes a change. The text area takes the focus: only there can it be undone. */
export function applyEdit(
  textarea: HTMLTextAreaElement | HTMLInputElement,
  { start, end, text, select }: TextEdit,
): void {
  textarea.focus();
  textarea.setSelectionRange(start, end);
  // `insertText` is what the browser's own undo knows; where it is not done, the text is set without.
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

/** Puts text in the place of what is selected. */
export function insertText(textarea: HTMLTextAreaElement, text: string): void {
  applyEdit(textarea, { start: textarea.selectionStart, end: textarea.selectionEnd, text });
}

/**
 * Puts text in the place of `start` to `end` and leaves the selection where the person has it, moved along
 * with its text.
 */
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
