import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";

/** Whether another dialog stands before those of the screen: one at a time. */
export const DialogsCovered = createContext(false);

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
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open || element.matches(":modal")) return;
    element.close();
    element.showModal();
  }, []);
  if (isCovered) return null;
  return (
    <dialog
      ref={dialog}
      id={id}
      open
      className={styles.dialog}
      data-sign-in={signIn ? "" : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (!dismissible || onEscape) event.preventDefault();
        onEscape?.();
      }}
    >
      <h2 id={titleId}>{title}</h2>
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
