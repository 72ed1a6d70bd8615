import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  text: string;
  /** The only content of a page: its title is then the page's heading. */
  page?: boolean;
  children?: ReactNode;
}

/** An empty list or an error page: a small drawing, what happened, and what to do next. */
export function EmptyState({ title, text, page = false, children }: EmptyStateProps) {
  const Heading = page ? "h1" : "h2";
  return (
    <section className={styles.empty}>
      <svg
        viewBox="0 0 120 72"
        width="120"
        height="72"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <rect x="44" y="20" width="32" height="32" rx="3" />
        <rect x="52" y="28" width="16" height="16" rx="2" />
        <path d="M44 28H26L16 18M44 36H12M44 44H28L18 54M76 28h18l8-8M76 36h32M76 44h16l10 10M52 20V8M68 20V12M52 52v8M68 52v12" />
        <circle cx="14" cy="16" r="2.5" />
        <circle cx="9.5" cy="36" r="2.5" />
        <circle cx="16" cy="56" r="2.5" />
        <circle cx="104" cy="18" r="2.5" />
        <circle cx="110.500" cy="36" r="2.5" />
        <circle cx="104" cy="56" r="2.5" />
      </svg>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </section>
  );
}
