import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

/** Whether another dialog stands before those of the screen: one at a time. */
export const DialogsCovered = createContext(false);

/**
 * Whence a dialog was opened: what had the cursor, or for one that the address opens the link that led to it.
 * `left` is the address that is no longer there. Undefined where neither is on the page.
 */
function openerOf(before: Element | null, leftUrl: string | null): HTMLElement | undefined {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected) return before;
  const links = document.querySelectorAll<HTMLAnchorElement>("a[href]");
  return [...links].find(({ pathname, search }) => pathname + search === leftUrl);
}

/** The first of these is what a dialog asks for. */
const field = "input:not([type=hidden]), select, textarea";
/** The first of these in a dialog is where its reader begins. */
const focusTarget = [
  "a[href]",
  "input:not([type=hidden])",
  "select",
  "textarea",
  "button:not([aria-hidden])",
].join();

interface DialogProps {
  title: string;
  /** Of the dialog itself; spec 2.3 names some. */
  id?: string;
  children: ReactNode;
  dismissible?: boolean;
  /** What Escape does instead of closing: a dialog that is an address leaves it. */
  onEscape?: () => void;
  /** Asks for signing in beside this page: the editor closes it once that is done. */
  signIn?: boolean;
}

/**
 * A blocking dialog as a state that the server renders, and so opens without JavaScript: `<dialog open>`, 520
 * px wide (spec 9), upgraded to a modal one once JavaScript runs. A `method="dialog"` button inside closes it
 * either way.
 */
export function Dialog({ title, id, children, dismissible = true, onEscape, signIn }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isCovered = useContext(DialogsCovered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a covered one is not there, and opens once it is uncovered
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
      // Whoever was in one of its fields by then stays there.
      if (opener === null && active !== title && active instanceof HTMLElement) active.focus();
      // The first that can have the cursor may be a button that nobody sees (`EnterButton`).
      if (document.activeElement?.ariaHidden) element.querySelector<HTMLElement>(focusTarget)?.focus();
      // Who is asked to type something begins there, and not at a link in the words before it.
      const fieldElement = element.querySelector<HTMLElement>(field);
      if (
        document.activeElement?.matches("a") &&
        fieldElement?.matches("input:not([type=checkbox], [type=radio]), textarea")
      )
        fieldElement.focus();
    }
    return () => {
      // Only where the dialog took the cursor along.
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
      // Before the browser takes it as a request to close, which it lets nobody refuse twice in a row.
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
      {/* biome-ignore lint/a11y/noAutofocus: before JavaScript the keyboard begins here, not in the page beneath */}
      <h2 id={titleId} tabIndex={-1} autoFocus>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** Closes the dialog that it stands in; needs no JavaScript. */
export function CloseButton({ children }: { children: ReactNode }) {
  return (
    <form method="dialog">
      <button type="submit" className="button">
        {children}
      </button>
    </form>
  );
}
