import { type RefObject, useEffect } from "react";

/** Where a key is typed as text. */
const typing = "input, textarea, select, [contenteditable]";

/** The key `/` leads into the search box, unless somebody is typing or answers a dialog. */
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
