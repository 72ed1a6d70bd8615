import { Links, useNavigation } from "@remix-run/react";
import { createContext, useContext, useEffect, useState } from "react";
import { useNonce } from "~/ui/nonce";
import { loaded, rememberSheets } from "./keep-styles";

/** The text of the page's style sheets: on the server, for a browser that has not cached them; otherwise undefined. */
export const FirstStylesContext = createContext<string | undefined>(undefined);

/** In the browser: whether the document came with the text of its styles and without links to the sheets. */
const cameWhole = !import.meta.env.SSR && document.querySelector("style[data-whole]") !== null;
let isWithoutLinks = cameWhole;

/**
 * The page's style sheets. A browser without them in its cache gets their text inside the page, which then needs no
 * more requests. The links are added after the page has loaded, or at the next navigation.
 */
export function Styles() {
  const text = useContext(FirstStylesContext);
  const [isFirst, setIsFirst] = useState(import.meta.env.SSR ? text !== undefined : isWithoutLinks);
  const { state } = useNavigation();
  useEffect(() => {
    if (!isFirst) return;
    const link = () => {
      isWithoutLinks = false;
      setIsFirst(false);
    };
    if (state !== "idle") link();
    else void loaded().then(link);
  }, [isFirst, state]);
  useEffect(() => {
    if (cameWhole && !isFirst) void rememberSheets();
  }, [isFirst]);
  return (
    <>
      <style
        nonce={useNonce()}
        data-whole={isFirst ? "" : undefined}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets from the build
        dangerouslySetInnerHTML={{ __html: text ?? "" }}
      />
      {isFirst ? null : <Links />}
    </>
  );
}
