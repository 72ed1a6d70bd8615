import { useNavigate } from "@remix-run/react";
import { createContext, type MouseEvent, useContext, useState } from "react";
import { screenAt } from "~/navigation/screen-at";

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
  const navigate = useNavigate();
  if (!html) return null;
  /** As a `Link` would: a document of its own would forget the pages that are kept (spec 2.1). */
  const lead = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || link.target || withKey || event.button !== 0 || event.defaultPrevented) return;
    if (link.origin !== location.origin || !screenAt(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links in it are pressed, by keyboard too
    <div
      id={id}
      className={className}
      suppressHydrationWarning
      onClick={lead}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React from the operator's links
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
