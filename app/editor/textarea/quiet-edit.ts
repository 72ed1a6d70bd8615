import { replaceRange } from "./text-edit";

/** Text areas in which an input method is composing: changing their text would break what is being typed. */
const composing = new WeakSet<HTMLTextAreaElement>();

/** Keeps track of the input method in a text area, for `replaceQuietly`. Gives back what ends it. */
export function watchComposition(textarea: HTMLTextAreaElement): () => void {
  const start = () => composing.add(textarea);
  const end = () => composing.delete(textarea);
  textarea.addEventListener("compositionstart", start);
  textarea.addEventListener("compositionend", end);
  return () => {
    end();
    textarea.removeEventListener("compositionstart", start);
    textarea.removeEventListener("compositionend", end);
  };
}

function whenComposed(textarea: HTMLTextAreaElement, work: () => void): void {
  if (!composing.has(textarea)) work();
  // The composed text is in the field only after this event's listeners have run.
  else
    textarea.addEventListener("compositionend", () => setTimeout(() => whenComposed(textarea, work)), {
      once: true,
    });
}

/**
 * Puts `text` in the place of the first `found` in a text area, some time while the person goes on: the focus
 * and the selection stay where they are, and nothing happens within a composition. `done` hears whether
 * `found` was still there.
 */
export function replaceQuietly(
  textarea: HTMLTextAreaElement,
  found: string,
  text: string,
  done: (there: boolean) => void = () => {},
): void {
  whenComposed(textarea, () => {
    const start = textarea.value.indexOf(found);
    if (start === -1) {
      done(false);
      return;
    }
    const end = start + found.length;
    if (document.activeElement === textarea) replaceRange(textarea, start, end, text);
    else {
      textarea.setRangeText(text, start, end, "preserve");
      textarea.dispatchEvent(
        new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data: text }),
      );
    }
    done(true);
  });
}
