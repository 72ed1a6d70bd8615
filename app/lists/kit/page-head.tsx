import type { ReactNode } from "react";
import styles from "./page-head.module.css";

/** The head of an area's first page: its name, a sentence about it, and links. */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {children}
    </header>
  );
}

/** Links from there to the other pages of the area. */
export function Ways({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={`facts ${styles.ways}`} aria-label={label}>
      {children}
    </nav>
  );
}
