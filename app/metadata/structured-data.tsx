import { useLocation } from "@remix-run/react";
import { createContext, useContext, useState } from "react";
import type { Graph } from "schema-dts";

export type Thing = Graph["@graph"][number];

/** The page's structured data from the server's loaders; empty in the browser. */
export const StructuredDataContext = createContext<readonly Thing[]>([]);

/** JSON without characters that could end a script or a comment. */
const inScript = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeCharacter);
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The page's JSON-LD, for programs that read the document. The server renders it, hydration does not change it, and
 * the first navigation removes it, so the browser needs neither the code nor the data.
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the JSON is escaped and cannot end the script
      dangerouslySetInnerHTML={{ __html: inScript(graph) }}
    />
  );
}

const id = "structured-data";
function isInDocument(): boolean {
  return typeof document !== "undefined" && document.getElementById(id) !== null;
}
