import { type ComponentType, type RefObject, useCallback, useEffect, useState } from "react";
import type { SuggestionsProps } from "./suggestions";

/** The suggestions below a search box, loaded when it is first used, and the function that loads them. */
export function useSuggestions(
  input: RefObject<HTMLInputElement>,
): [ComponentType<SuggestionsProps> | undefined, () => void] {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const help = useCallback(() => {
    import("./suggestions").then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      // The search works without suggestions.
      () => undefined,
    );
  }, []);
  useEffect(() => {
    // The box may have got the focus before hydration.
    if (document.activeElement === input.current) help();
  }, [input, help]);
  return [Suggestions, help];
}
