import { Links, useNavigation } from "@remix-run/react";
import { createContext, useContext, useEffect, useState } from "react";
import { useNonce } from "~/ui/nonce";
import { loaded, rememberSheets } from "./keep-styles";

/** The text of the page's sheets, on the server and for a browser that has not kept them; else undefined. */
export const FirstStylesContext = createContext<string | undefined>(undefined);

/** In the browser: whether the document came with its styles and without links to them, and they are still to come. */
const cameWhole = !import.meta.env.SSR && document.querySelector("style[data-whole]") !== null;
let isWithoutLinks = cameWhole;

/**
 * The page's sheets. To a browser that has kept none of them their text comes with the page, which then shows without
 * asking for anything more; the links come once the page has loaded, or with the next screen.
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
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheets, as the build made them
        dangerouslySetInnerHTML={{ __html: text ?? "" }}
      />
      {isFirst ? null : <Links />}
    </>
  );
}
