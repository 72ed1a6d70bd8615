import { createContext, useContext } from "react";

/** On the server, the sheets of those parts of the page that no route names. */
export const StylesAlongContext = createContext<Set<string> | undefined>(undefined);

/**
 * For a part whose code comes only where it is shown, such as a dialog: before that code, which brings its sheets,
 * they come with the document. `text` is empty in the browser.
 */
export function useStylesAlong(text: string): void {
  useContext(StylesAlongContext)?.add(text);
}
