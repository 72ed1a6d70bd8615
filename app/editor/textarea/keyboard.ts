import { commandOf } from "./commands";
import { continueList, indent } from "./formatting";
import { applyEdit, selectedIn } from "./text-edit";

/**
 * Whether a key belongs to an input method that is composing: Enter there takes a candidate. Safari says so
 * by the key code alone, after the composition has ended.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Keeps Enter, pressed to take a candidate, from sending the form: for its single-line fields. */
export function keepFormWhileComposing(event: KeyboardEvent): void {
  if (event.key === "Enter" && isComposing(event) && event.target instanceof HTMLInputElement)
    event.preventDefault();
}

/** Presses the form's main button, as a person would: its checks and its intent go along. */
function pressMainButton(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLButtonElement>("button[type=submit][data-primary]:not(:disabled)");
  if (button) form?.requestSubmit(button);
}

/**
 * The editor's keys for a text area: shortcuts, Ctrl/⌘+Enter sends, Tab goes in, Esc and then Tab leaves the
 * field, Enter continues lists. Gives back what takes them away again.
 */
export function listenToKeys(textarea: HTMLTextAreaElement): () => void {
  /** After Esc the next Tab is the browser's own: nobody is caught in the field. */
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
