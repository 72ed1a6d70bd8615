import { type ComponentType, type RefObject, useCallback, useEffect, useState } from "react";
import type { SuggestionsProps } from "./suggestions";

/** Suggestions beneath a search box, fetched once it is used; and what says that it is. */
export function useSuggestions(
  input: RefObject<HTMLInputElement>,
): [ComponentType<SuggestionsProps> | undefined, () => void] {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const help = useCallback(() => {
    import("./suggestions").then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      // A box without suggestions still searches.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    // Somebody may have gone into the box before the page came alive.
    if (document.activeElement === input.current) help();
  }, [input, help]);
  return [Suggestions, help];
}
