import { replaceRange } from "./text-edit";

/** Text areas with a composition in progress: a change of their text would break it. */
const composing = new WeakSet<HTMLTextAreaElement>();

/** Tracks the compositions in a text area, for `replaceQuietly`. Returns a function that stops it. */
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
  // The composed text is in the field only after this event's listeners have run, hence the timeout.
  else
    textarea.addEventListener("compositionend", () => setTimeout(() => whenComposed(textarea, work)), {
      once: true,
    });
}

/**
 * Replaces the first `found` in a text area by `text` while the person may be typing: it keeps focus and selection,
 * and waits for the end of a composition. `done` gets whether `found` was still in the text.
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
