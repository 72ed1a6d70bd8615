import type { ReactNode } from "react";
import styles from "./fold.module.css";

interface Props {
  /** The line that opens it. */
  title: string;
  /** Whether it is open from the start: where something in it was refused, or is set. */
  open?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page that is opened by its title, with and without JavaScript; a mark shows that it opens. */
export function Fold({ title, open, className = "", children }: Props) {
  return (
    <details className={`${styles.fold} ${className}`} open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
