import { useNavigate } from "@remix-run/react";
import { createContext, type MouseEvent, useContext, useState } from "react";
import { screenAt } from "~/navigation/screen-at";

/**
 * Markup that the server renders once and adds to every document: the mega panels, the footer's columns and its legal
 * links.
 */
export interface Navigation {
  products: string;
  resources: string;
  columns: string;
  legal: string;
}

/** The server's markup; the browser has no such value and reads it from the document. */
export const NavigationContext = createContext<Navigation | null>(null);

/** The markup found in earlier documents of this visit, for a shell that is mounted again. */
const markupById = new Map<string, string>();

/** The markup in the current document. */
function inDocument(id: string): string {
  const present = document.getElementById(id)?.innerHTML;
  if (present !== undefined) markupById.set(id, present);
  return markupById.get(id) ?? "";
}

/**
 * A part of the navigation. Its links are the same on every page, so the server renders them once, and the browser
 * reads them from the document instead of getting them again as data.
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
  /** Navigates like a `Link`: a page load would lose the kept pages (spec 2.1). */
  const lead = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || link.target || withKey || event.button !== 0 || event.defaultPrevented) return;
    if (link.origin !== location.origin || !screenAt(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: links handle keys
    <div
      id={id}
      className={className}
      suppressHydrationWarning
      onClick={lead}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it from the operator's links
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
