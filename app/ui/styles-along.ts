import { createContext, useContext } from "react";

/** On the server: the style sheets of parts of the page that no route lists. */
export const StylesAlongContext = createContext<Set<string> | undefined>(undefined);

/**
 * Adds style sheets to the document for a part whose code loads later, such as a dialog; the sheets would otherwise
 * come only with that code. `text` is empty in the browser.
 */
export function useStylesAlong(text: string): void {
  useContext(StylesAlongContext)?.add(text);
}
