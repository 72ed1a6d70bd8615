import { useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { useShell } from "~/navigation/use-shell";

interface PageLinkProps {
  /** The address of the file, as browsers show it. */
  file: string;
  page: number;
  /** The address of our own viewer at that page. */
  reading: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The address of a page in the browser's own viewer. */
export const atPage = (address: string, page: number) => `${address}#page=${page}`;

/** Whether a press means to follow a link here: not in a new tab or window, and not to save it. */
export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/**
 * A link to a page of a document: opens our viewer in this tab. Without JavaScript, in a new tab, or to save it, the
 * link is the file itself.
 */
export function PageLink({ file, page, reading, className, children }: PageLinkProps) {
  const navigate = useNavigate();
  const { to } = useShell();
  const open = (event: MouseEvent) => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    navigate(to(reading));
  };
  return (
    <a className={className} href={atPage(file, page)} target="_blank" rel="noopener" onClick={open}>
      {children}
    </a>
  );
}
