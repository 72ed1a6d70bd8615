import { createContext, useContext } from "react";
import { useNonce } from "~/ui/nonce";

/** The text of the page's sheets, on the server and for a browser that has not kept them; else undefined. */
export const FirstStylesContext = createContext<string | undefined>(undefined);

/**
 * The styles of a first visit: they come with the page, which then shows without asking for anything more. The
 * browser leaves the element as it is.
 */
export function FirstStyles() {
  const text = useContext(FirstStylesContext) ?? "";
  return (
    <style
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheets, as the build made them
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
