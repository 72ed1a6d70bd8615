import { createContext, useContext, useState } from "react";

/**
 * Markup that the server made once and puts into every document: the mega panels, the footer's columns and its
 * legal links.
 */
export interface Navigation {
  products: string;
  resources: string;
  columns: string;
  legal: string;
}

/** What the server's loaders made; the browser has none of it, it has the document. */
export const NavigationContext = createContext<Navigation | null>(null);

/** What the documents of this visit held, for a shell that is put up again. */
const seen = new Map<string, string>();

/** The markup in the document that the server sent. */
function inDocument(id: string): string {
  const present = document.getElementById(id)?.innerHTML;
  if (present !== undefined) seen.set(id, present);
  return seen.get(id) ?? "";
}

/**
 * A part of the navigation. Its links are the same on every page, so they are rendered once and not for each,
 * and the browser takes over what stands in the document instead of being sent it a second time as data.
 */
export function DocumentMarkup({
  part,
  className,
}: {
  part: keyof Navigation;
  className?: string | undefined;
}) {
  const navigation = useContext(NavigationContext);
  const id = `navigation-${part}`;
  const [html] = useState(
    () => navigation?.[part] ?? (typeof document === "undefined" ? "" : inDocument(id)),
  );
  if (!html) return null;
  return (
    <div
      id={id}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React from the operator's links
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
