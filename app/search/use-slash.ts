import { type RefObject, useEffect } from "react";

/** Elements in which a key is typed as text. */
const typing = "input, textarea, select, [contenteditable]";

/** The key `/` focuses the search box, except during typing and in dialogs. */
export function useSlash(input: RefObject<HTMLInputElement>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey || defaultPrevented) return;
      if ((target as Element).closest(typing) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [input]);
}
