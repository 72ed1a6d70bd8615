import { useLocation } from "@remix-run/react";
import { createContext, useContext, useState } from "react";
import type { Graph } from "schema-dts";

export type Thing = Graph["@graph"][number];

/** Structured data of the page, made by the server's loaders; the browser has none of it. */
export const StructuredDataContext = createContext<readonly Thing[]>([]);

/** The same JSON with nothing in it that could end a script or a comment. */
const inScript = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escaped);
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The page's JSON-LD, for programs that read the document: the server writes it, the browser leaves it as it
 * came, and it goes with the first navigation. So no page carries the code or the data for it.
 */
export function StructuredData() {
  const things = useContext(StructuredDataContext);
  const { key } = useLocation();
  const [first] = useState(() => ({ key, present: things.length > 0 || isInDocument() }));
  if (!first.present || key !== first.key) return null;
  const graph = { "@context": "https://schema.org", "@graph": things };
  return (
    <script
      id={id}
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the script
      dangerouslySetInnerHTML={{ __html: inScript(graph) }}
    />
  );
}

const id = "structured-data";
function isInDocument(): boolean {
  return typeof document !== "undefined" && document.getElementById(id) !== null;
}
