import { commandOf } from "./commands";
import { continueList, indent } from "./formatting";
import { applyEdit, selectedIn } from "./text-edit";

/**
 * Whether an input method handles this key: during a composition, Enter accepts a candidate. Safari reports that only
 * by the key code, after the composition has ended.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Prevents Enter from sending the form while it accepts a candidate in a single-line field. */
export function keepFormWhileComposing(event: KeyboardEvent): void {
  if (event.key === "Enter" && isComposing(event) && event.target instanceof HTMLInputElement)
    event.preventDefault();
}

/** Presses the form's main button, so that its checks run and its intent is sent. */
function pressMainButton(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLButtonElement>("button[type=submit][data-primary]:not(:disabled)");
  if (button) form?.requestSubmit(button);
}

/**
 * Adds the editor's keys to a text area: shortcuts, Ctrl/⌘+Enter to send, Tab to indent, Esc then Tab to leave the
 * field, Enter to continue lists. Returns a function that removes them.
 */
export function listenToKeys(textarea: HTMLTextAreaElement): () => void {
  /** After Esc the browser handles the next Tab, so that keyboard users can leave the field. */
  let leaving = false;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented) return;
    const wasLeaving = leaving;
    if (event.key !== "Shift") leaving = event.key === "Escape";
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      pressMainButton(textarea.form);
      return;
    }
    const command = commandOf(event);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const edit = command
      ? command.run(selectedIn(textarea))
      : event.key === "Tab" && plain && !wasLeaving
        ? indent(selectedIn(textarea), event.shiftKey)
        : event.key === "Enter" && plain && !event.shiftKey
          ? continueList(selectedIn(textarea))
          : null;
    if (!edit) return;
    event.preventDefault();
    applyEdit(textarea, edit);
  };
  const onBlur = () => {
    leaving = false;
  };
  textarea.addEventListener("keydown", onKeyDown);
  textarea.addEventListener("blur", onBlur);
  return () => {
    textarea.removeEventListener("keydown", onKeyDown);
    textarea.removeEventListener("blur", onBlur);
  };
}
