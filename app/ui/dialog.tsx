import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

/** Whether another dialog is open above the screen's: only one is shown at a time. */
export const DialogsCovered = createContext(false);

/**
 * The element that opened a dialog: the focused one or, for a dialog with an address, the link to that address.
 * `leftUrl` is the address that was left. Undefined when neither is on the page.
 */
function openerOf(before: Element | null, leftUrl: string | null): HTMLElement | undefined {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) return before;
  const links = document.querySelectorAll<HTMLAnchorElement>("a[href]");
  return [...links].find(({ pathname, search }) => pathname + search === leftUrl);
}

/** The form fields of a dialog. */
const field = "input:not([type=hidden]), select, textarea";
/** The elements that can get the focus; a dialog's first one gets it. */
const focusTarget = [
  "a[href]",
  "input:not([type=hidden])",
  "select",
  "textarea",
  "button:not([aria-hidden])",
].join();

interface DialogProps {
  title: string;
  /** The dialog's id; spec 2.3 defines some. */
  id?: string;
  children: ReactNode;
  dismissible?: boolean;
  /** Called by Escape instead of closing: a dialog with an address navigates away from it. */
  onEscape?: () => void;
  /** A login dialog beside an unsent text: the editor closes it after signing in. */
  signIn?: boolean;
}

/**
 * A blocking dialog. The server renders it as `<dialog open>`, 520 px wide (spec 9), so it works without JavaScript,
 * which makes it modal. A `method="dialog"` button inside closes it in both cases.
 */
export function Dialog({ title, id, children, dismissible = true, onEscape, signIn }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isCovered = useContext(DialogsCovered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a covered dialog opens when uncovered
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const active = document.activeElement;
    const title = element.querySelector("h2");
    const opener = element.contains(active) ? null : active;
    const { pathname, search } = window.location;
    if (element.open && !element.matches(":modal")) {
      title?.removeAttribute("autofocus");
      title?.removeAttribute("tabindex");
      element.close();
      element.showModal();
      // Keeps the focus in a field that somebody has already entered.
      if (opener === null && active !== title && active instanceof HTMLElement) active.focus();
      // The first focusable element can be a hidden button (`EnterButton`).
      if (document.activeElement?.ariaHidden) element.querySelector<HTMLElement>(focusTarget)?.focus();
      // When the dialog has a text field, the focus goes there and not to a link in the text before it.
      const fieldElement = element.querySelector<HTMLElement>(field);
      if (
        document.activeElement?.matches("a") &&
        fieldElement?.matches("input:not([type=checkbox], [type=radio]), textarea")
      )
        fieldElement.focus();
    }
    return () => {
      // Only when the focus was inside the dialog.
      if (document.activeElement && document.activeElement !== document.body) return;
      const here = window.location;
      const leftUrl = here.pathname + here.search === pathname + search ? null : pathname + search;
      openerOf(opener, leftUrl)?.focus({ preventScroll: true });
    };
  }, [isCovered]);
  if (isCovered) return null;
  return (
    <dialog
      ref={dialog}
      id={id}
      open
      className={styles.dialog}
      data-sign-in={signIn ? "" : undefined}
      aria-labelledby={titleId}
      // Before the browser handles Escape as a close request, which a page cannot refuse twice in a row.
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing || event.defaultPrevented) return;
        if (dismissible && !onEscape) return;
        event.preventDefault();
        onEscape?.();
      }}
      onCancel={(event) => {
        if (!dismissible || onEscape) event.preventDefault();
        onEscape?.();
      }}
    >
      {/* biome-ignore lint/a11y/noAutofocus: before JavaScript the keyboard begins in the dialog */}
      <h2 id={titleId} tabIndex={-1} autoFocus>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** Closes the dialog around it; works without JavaScript. */
export function CloseButton({ children }: { children: ReactNode }) {
  return (
    <form method="dialog">
      <button type="submit" className="button">
        {children}
      </button>
    </form>
  );
}
